import { useState } from 'react'
import { fetchPages, type InfiniteData, type InfiniteQueryOptions } from './infinite-query.ts'
import type { QueryFunction } from './query.ts'
import { type UseQueryResult, useBaseQuery, useQueryClient } from './use-query.tsx'

export interface UseInfiniteQueryResult<Page> extends UseQueryResult<InfiniteData<Page>> {
  hasNextPage: boolean
  fetchNextPage: () => void
  /** The data is that of the previous key, kept until this key's first page arrives. */
  isPlaceholderData: boolean
}

export function useInfiniteQuery<Page>(
  options: InfiniteQueryOptions<Page>,
): UseInfiniteQueryResult<Page> {
  const query = useQueryClient().buildQuery<InfiniteData<Page>>(options.queryKey)
  const queryFn = fetchPages(options, query.state.data?.pages.length)
  const result = useBaseQuery(query, queryFn, {})
  const { data, error } = result
  const [previousData, setPreviousData] = useState(data)
  if (data && data !== previousData) setPreviousData(data)
  const lastPage = data?.pages.at(-1)
  const pageParam = lastPage ? options.getNextPageParam(lastPage) : null
  const fetchNextPage = () => {
    if (!data || pageParam === null) return
    const appendPage: QueryFunction<InfiniteData<Page>> = async ({ signal }) => ({
      pages: [...data.pages, await options.queryFn({ pageParam, signal })],
    })
    query.fetch(appendPage).catch(() => undefined)
  }
  return {
    ...result,
    data: data ?? (error ? undefined : previousData),
    isPending: result.isPending && !previousData,
    hasNextPage: pageParam !== null,
    fetchNextPage,
    isPlaceholderData: !data && !error && previousData !== undefined,
  }
}
