import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Registration and error message of a field. */
export function fieldProps<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>,
  name: Path<Values>,
) {
  return { ...form.register(name), error: form.getFieldState(name, form.formState).error?.message }
}
