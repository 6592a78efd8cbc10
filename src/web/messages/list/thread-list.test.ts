import { beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import type { Thread } from '../message-queries.ts'
import { saveMessageDraft } from '../sending/message-draft.ts'
import { openSendQueue } from '../sending/send-queue.ts'
import { groupByListing, readUnsentText } from './thread-list.tsx'

const target = { studentId: 7, threadId: 3 }

beforeEach(() => vi.stubGlobal('localStorage', new MemoryStorage()))

it('is what was not sent, then the draft', async () => {
  expect(readUnsentText(target)).toBeUndefined()
  saveMessageDraft(target, 'Later')
  expect(readUnsentText(target)).toEqual({ text: 'Later', hasFailed: false })
  const { promise, reject } = Promise.withResolvers<void>()
  const sent = openSendQueue(target).send({ body: 'Now', client_id: 'a' }, () => promise)
  expect(readUnsentText(target), 'while it is sent').toEqual({ text: 'Later', hasFailed: false })
  reject(new TypeError('Failed to fetch'))
  await sent
  expect(readUnsentText(target)).toEqual({ text: 'Now', hasFailed: true })
})

it('puts the threads about one listing of the seller together, where the newest is', () => {
  const thread = (id: number, listing_id: number, role: Thread['role']) =>
    ({ id, listing_id, role }) as Thread
  const threads = [
    thread(9, 1, 'seller'),
    thread(8, 2, 'buyer'),
    thread(7, 3, 'seller'),
    thread(6, 1, 'seller'),
  ]
  const ids = groupByListing(threads).map((group) => group.map(({ id }) => id))
  expect(ids).toEqual([[9, 6], [8], [7]])
})
