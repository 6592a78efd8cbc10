import type { QueryClient, QueryKey } from '@tanstack/react-query'

type DehydratedQueries = [queryKey: QueryKey, data: unknown][]

/**
 * The successful queries, for the page's state. Unlike TanStack's own `dehydrate` it has no timestamps: a page that is
 * rendered again from the same data keeps its ETag.
 */
export function dehydrateQueries(queryClient: QueryClient): DehydratedQueries {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }) => [queryKey, state.data])
}

/**
 * Counts as fetched now: the server drops a cached page when the data it shows changes. A document from the history may be
 * older, so its data counts as stale and is fetched again once it is shown.
 */
export function hydrateQueries(
  queryClient: QueryClient,
  queries: unknown,
  { isFromHistory = false } = {},
): void {
  for (const [queryKey, data] of queries as DehydratedQueries) {
    queryClient.setQueryData(queryKey, data, isFromHistory ? { updatedAt: 1 } : {})
  }
}

/**
 * Whether Back or Forward has brought this document. Browsers then take it from their caches as it was, without asking the
 * server: since then the reader may have logged in or out. `data-restored` is set by deferred-entry.ts.
 */
export function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type
  return type === 'back_forward' || 'restored' in document.documentElement.dataset
}
