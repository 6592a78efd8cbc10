import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { errorMessage } from '../queries/api.ts'
import { setServerErrors } from './set-server-errors.ts'

/** Says beside the fields what is wrong with them, and only what is about no field below the form. */
export function setFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError' | 'clearErrors'>,
  error: unknown,
  message = errorMessage(error),
) {
  if (setServerErrors(form, error, message).length > 0) form.clearErrors('root')
}
