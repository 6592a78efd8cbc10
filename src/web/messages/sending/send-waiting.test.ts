import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storedAtHeader } from '#contract/offline.ts'
import { apiPaths } from '#contract/paths.ts'
import { MemoryStorage } from '#tests/support/memory-storage.ts'
import { createApi } from '../../queries/api.ts'
import { noteResponse, storedAt } from '../../queries/stored-at.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { sessionKey } from '../../session/session.tsx'
import { openSendQueue } from './send-queue.ts'
import { createDeliver, sendWaiting } from './send-waiting.ts'
import { findWaiting } from './use-waiting-messages.ts'

const ada = { id: 7, confirmation: 'confirmed' }
const ben = { id: 8, confirmation: 'confirmed' }
const inThread = { studentId: 7, threadId: 3 }
const hi = { body: 'Hi', client_id: 'a' }
const there = { body: 'there', client_id: 'b' }

beforeEach(() => vi.stubGlobal('localStorage', new MemoryStorage()))
afterEach(() => {
  vi.unstubAllGlobals()
  storedAt.set(undefined)
})

/** Opens a page that believes that Ada is logged in, and has the messages that she has written without a connection. */
async function openPage(unsent = [hi]) {
  const failed = () => Promise.reject(new TypeError('Failed to fetch'))
  for (const message of unsent) await openSendQueue(inThread).send(message, failed)
  /** What the server answers, and the messages that it got. */
  const server = { user: ada as object | null, refusal: 0, isDown: false }
  const posts: string[] = []
  const api = createApi(async (path, { method, body } = {}) => {
    if (path === apiPaths.me) {
      const headers = { [storedAtHeader]: server.isDown ? '1' : '' }
      // Without a server, the service worker answers with what it has stored.
      const response = Response.json(server.user ?? { error: 'Nobody.' }, { headers })
      noteResponse(response)
      return response
    }
    if (server.isDown) throw new TypeError('Failed to fetch')
    if (method === 'POST') posts.push(`${path} ${JSON.parse(String(body)).body}`)
    const { refusal: status } = server
    return status ? Response.json({ error: 'No.' }, { status }) : Response.json({ message: hi })
  })
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, ada)
  const deps = { api, queryClient }
  const send = () => sendWaiting(deps, inThread)
  return { server, posts, deps, send }
}

const path = apiPaths.messages(3)
const countUnsent = () => openSendQueue(inThread).getState().unsent.length

it('sends what waits, in its order and once', async () => {
  const { posts, send } = await openPage([hi, there])
  await Promise.all([send(), send()])
  await send()
  expect(posts).toEqual([`${path} Hi`, `${path} there`])
  expect(localStorage.length).toBe(0)
})

it('shows it on the page that has the conversation open', async () => {
  const { send } = await openPage()
  const queue = openSendQueue(inThread)
  const unsubscribe = queue.subscribe(() => undefined)
  await send()
  expect(queue.getState().unsent).toEqual([])
  unsubscribe()
})

it.each([
  ['another student has logged in', ben],
  ['the session has ended', null],
])('sends nothing if %s in another tab', async (_, user) => {
  const { server, posts, deps, send } = await openPage()
  server.user = user
  await send()
  expect(posts).toEqual([])
  expect(countUnsent(), 'it waits for its student').toBe(1)
  expect(deps.queryClient.getQueryData(sessionKey)).toEqual(user && expect.objectContaining(user))
})

it('stops if another student logs in while it sends', async () => {
  const { posts, deps } = await openPage([hi, there])
  const deliver = createDeliver(deps, inThread)
  await openSendQueue(inThread).retry(async (message) => {
    await deliver(message)
    deps.queryClient.setQueryData(sessionKey, ben)
  })
  expect(posts).toEqual([`${path} Hi`])
  expect(countUnsent()).toBe(1)
})

it('waits while there is no connection', async () => {
  const { posts, send } = await openPage()
  vi.stubGlobal('navigator', { onLine: false })
  await send()
  expect(posts).toEqual([])
  vi.stubGlobal('navigator', { onLine: true })
  await send()
  expect(posts).toHaveLength(1)
})

it('does not believe what the service worker has stored about the session', async () => {
  const { server, posts, send } = await openPage()
  server.isDown = true
  await send()
  server.isDown = false
  expect(countUnsent()).toBe(1)
  await send()
  expect(posts).toEqual([`${path} Hi`])
})

it('does not repeat on the next page what the server has refused', async () => {
  const { server, posts, send } = await openPage()
  server.refusal = 403
  await send()
  await send()
  expect(posts).toHaveLength(1)
  expect(countUnsent(), 'the student can edit it').toBe(1)
})

it('finds what waits of one student, in every conversation', async () => {
  await openPage()
  const failed = () => Promise.reject(new Error())
  await openSendQueue({ studentId: 7, threadId: 12 }).send(there, failed)
  await openSendQueue({ studentId: 77, threadId: 1 }).send(there, failed)
  expect(findWaiting(7)).toEqual([inThread, { studentId: 7, threadId: 12 }])
  expect(findWaiting(9)).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  expect(findWaiting(7)).toEqual([])
})
