import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { errorMessage } from '../queries/api.ts'
import { setServerErrors } from './set-server-errors.ts'

/** Shows errors beside their fields. An error that is about no field is shown below the form. */
export function setFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError' | 'clearErrors'>,
  error: unknown,
  message = errorMessage(error),
) {
  if (setServerErrors(form, error, message).length > 0) form.clearErrors('root')
}
