import { InfiniteQueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { Message, MessagesPage, Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { addMessage, inOrder, mergeNewest, messagesQuery, threadsQuery } from './message-queries.ts'

interface Exchange {
  body: object
  etag: string
}

/** Answers each path as given, and with 304 if the request has the ETag of that answer. Records the requests. */
function openApi(answers: Record<string, Exchange>) {
  const requests: string[] = []
  const api = createApi(async (path, init) => {
    const known = new Headers(init?.headers).get('if-none-match')
    const answer = answers[path]
    if (!answer) return Response.json({}, { status: 404 })
    const status = known === answer.etag ? 304 : 200
    requests.push(`${path} ${status}`)
    const headers = { etag: answer.etag }
    return status === 304 ? new Response(null, { status }) : Response.json(answer.body, { headers })
  })
  return { api, answers, requests, queryClient: createQueryClient() }
}

describe('threadsQuery', () => {
  const page = (ids: number[], next: string | null) => ({
    results: ids.map((id) => ({ id })),
    next,
  })

  it('asks again for every page that is loaded, each with its own ETag', async () => {
    const { api, answers, requests, queryClient } = openApi({
      '/api/threads': { body: page([9, 8], '8'), etag: '"1"' },
      '/api/threads?cursor=8': { body: page([7], null), etag: '"1"' },
      '/api/threads?cursor=9': { body: page([8, 7], null), etag: '"2"' },
    })
    const query = threadsQuery(api)
    const loaded = await queryClient.fetchInfiniteQuery({ ...query, pages: 2 })
    requests.length = 0
    await queryClient.refetchQueries({ queryKey: query.queryKey })
    expect(requests).toEqual(['/api/threads 304', '/api/threads?cursor=8 304'])
    expect(queryClient.getQueryData(query.queryKey)?.pages).toEqual(loaded.pages)

    requests.length = 0
    answers['/api/threads'] = { body: page([10, 9], '9'), etag: '"2"' }
    await queryClient.refetchQueries({ queryKey: query.queryKey })
    expect(requests).toEqual(['/api/threads 200', '/api/threads?cursor=9 200'])
  })

  it('asks for the number of unread threads when the list has changed, and not else', async () => {
    const { api, answers, requests, queryClient } = openApi({
      '/api/threads': { body: page([9], null), etag: '"1"' },
      '/api/auth/me': { body: { id: 1, unread: 2 }, etag: '"m"' },
    })
    const query = threadsQuery(api)
    await queryClient.fetchInfiniteQuery(query)
    await queryClient.refetchQueries({ queryKey: query.queryKey })
    expect(requests).toEqual(['/api/threads 200', '/api/threads 304'])
    answers['/api/threads'] = { body: page([9], null), etag: '"2"' }
    await queryClient.refetchQueries({ queryKey: query.queryKey })
    expect(requests).toContain('/api/auth/me 200')
    await vi.waitFor(() =>
      expect(queryClient.getQueryData(sessionKey)).toMatchObject({ unread: 2 }),
    )
  })
})

describe('messagesQuery', () => {
  const page = (ids: number[], previous: string | null) => ({
    thread: { id: 5 },
    results: ids.map((id) => ({ id })),
    previous,
  })

  it('asks again for the newest page alone, and keeps all that was loaded', async () => {
    const { api, answers, requests, queryClient } = openApi({
      '/api/threads/5/messages': { body: page([3, 4], '3'), etag: '"1"' },
      '/api/threads/5/messages?cursor=3': { body: page([1, 2], null), etag: '"1"' },
    })
    const query = messagesQuery(api, 5)
    await queryClient.fetchInfiniteQuery({ ...query, pages: 2 })
    requests.length = 0
    answers['/api/threads/5/messages'] = { body: page([4, 5], '4'), etag: '"2"' }
    await queryClient.refetchQueries({ queryKey: query.queryKey })
    await queryClient.refetchQueries({ queryKey: query.queryKey })
    expect(requests).toEqual(['/api/threads/5/messages 200', '/api/threads/5/messages 304'])
    const { pages = [] } = queryClient.getQueryData(query.queryKey) ?? {}
    expect(pages.map(({ results }) => results.map(({ id }) => id))).toEqual([
      [3, 4, 5],
      [1, 2],
    ])
  })

  it('brings the list up to date with what it has found, and not else', async () => {
    const { api, answers, requests, queryClient } = openApi({
      '/api/threads': { body: { results: [{ id: 5 }], next: null }, etag: '"1"' },
      '/api/threads/5/messages': { body: page([3], null), etag: '"1"' },
    })
    const list = new InfiniteQueryObserver(queryClient, threadsQuery(api))
    const stop = list.subscribe(() => undefined)
    const { queryKey } = messagesQuery(api, 5)
    await queryClient.fetchInfiniteQuery(messagesQuery(api, 5))
    await queryClient.refetchQueries({ queryKey })
    expect(requests.filter((request) => request.startsWith('/api/threads '))).toHaveLength(1)
    answers['/api/threads/5/messages'] = { body: page([3, 4], null), etag: '"2"' }
    await queryClient.refetchQueries({ queryKey })
    expect(requests.filter((request) => request.startsWith('/api/threads '))).toHaveLength(2)
    stop()
  })
})

it.each([
  ['the list', threadsQuery],
  ['a thread', (api: Api) => messagesQuery(api, 5)],
])('%s finds out that the session has ended', async (_, createQuery) => {
  const paths: string[] = []
  const api = createApi(async (path) => {
    paths.push(path)
    return path === apiPaths.me
      ? Response.json({ error: 'Not signed in' })
      : Response.json({}, { status: 401 })
  })
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionKey, { id: 1 })
  // The queries have two kinds of pages, but this test does not read any.
  const query = createQuery(api) as ReturnType<typeof threadsQuery>
  await expect(queryClient.fetchInfiniteQuery(query)).rejects.toThrow()
  expect(paths).toContain(apiPaths.me)
  await vi.waitFor(() => expect(queryClient.getQueryData(sessionKey)).toBeNull())
})

const message = (id: number): Message => ({
  id,
  client_id: String(id),
  is_own: true,
  body: `Message ${id}`,
  created_at: '2026-11-16T12:00:00.000Z',
  signals: [],
})

const page = (...ids: number[]): MessagesPage => ({
  thread: {} as Thread,
  results: ids.map(message),
  previous: null,
  offers: { can_offer: false, last: null },
  meetings: { can_propose: false, current: null, earlier: null },
  to_tell: [],
})

const data = { pages: [page(5, 6, 8), page(2, 3)], pageParams: ['', '5'] }
const idsOf = (pages: typeof data) => inOrder(pages).map(({ id }) => id)

it('puts the pages in the order of time', () => {
  expect(idsOf(data)).toEqual([2, 3, 5, 6, 8])
})

it.each([
  [9, [2, 3, 5, 6, 8, 9]],
  [7, [2, 3, 5, 6, 7, 8]],
  [8, [2, 3, 5, 6, 8]],
  // This message is sent again long after the first try.
  [4, [2, 3, 5, 6, 8]],
])('adds message %i in its place, once', (id, ids) => {
  const { pages } = addMessage(data, message(id))
  expect(idsOf({ ...data, pages })).toEqual(ids)
})

describe('mergeNewest', () => {
  it('keeps what the newest page no longer has, and where older ones begin', () => {
    const kept = { ...page(3, 4, 5), previous: '3', etag: '"1"' }
    const newest = { ...page(5, 6, 7), previous: '5', etag: '"2"' }
    const merged = { ...page(3, 4, 5, 6, 7), previous: '3', etag: '"2"' }
    expect(mergeNewest(kept, newest)).toEqual(merged)
  })

  it('leaves no gap: it starts anew if more has come than a page holds', () => {
    expect(mergeNewest(page(3, 4, 5), page(7, 8, 9))).toEqual(page(7, 8, 9))
  })
})
