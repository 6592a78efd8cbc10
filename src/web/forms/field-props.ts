import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'

/** Returns the registration and the error message of a field. */
export function fieldProps<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>,
  name: Path<Values>,
  options?: RegisterOptions<Values, Path<Values>>,
) {
  const { error } = form.getFieldState(name, form.formState)
  return { ...form.register(name, options), error: error?.message }
}
