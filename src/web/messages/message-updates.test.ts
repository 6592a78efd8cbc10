import {
  environmentManager,
  focusManager,
  InfiniteQueryObserver,
  onlineManager,
} from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { createApi } from '../queries/api.ts'
import { createQueryClient } from '../session/query-client.ts'
import { messagesQuery, threadsQuery } from './message-queries.ts'
import { messagesChanged, polling } from './message-updates.ts'
import { openThreadPollMs, pollMs } from './unread-polling.ts'

describe('polling', () => {
  const page = { thread: { id: 5 }, results: [], previous: null }
  const answer = () => Response.json(page, { headers: { etag: '"1"' } })

  beforeEach(() => {
    vi.useFakeTimers()
    // Act as a browser, because nothing is polled on a server.
    environmentManager.setIsServer(() => false)
  })
  afterEach(() => {
    vi.useRealTimers()
    environmentManager.setIsServer(() => true)
    focusManager.setFocused(undefined)
    onlineManager.setOnline(true)
  })

  /** Opens a thread and waits for its first request. */
  async function openThread() {
    const fetch = vi.fn(async () => answer())
    const options = { ...messagesQuery(createApi(fetch), 5), ...polling(openThreadPollMs) }
    const queryClient = createQueryClient()
    queryClient.mount()
    const close = new InfiniteQueryObserver(queryClient, options).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(fetch).toHaveBeenCalledTimes(1)
    fetch.mockClear()
    const stop = () => {
      close()
      queryClient.unmount()
    }
    return { fetch, stop }
  }

  it('asks every few seconds', async () => {
    const { fetch, stop } = await openThread()
    await vi.advanceTimersByTimeAsync(4 * openThreadPollMs)
    expect(fetch).toHaveBeenCalledTimes(4)
    stop()
    await vi.advanceTimersByTimeAsync(4 * openThreadPollMs)
    expect(fetch).toHaveBeenCalledTimes(4)
  })

  it('asks nothing while the tab is hidden, and at once when it is visible again', async () => {
    const { fetch, stop } = await openThread()
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(10 * openThreadPollMs)
    expect(fetch).not.toHaveBeenCalled()
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(fetch).toHaveBeenCalledTimes(1)
    stop()
  })

  it('does not ask again for a glance at another tab', async () => {
    const { fetch, stop } = await openThread()
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(openThreadPollMs - 1)
    expect(fetch).not.toHaveBeenCalled()
    stop()
  })

  it('never asks twice at once', async () => {
    const { fetch, stop } = await openThread()
    fetch.mockReturnValue(new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(10 * openThreadPollMs)
    expect(fetch).toHaveBeenCalledTimes(1)
    stop()
  })

  it('asks less often while the server fails', async () => {
    const { fetch, stop } = await openThread()
    fetch.mockImplementation(async () => Response.json({}, { status: 500 }))
    await vi.advanceTimersByTimeAsync(openThreadPollMs + pollMs - 1)
    expect(fetch).toHaveBeenCalledTimes(1)
    fetch.mockImplementation(async () => answer())
    await vi.advanceTimersByTimeAsync(1 + openThreadPollMs)
    expect(fetch).toHaveBeenCalledTimes(3)
    stop()
  })

  it('waits while there is no connection', async () => {
    const { fetch, stop } = await openThread()
    onlineManager.setOnline(false)
    await vi.advanceTimersByTimeAsync(10 * openThreadPollMs)
    expect(fetch).not.toHaveBeenCalled()
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(fetch).toHaveBeenCalledTimes(1)
    stop()
  })
})

describe('after a change', () => {
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
      expect(new Set(paths)).toEqual(
        new Set([apiPaths.threads(), apiPaths.messages(5), apiPaths.me]),
      )
    })
    await heard
    for (const each of stop) each()
  })
})
