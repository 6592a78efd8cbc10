import { describe, expect, it } from 'vitest'
import { allPages, type PagesOptions } from './use-pages.ts'

/** Three pages, each naming the next. */
const options: PagesOptions<{ at: string; next: string | null }> = {
  queryKey: ['list'],
  firstParam: '',
  nextParam: ({ next }) => next,
  fetchPage: async (at) => ({ at, next: { '': 'b', b: 'c' }[at] ?? null }),
}

const pagesOf = async (count?: number) => {
  const pages = await allPages(options, count).queryFn(new AbortController().signal)
  return pages.map(({ at }) => at)
}

describe('a list that comes page by page', () => {
  it('begins with its first page', async () => {
    expect(await pagesOf()).toEqual([''])
  })

  it('is asked for again as far as it was there', async () => {
    expect(await pagesOf(2)).toEqual(['', 'b'])
  })

  it('ends where there is no next page', async () => {
    expect(await pagesOf(5)).toEqual(['', 'b', 'c'])
  })
})
