import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Field } from '#categories/field-kinds.ts'
import { type FormValues, isUnfilled } from './form-values.ts'

/** Whether other fields ask for it. */
export function isWanted({ shownWhen }: Field, values: FormValues): boolean {
  const value = shownWhen && values[shownWhen.field]
  // Text on the form may be a number in the definition.
  return !shownWhen || shownWhen.values.some((wanted) => String(wanted) === String(value))
}

interface Shown {
  isWanted: boolean
  isShown: boolean
}

/** A filled field stays, so that nothing is saved unseen; cleared, it stays until others change, so that it keeps the focus. */
export function nextShown(last: Shown, isWanted: boolean, mustShow: boolean): Shown {
  const stays = last.isShown && last.isWanted === isWanted
  return { isWanted, isShown: isWanted || mustShow || stays }
}

export function useIsShown(name: string, field: Field): boolean {
  const form = useFormContext<FormValues>()
  const { error } = form.getFieldState(name, form.formState)
  const { control } = form
  const wanted = useWatch({ control, compute: (values) => isWanted(field, values) })
  const unfilled = useWatch({ control, compute: (values) => isUnfilled(name, field, values) })
  const [last, setLast] = useState<Shown>({ isWanted: wanted, isShown: false })
  const next = nextShown(last, wanted, !unfilled || error !== undefined)
  if (next.isShown !== last.isShown || next.isWanted !== last.isWanted) setLast(next)
  return next.isShown
}
