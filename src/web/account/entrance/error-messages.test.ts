import { expect, it } from 'vitest'
import { ApiError, UnreachableError } from '../../queries/api.ts'
import {
  loginErrorMessage,
  requestResetErrorMessage,
  resetPasswordErrorMessage,
  signUpErrorMessage,
} from './error-messages.ts'

const messagesOf = [
  loginErrorMessage,
  signUpErrorMessage,
  requestResetErrorMessage,
  resetPasswordErrorMessage,
]

it('tells banned and suspended students why, wherever they are refused', () => {
  const error = 'Your account was closed on Nov 2, 2026. The reason: Scam.'
  for (const code of ['banned', 'suspended'] as const) {
    const refused = new ApiError(403, { code, error })
    expect(messagesOf.map((messageOf) => messageOf(refused))).toEqual(messagesOf.map(() => error))
  }
  expect(loginErrorMessage(new ApiError(403, { code: 'forbidden', error }))).not.toBe(error)
})

it('says in the browser’s words that the site was not reached', () => {
  const error = new UnreachableError(new TypeError('Failed to fetch'))
  expect(messagesOf.map((messageOf) => messageOf(error))).toEqual(
    messagesOf.map(() => 'Failed to fetch. Check your connection and try again.'),
  )
})
