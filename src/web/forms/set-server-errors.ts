import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../queries/api.ts'

/**
 * Sets the response's field errors, focusing the first, and the message as the form's root error, typed by status.
 * Returns the names of the fields.
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
