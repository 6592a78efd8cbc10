import { useEffect, useEffectEvent, useState } from 'react'
import { type RegisterOptions, type UseFormReturn, useFormContext, useWatch } from 'react-hook-form'
import { coerceMoney } from '#categories/coercion.ts'
import { parseCourseCodes } from '#categories/course-codes.ts'
import { isDay } from '#categories/days.ts'
import type { Lifetime } from '#categories/define-category.ts'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import { dayPassedMessage } from '#contract/listing-status.ts'
import { revalidate } from '../../forms/revalidate.ts'
import { useToday } from '../../queries/use-today.ts'
import { categoryViews } from '../categories/index.ts'
import { type FormValues, isUnfilled } from './form-values.ts'

/** Whether the values of other fields make this field visible. */
export function isWanted({ shownWhen }: Field, values: FormValues): boolean {
  const value = shownWhen && values[shownWhen.field]
  // A number in the definition is text in the form.
  return !shownWhen || shownWhen.values.some((wanted) => String(wanted) === String(value))
}

interface Shown {
  isWanted: boolean
  isShown: boolean
}

/**
 * Decides whether to show a field. A filled field stays, so that nothing is saved unseen. A field that was cleared stays
 * until other fields change, so that it keeps the focus.
 */
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

/** Validates the field again when another field makes it required or optional, so that its error appears or disappears. */
export function useRevalidate(name: string, isRequired: boolean) {
  const form = useFormContext<FormValues>()
  const onChange = useEffectEvent((_isRequired: boolean) => revalidate(form, name))
  useEffect(() => onChange(isRequired), [isRequired])
}

/** Opens the folds around a field. Nothing in a closed one can take the focus, and an error opens it only with the next render. */
export function openFolds(field: Element | null | undefined) {
  const fold = field?.closest('details')
  if (!fold) return
  fold.open = true
  openFolds(fold.parentElement)
}

const isPast = (day: unknown, today: string) => isDay(day) && day < today

/** The help below the field. Part of it may depend on what was typed. */
export function useHelp(category: AnyCategory, name: string, field: Field): string | undefined {
  const { control } = useFormContext<FormValues>()
  const today = useToday()
  const { lastDay }: Lifetime = category.lifetime
  const compute = (values: FormValues) => {
    if (isPast(values[name], today)) {
      if (name === lastDay || name === category.period?.to) return dayPassedMessage
      if (name === category.period?.from)
        return 'This day has passed, so your listing will say “Available now”.'
    }
    return categoryViews[category.id].fieldHelp?.(name, values)
  }
  return useWatch({ control, compute }) ?? field.help
}

/**
 * Returns options that clean up a value when the input loses focus, and that validate the end of a period again with its
 * start.
 */
export function registerOptions(
  form: Pick<UseFormReturn<FormValues>, 'setValue'>,
  { fields, period }: AnyCategory,
  name: string,
): RegisterOptions<FormValues> {
  const clean = cleanTyped[fields[name]?.kind ?? 'text']
  return {
    ...(clean && { onBlur: ({ target }) => rewrite(form, target, clean) }),
    ...(period && name === period.from && { deps: [period.to] }),
  }
}

function rewrite(
  form: Pick<UseFormReturn<FormValues>, 'setValue'>,
  { name, value }: HTMLInputElement,
  clean: (text: string) => string,
) {
  const text = clean(value)
  // Validate here: the form drops the blur's own validation when the value changes during it.
  if (text !== value) form.setValue(name, text, { shouldDirty: true, shouldValidate: true })
}

/** Turns "$1,200.50" into "1200.50". Text that is not an amount stays as it was typed. */
export const cleanAmount = (text: string): string =>
  typeof coerceMoney(text) === 'number' ? text.replace(/[^\d.+-]/g, '') : text

/** Turns "math135, cs 246" into "MATH 135, CS 246". */
export function cleanCodes(text: string): string {
  const codes = parseCourseCodes(text)
  return codes.every((code) => typeof code === 'string') ? codes.join(', ') : text
}

const cleanTyped: Partial<Record<Field['kind'], (text: string) => string>> = {
  money: cleanAmount,
  codes: cleanCodes,
}
