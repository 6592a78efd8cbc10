import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { createApi } from '../../queries/api.ts'
import { createQueryClient } from '../../session/query-client.ts'
import { dropOldList, listingsQuery } from './listings-query.ts'

const minuteMs = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Creates a browser that has shown this many pages of a list and then left the list. */
function showPages(count: number) {
  const fetch = vi.fn(async () => Response.json({ results: [], next: null }))
  const queryClient = createQueryClient()
  queryClient.mount()
  const query = listingsQuery(createApi(fetch), categoryById.misc, new URLSearchParams())
  const visit = () => new InfiniteQueryObserver(queryClient, query).subscribe(() => undefined)
  queryClient.setQueryDefaults(query.queryKey, { gcTime: query.gcTime })
  const pages = Array.from({ length: count }, (_, page) => ({ results: [], next: `${page}` }))
  queryClient.setQueryData(query.queryKey as readonly unknown[], {
    pages,
    pageParams: pages.map(() => ''),
  })
  const isKept = () => queryClient.getQueryData(query.queryKey) !== undefined
  return { fetch, queryClient, query, visit, isKept }
}

it('a long list is shown as it was when the reader comes back, for an hour', async () => {
  const { fetch, visit, isKept } = showPages(3)
  await vi.advanceTimersByTimeAsync(20 * minuteMs)
  const leave = visit()
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(fetch).not.toHaveBeenCalled()
  leave()
  await vi.advanceTimersByTimeAsync(59 * minuteMs)
  expect(isKept()).toBe(true)
  await vi.advanceTimersByTimeAsync(2 * minuteMs)
  expect(isKept()).toBe(false)
})

it('one page is fetched again', async () => {
  const { fetch, visit } = showPages(1)
  await vi.advanceTimersByTimeAsync(minuteMs)
  const leave = visit()
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledTimes(1)
  leave()
})

it('a link to an old long list begins it again', async () => {
  const { queryClient, query, isKept } = showPages(2)
  dropOldList(queryClient, query)
  expect(isKept()).toBe(true)
  await vi.advanceTimersByTimeAsync(minuteMs)
  dropOldList(queryClient, query)
  expect(isKept()).toBe(false)
})
