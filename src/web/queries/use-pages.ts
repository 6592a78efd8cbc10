import { useState } from 'react'
import type { QueryOptions } from './query-client.ts'
import { type QueryResult, useQueryClient, useWatched } from './use-query.tsx'

/** A list that comes page by page. */
export interface PagesOptions<Page> {
  queryKey: QueryOptions<Page>['queryKey']
  fetchPage: (pageParam: string, signal: AbortSignal) => Promise<Page>
  firstParam: string
  nextParam: (last: Page) => string | null
}

export interface PagesResult<Page> extends QueryResult<Page[]> {
  hasNextPage: boolean
  fetchNextPage: () => void
  /** These pages answer the question before this one, and stay until this one is answered. */
  isPlaceholderData: boolean
}

/** Asks for as many pages as are there already, and for the first in any case. */
export function allPages<Page>(options: PagesOptions<Page>, count = 1): QueryOptions<Page[]> {
  const { queryKey, fetchPage, firstParam, nextParam } = options
  const queryFn = async (signal: AbortSignal) => {
    const pages: Page[] = []
    let param: string | null = firstParam
    while (param !== null && pages.length < count) {
      const page = await fetchPage(param, signal)
      pages.push(page)
      param = nextParam(page)
    }
    return pages
  }
  return { queryKey, queryFn }
}

export function usePages<Page>(options: PagesOptions<Page>): PagesResult<Page> {
  const query = useQueryClient().query<Page[]>(options.queryKey)
  const { queryFn } = allPages(options, query.state.data?.length)
  const result = useWatched(query, queryFn, {})
  const { data, error } = result
  const [before, setBefore] = useState(data)
  if (data && data !== before) setBefore(data)
  const last = data?.at(-1)
  const next = last ? options.nextParam(last) : null
  const fetchNextPage = () => {
    if (!data || next === null) return
    const ask = async (signal: AbortSignal) => [...data, await options.fetchPage(next, signal)]
    query.fetch(ask).catch(() => undefined)
  }
  return {
    ...result,
    data: data ?? (error ? undefined : before),
    isPending: result.isPending && !before,
    hasNextPage: next !== null,
    fetchNextPage,
    isPlaceholderData: !data && !error && before !== undefined,
  }
}
