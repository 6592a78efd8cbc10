import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { messagesQuery, threadsQuery } from './message-queries.ts'
import { messagesChanged } from './use-messages-changed.ts'

const channel = new BroadcastChannel('messages')
afterEach(() => channel.close())

it('brings list, open thread and badge of this tab up to date, and tells the other tabs', async () => {
  let version = 1
  const fetch = vi.fn(async (path: string) =>
    Response.json(
      path === apiPaths.me ? { id: 1, unread: 0 } : { thread: {}, results: [], next: null },
      { headers: { etag: `"${version}"` } },
    ),
  )
  const api = createApi(fetch)
  const queryClient = createQueryClient()
  const stop = [
    new InfiniteQueryObserver(queryClient, threadsQuery(api)).subscribe(() => undefined),
    new InfiniteQueryObserver(queryClient, messagesQuery(api, 5)).subscribe(() => undefined),
  ]
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  fetch.mockClear()
  version = 2
  const heard = new Promise((resolve) => channel.addEventListener('message', resolve))

  messagesChanged(queryClient)
  await vi.waitFor(() => {
    const paths = fetch.mock.calls.map(([path]) => path)
    expect(new Set(paths)).toEqual(new Set([apiPaths.threads(), apiPaths.messages(5), apiPaths.me]))
  })
  await heard
  for (const each of stop) each()
})
