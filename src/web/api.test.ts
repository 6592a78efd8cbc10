import { expect, it } from 'vitest'
import { ApiError, errorMessage } from './api.ts'

it('an error says what the server said, or that it was not reached', () => {
  expect(errorMessage(new ApiError(409, { error: 'It is sold.' }))).toBe('It is sold.')
  expect(errorMessage(new TypeError('Failed to fetch'))).toBe(
    'No connection. Please check it and try again.',
  )
})
