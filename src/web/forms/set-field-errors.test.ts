import { expect, it } from 'vitest'
import { ApiError } from '../queries/api.ts'
import { setFieldErrors } from './set-field-errors.ts'

/** Returns the messages that a form shows after the error. */
function shownAfter(error: unknown) {
  const shown = new Map<string, string | undefined>()
  setFieldErrors(
    {
      getValues: (() => ({ email: '', password: '' })) as never,
      setError: (name, { message }) => shown.set(name, message),
      clearErrors: (name) => shown.delete(String(name)),
    },
    error,
    'Improper request!',
  )
  return Object.fromEntries(shown)
}

it('says what is wrong beside the field alone', () => {
  const fields = { password: 'This password is too common.' }
  expect(shownAfter(new ApiError(400, { fields }))).toEqual(fields)
})

it('shows an error about no field below the form', () => {
  expect(shownAfter(new ApiError(400, { fields: { token: 'Expired.' } }))).toEqual({
    root: 'Improper request!',
  })
})
