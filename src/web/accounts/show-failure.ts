import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api.ts'

/** Puts what the server found wrong under its fields, and the sentence where the form speaks as a whole. */
export function showFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  sentence?: string,
) {
  const fields = error instanceof ApiError ? error.fields : {}
  const wrong = Object.keys(form.getValues()).filter((name) => fields[name])
  for (const [place, name] of wrong.entries()) {
    form.setError(name as Path<Values>, { message: fields[name] }, { shouldFocus: place === 0 })
  }
  if (sentence) form.setError('root', { message: sentence })
}
