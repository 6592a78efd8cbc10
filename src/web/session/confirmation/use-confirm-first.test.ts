import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MailboxState } from '#contract/accounts.ts'
import { at } from '#tests/support/campus-email.ts'
import { ApiError, createApi } from '../../queries/api.ts'
import { createQueryClient } from '../query-client.ts'
import { sessionKey } from '../session.tsx'
import {
  confirmationRequests,
  requestConfirmation,
  settleConfirmation,
} from './confirmation-request.ts'
import { confirmFirst } from './use-confirm-first.ts'

const ada = { id: 1, firstName: 'Ada', lastName: 'Lovelace', email: at('ada') }
const next = 'Then your listing is posted.'
const unconfirmed = new ApiError(403, { code: 'unconfirmed', error: 'Please confirm first.' })

function openContext(confirmation: MailboxState) {
  const api = createApi(async () => Response.json({ ...ada, confirmation }))
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { ...ada, confirmation: 'confirmed' })
  return { api, queryClient }
}

const awaitedConfirmation = () => confirmationRequests.get()[0]?.next

/** Settles each request as the dialog would. */
let unsubscribe: () => void
let answers: boolean[]
beforeEach(() => {
  answers = []
  unsubscribe = confirmationRequests.subscribe(() => {
    const answer = answers.shift()
    if (answer !== undefined) queueMicrotask(() => settleConfirmation(answer))
  })
})
afterEach(() => unsubscribe())

it('runs a write that is refused again once the email is confirmed', async () => {
  const context = openContext('due')
  const write = vi.fn().mockRejectedValueOnce(unconfirmed).mockResolvedValue('saved')
  answers = [true]
  expect(await confirmFirst(context, next, write)).toBe('saved')
  expect(write).toHaveBeenCalledTimes(2)
  // The code field reads the session to know what to do.
  expect(context.queryClient.getQueryData(sessionKey)).toMatchObject({ confirmation: 'due' })
})

it('rejects as the server did when the code is not given', async () => {
  const write = vi.fn().mockRejectedValue(unconfirmed)
  answers = [false]
  await expect(confirmFirst(openContext('due'), next, write)).rejects.toBe(unconfirmed)
  expect(write).toHaveBeenCalledTimes(1)
})

it('asks nothing when a write fails for another reason', async () => {
  const forbidden = new ApiError(403, { code: 'forbidden' })
  await expect(
    confirmFirst(openContext('confirmed'), next, () => Promise.reject(forbidden)),
  ).rejects.toBe(forbidden)
  expect(awaitedConfirmation()).toBeUndefined()
})

it('gives all who wait the same answer', async () => {
  const both = Promise.all([
    requestConfirmation(next),
    requestConfirmation('Then you see the address.'),
  ])
  expect(awaitedConfirmation()).toBe(next)
  settleConfirmation(true)
  expect(await both).toEqual([true, true])
  expect(awaitedConfirmation()).toBeUndefined()
})
