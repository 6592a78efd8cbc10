import type { QueryClient, QueryKey } from '@tanstack/react-query'

type DehydratedQueries = [queryKey: QueryKey, data: unknown][]

/**
 * Returns the successful queries for the page's state. Unlike TanStack's `dehydrate`, this has no timestamps: a page that is
 * rendered again from the same data keeps its ETag.
 */
export function dehydrateQueries(queryClient: QueryClient): DehydratedQueries {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])
}

/** Fills the query cache. The data counts as fetched now, because the server drops a cached page when its data changes. */
export function hydrateQueries(queryClient: QueryClient, queries: unknown): void {
  for (const [queryKey, data] of queries as DehydratedQueries) {
    queryClient.setQueryData(queryKey, data)
  }
}
