import { beforeEach, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { sendMessageBody } from '#contract/messages.ts'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { ApiError } from '../../queries/api.ts'
import {
  type Deliver,
  newClientId,
  openSendQueue,
  repeatableIds,
  sendErrorMessage,
} from './send-queue.ts'

const target = { studentId: 7, threadId: 3 }
const hi = { body: 'Hi', client_id: 'a' }
const there = { body: 'there', client_id: 'b' }

let stored: MemoryStorage

beforeEach(() => {
  stored = new MemoryStorage()
  vi.stubGlobal('localStorage', stored)
})

const bodies = (queue = openSendQueue(target)) => queue.getState().unsent.map(({ body }) => body)

/** Creates a server that answers each request when the test says so. */
function createServer() {
  const requests: { body: string; client_id: string }[] = []
  let answer: (failure?: Error) => void = () => undefined
  const deliver: Deliver = (message) =>
    new Promise((resolve, reject) => {
      requests.push(message)
      answer = (failure) => (failure ? reject(failure) : resolve(undefined))
    })
  return { requests, deliver, answer: (failure?: Error) => answer(failure) }
}

it('keeps a message until the server has answered', async () => {
  const { deliver, answer } = createServer()
  const queue = openSendQueue(target)
  const sent = queue.send(hi, deliver)
  expect(queue.getState()).toEqual({ unsent: [hi], isSending: true })
  expect(stored.length).toBe(1)
  answer()
  await sent
  expect(queue.getState()).toMatchObject({ unsent: [], isSending: false })
  expect(stored.length, 'nothing is left').toBe(0)
})

it('sends one after the other, in their order', async () => {
  const { requests, deliver, answer } = createServer()
  const queue = openSendQueue(target)
  const sent = queue.send(hi, deliver)
  queue.send(there, deliver)
  expect(requests).toEqual([hi])
  answer()
  await vi.waitFor(() => expect(requests).toEqual([hi, there]))
  answer()
  await sent
  expect(bodies(queue)).toEqual([])
})

it('stops at a failure, and tries again with the same id, the first one first', async () => {
  const { requests, deliver, answer } = createServer()
  const queue = openSendQueue(target)
  const sent = queue.send(hi, deliver)
  const failure = new TypeError('Failed to fetch')
  answer(failure)
  await sent
  expect(queue.getState()).toEqual({ unsent: [hi], isSending: false, error: failure })

  const again = queue.send(there, deliver)
  expect(queue.getState().error).toBeUndefined()
  answer()
  await vi.waitFor(() => expect(requests).toHaveLength(3))
  answer()
  await again
  expect(requests).toEqual([hi, hi, there])
})

it('has it with its id after a reload, and sends it only when told to', async () => {
  const { requests, deliver, answer } = createServer()
  const sent = openSendQueue(target).send(hi, deliver)
  answer(new TypeError('Failed to fetch'))
  await sent

  const reopened = openSendQueue(target)
  expect(reopened.getState()).toEqual({ unsent: [hi], isSending: false })
  expect(requests).toHaveLength(1)
  const retried = reopened.retry(deliver)
  reopened.retry(deliver)
  expect(requests, 'once for two presses').toEqual([hi, hi])
  answer()
  await retried
  expect(bodies()).toEqual([])
})

it('goes on while its page is left, and the page that is opened again shows it', async () => {
  const { deliver, answer } = createServer()
  const sent = openSendQueue(target).send(hi, deliver)
  const reopened = openSendQueue(target)
  const listener = vi.fn()
  const unsubscribe = reopened.subscribe(listener)
  expect(reopened.getState()).toEqual({ unsent: [hi], isSending: true })
  answer()
  await sent
  expect(listener).toHaveBeenCalled()
  expect(bodies(reopened)).toEqual([])
  unsubscribe()
})

it('is of one student and one thread', async () => {
  const { deliver, answer } = createServer()
  const sent = openSendQueue(target).send(hi, deliver)
  answer(new Error())
  await sent
  expect(bodies(openSendQueue({ ...target, threadId: 4 }))).toEqual([])
  expect(bodies(openSendQueue({ ...target, studentId: 8 }))).toEqual([])
})

it('stores and sends nothing more once a logout has deleted it', async () => {
  const { requests, deliver, answer } = createServer()
  const sent = openSendQueue(target).send(hi, deliver)
  openSendQueue(target).send(there, deliver)
  stored.clear()
  answer()
  await sent
  expect(requests).toEqual([hi])
  expect(bodies()).toEqual([])
  expect(stored.length).toBe(0)
})

it('does not send what another tab has sent or edited since', async () => {
  const { requests, deliver, answer } = createServer()
  const queue = openSendQueue(target)
  const sent = queue.send(hi, deliver)
  answer(new TypeError('Failed to fetch'))
  await sent
  openSendQueue(target).remove(hi.client_id)
  const again = queue.send(there, deliver)
  answer()
  await again
  expect(requests).toEqual([hi, there])
})

it('is the same queue for everything that sends while a page shows it', async () => {
  const { deliver, answer } = createServer()
  const queue = openSendQueue(target)
  const unsubscribe = queue.subscribe(() => undefined)
  const sent = openSendQueue(target).send(hi, deliver)
  expect(queue.getState()).toEqual({ unsent: [hi], isSending: true })
  answer(new TypeError('Failed to fetch'))
  await sent
  expect(openSendQueue(target)).toBe(queue)
  unsubscribe()
  expect(openSendQueue(target)).not.toBe(queue)
})

const apiError = (status: number, code?: ErrorCode) =>
  new ApiError(status, { error: 'No.', ...(code && { code }) })

it.each([
  ['the connection was lost', new TypeError('Failed to fetch'), true, true],
  ['the server was not there', apiError(503), true, true],
  ['there were too many messages', apiError(429), false, true],
  ['the email has to be confirmed', apiError(403, 'unconfirmed'), false, true],
  ['the server failed', apiError(500), false, true],
  ['the student was blocked', apiError(403, 'forbidden'), false, false],
  ['the conversation is gone', apiError(404), false, false],
  ['the text is refused', apiError(400), false, false],
])(
  'waits for another try if %s: on this page %3$s, on the next %4$s',
  async (_, failure, ...waits) => {
    const { requests, deliver, answer } = createServer()
    const queue = openSendQueue(target)
    expect(queue.isWaiting()).toBe(false)
    const sent = queue.send(hi, deliver)
    expect(queue.isWaiting(), 'it is being sent').toBe(false)
    answer(failure)
    await sent
    expect([queue.isWaiting(), openSendQueue(target).isWaiting()]).toEqual(waits)
    // A press of "Try again" sends it all the same, and only what the server knows.
    const pressed = openSendQueue(target).retry(deliver)
    answer()
    await pressed
    expect(requests).toEqual([hi, hi])
    expect(stored.length).toBe(0)
  },
)

it('reads nothing from what is broken, and works without storage', async () => {
  stored.setItem('unsent/7/thread/3', '[{"body":1},null,{"body":"Hi","client_id":"a"}]')
  expect(bodies()).toEqual(['Hi'])
  stored.setItem('unsent/7/thread/3', '{')
  expect(bodies()).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  const queue = openSendQueue(target)
  const { deliver, answer } = createServer()
  const sent = queue.send(hi, deliver)
  answer(new Error())
  await sent
  expect(bodies(queue)).toEqual(['Hi'])
})

it('makes ids that the server takes, each another one', () => {
  const ids = Array.from({ length: 200 }, newClientId)
  for (const client_id of ids) {
    expect(sendMessageBody.safeParse({ body: 'Hi', client_id }).success, client_id).toBe(true)
  }
  expect(new Set(ids).size).toBe(200)
})

it('keeps the id of a step that is pressed again, until it succeeds or another one is pressed', () => {
  const ids = repeatableIds()
  const first = ids.of({ amount: 12 })
  expect(ids.of({ amount: 12 })).toBe(first)
  const other = ids.of({ amount: 13 })
  expect(other).not.toBe(first)
  expect(ids.of({ amount: 12 })).not.toBe(first)
  const sent = ids.of({ amount: 12 })
  ids.done()
  expect(ids.of({ amount: 12 })).not.toBe(sent)
})

it('says why a message was not sent', () => {
  const invalid = { error: 'Invalid input.', fields: { body: 'Write a message first' } }
  expect(sendErrorMessage(new ApiError(400, invalid))).toBe('Write a message first')
  expect(sendErrorMessage(new ApiError(429, { error: 'Please wait.' }))).toBe('Please wait.')
  expect(sendErrorMessage(new TypeError('Failed to fetch'))).toBe(
    "You're offline. Check your connection and try again.",
  )
})
