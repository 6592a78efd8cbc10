import type { RegisterOptions, UseFormReturn } from 'react-hook-form'
import type { Field } from '#categories/field-kinds.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { FormValues } from './form-values.ts'
import { cleanAmount, cleanCodes } from './typed-text.ts'

/** What happens when an input changes or is left, beside validating it. */
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

const cleanTyped: Partial<Record<Field['kind'], (text: string) => string>> = {
  money: cleanAmount,
  codes: cleanCodes,
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
