import { beforeEach, expect, it, vi } from 'vitest'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { saveMessageDraft } from '../sending/message-draft.ts'
import { openSendQueue } from '../sending/send-queue.ts'
import { readUnsentText } from './thread-list.tsx'

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
