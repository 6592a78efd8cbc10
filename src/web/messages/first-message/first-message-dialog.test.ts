import { expect, it } from 'vitest'
import { ApiError } from '../../queries/api.ts'
import { isRefusal, nextTry } from './first-message-dialog.tsx'

it('gives a text one id, however often it is sent, and another text another', () => {
  const first = nextTry(undefined, 'Is it still there?')
  expect(nextTry(first, 'Is it still there?')).toBe(first)
  const second = nextTry(first, 'Is it still there? Bob')
  expect(second.body).toBe('Is it still there? Bob')
  expect(second.client_id).not.toBe(first.client_id)
})

it('knows what would be refused again', () => {
  const refused = (status: number) => isRefusal(new ApiError(status, {}))
  expect([403, 404, 409].map(refused)).toEqual([true, true, true])
  expect([400, 401, 429, 500].map(refused)).toEqual([false, false, false, false])
  expect(isRefusal(new ApiError(403, { code: 'unconfirmed' }))).toBe(false)
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false)
})
