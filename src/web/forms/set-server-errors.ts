import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../queries/api.ts'

/**
 * Shows the response's field errors and focuses the first. The message becomes the form's root error, with the status as its
 * type. Returns the names of the fields with errors.
 */
export function setServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  message: string,
) {
  const { fields = {}, status = 0 } = error instanceof ApiError ? error : {}
  const invalid = Object.keys(form.getValues()).filter((name) => fields[name])
  for (const [index, name] of invalid.entries()) {
    form.setError(name as Path<Values>, { message: fields[name] }, { shouldFocus: index === 0 })
  }
  form.setError('root', { type: String(status), message })
  return invalid
}
