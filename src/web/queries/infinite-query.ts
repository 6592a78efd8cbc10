import type { QueryFunction, QueryKey } from './query.ts'

export interface InfiniteQueryOptions<Page> {
  queryKey: QueryKey
  queryFn: (context: { pageParam: string; signal: AbortSignal }) => Promise<Page>
  initialPageParam: string
  getNextPageParam: (lastPage: Page) => string | null
}

export interface InfiniteData<Page> {
  pages: Page[]
}

/** Fetches the first `pageCount` pages in sequence; each names the next. */
export function fetchPages<Page>(
  { queryFn, initialPageParam, getNextPageParam }: InfiniteQueryOptions<Page>,
  pageCount = 1,
): QueryFunction<InfiniteData<Page>> {
  return async ({ signal }) => {
    const pages: Page[] = []
    let pageParam: string | null = initialPageParam
    while (pageParam !== null && pages.length < pageCount) {
      const page = await queryFn({ pageParam, signal })
      pages.push(page)
      pageParam = getNextPageParam(page)
    }
    return { pages }
  }
}
