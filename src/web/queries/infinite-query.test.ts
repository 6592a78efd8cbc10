import { describe, expect, it } from 'vitest'
import { fetchPages, type InfiniteQueryOptions } from './infinite-query.ts'

/** Three pages, each naming the next. */
const options: InfiniteQueryOptions<{ at: string; next: string | null }> = {
  queryKey: ['list'],
  queryFn: async ({ pageParam }) => ({
    at: pageParam,
    next: { '': 'b', b: 'c' }[pageParam] ?? null,
  }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
}

const fetchedPages = async (pageCount?: number) => {
  const { signal } = new AbortController()
  const { pages } = await fetchPages(options, pageCount)({ signal })
  return pages.map(({ at }) => at)
}

describe('infinite query', () => {
  it('fetches the first page', async () => {
    expect(await fetchedPages()).toEqual([''])
  })

  it('refetches as many pages as were loaded', async () => {
    expect(await fetchedPages(2)).toEqual(['', 'b'])
  })

  it('stops after the last page', async () => {
    expect(await fetchedPages(5)).toEqual(['', 'b', 'c'])
  })
})
