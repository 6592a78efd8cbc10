import { expect, it } from 'vitest'
import { sendMessageBody } from '#contract/messages.ts'
import { ApiError } from '../../queries/api.ts'
import { newClientId, sendErrorMessage } from './send-message.ts'

it('makes ids that the server takes, each another one', () => {
  const ids = Array.from({ length: 200 }, newClientId)
  for (const client_id of ids) {
    expect(sendMessageBody.safeParse({ body: 'Hi', client_id }).success, client_id).toBe(true)
  }
  expect(new Set(ids).size).toBe(200)
})

it('says why a message was not sent', () => {
  const invalid = { error: 'Invalid input.', fields: { body: 'Write a message first' } }
  expect(sendErrorMessage(new ApiError(400, invalid))).toBe('Write a message first')
  expect(sendErrorMessage(new ApiError(429, { error: 'Please wait.' }))).toBe('Please wait.')
  expect(sendErrorMessage(new TypeError('Failed to fetch'))).toBe(
    "You're offline. Check your connection and try again.",
  )
})
