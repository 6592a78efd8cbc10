import { useEffect, useEffectEvent, useState } from 'react'
import { type RegisterOptions, type UseFormReturn, useFormContext, useWatch } from 'react-hook-form'
import { parseCodes } from '#categories/codes.ts'
import { coerceMoney } from '#categories/coercion.ts'
import { isDay } from '#categories/days.ts'
import type { Lifetime } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { dayPassedMessage } from '#contract/listing-status.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { useToday } from '../../queries/use-today.ts'
import { categoryViews } from '../categories/index.ts'
import { type FormValues, isUnfilled } from './form-values.ts'

/** Whether the values of other fields make it visible. */
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

/** Validates the field again when another makes it required or optional: its error comes and goes with that. */
export function useRevalidate(name: string, isRequired: boolean) {
  const form = useFormContext<FormValues>()
  const onChange = useEffectEvent((_isRequired: boolean) => revalidate(form, name))
  useEffect(() => onChange(isRequired), [isRequired])
}

const isPast = (day: unknown, today: string) => isDay(day) && day < today

/** The help below the field. Some of it depends on what was typed. */
export function useHelp(category: AnyCategory, name: string, field: Field): string | undefined {
  const { control } = useFormContext<FormValues>()
  const today = useToday()
  const { lastDay }: Lifetime = category.lifetime
  const compute = (values: FormValues) => {
    if (isPast(values[name], today)) {
      if (name === category.period?.from)
        return 'This day has passed, so your listing will say “Available now”.'
      if (name === lastDay || name === category.period?.to) return dayPassedMessage
    }
    return categoryViews[category.id].fieldHelp?.(name, values)
  }
  return useWatch({ control, compute }) ?? field.help
}

/** The options that clean up a value when the input loses focus, and validate the end of a period with its start. */
export function registerOptions(
  form: Pick<UseFormReturn<FormValues>, 'setValue'>,
  { fields, period }: AnyCategory,
  name: string,
): RegisterOptions<FormValues> {
  const clean = cleanTyped[fields[name]?.kind ?? 'text']
  return {
    ...(clean && { onBlur: ({ target }) => rewrite(form, target, clean) }),
    // The end of a period is validated again with its beginning.
    ...(period && name === period.from && { deps: [period.to] }),
  }
}

function rewrite(
  form: Pick<UseFormReturn<FormValues>, 'setValue'>,
  { name, value }: HTMLInputElement,
  clean: (text: string) => string,
) {
  const text = clean(value)
  // Validated here: the blur's own validation is dropped when the value changes under it.
  if (text !== value) form.setValue(name, text, { shouldDirty: true, shouldValidate: true })
}

/** "$1,200.50" as "1200.50"; what is no amount stays as it was typed. */
export const cleanAmount = (text: string): string =>
  typeof coerceMoney(text) === 'number' ? text.replace(/[$,\s]/g, '') : text

/** "math135, cs 246" as "MATH 135, CS 246". */
export function cleanCodes(text: string): string {
  const codes = parseCodes(text)
  return codes.every((code) => typeof code === 'string') ? codes.join(', ') : text
}

const cleanTyped: Partial<Record<Field['kind'], (text: string) => string>> = {
  money: cleanAmount,
  codes: cleanCodes,
}
