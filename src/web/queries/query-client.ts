import { fetchPages, type InfiniteData, type InfiniteQueryOptions } from './infinite-query.ts'
import { onlineManager } from './online-manager.ts'
import { Query, type QueryFunction, type QueryKey } from './query.ts'

export interface QueryOptions<Data> {
  queryKey: QueryKey
  queryFn: QueryFunction<Data>
  /** For how many milliseconds data is used without a refetch. */
  staleTime?: number
}

export const defaultStaleTime = 30_000

interface QueryFilters {
  /** Matches every query whose key starts with it. */
  queryKey?: QueryKey
  predicate?: (query: Query) => boolean
  /** Active queries have observers. */
  type?: 'active' | 'inactive'
}

type DehydratedState = [queryKey: QueryKey, data: unknown][]

/** The cache of server data: filled before rendering on the server, hydrated in the browser. */
export class QueryClient {
  #queries = new Map<string, Query>()

  /** Finds or creates the cache entry. */
  buildQuery<Data>(queryKey: QueryKey): Query<Data> {
    const hash = JSON.stringify(queryKey)
    const query = this.#queries.get(hash) ?? new Query(queryKey, () => this.#queries.delete(hash))
    this.#queries.set(hash, query)
    return query as Query<Data>
  }

  getQueryData<Data>(queryKey: QueryKey): Data | undefined {
    return this.buildQuery<Data>(queryKey).state.data
  }

  setQueryData(queryKey: QueryKey, data: unknown): void {
    this.buildQuery(queryKey).setData(data)
  }

  /** Returns cached data while it is fresh. */
  async fetchQuery<Data>(options: QueryOptions<Data>): Promise<Data> {
    const { queryKey, queryFn, staleTime = defaultStaleTime } = options
    const query = this.buildQuery<Data>(queryKey)
    const { data } = query.state
    return data === undefined || query.isStale(staleTime) ? query.fetch(queryFn) : data
  }

  fetchInfiniteQuery<Page>(options: InfiniteQueryOptions<Page>): Promise<InfiniteData<Page>> {
    return this.fetchQuery({ queryKey: options.queryKey, queryFn: fetchPages(options) })
  }

  /** Never rejects: for data that a page can render without. */
  async prefetchQuery(options: QueryOptions<unknown>): Promise<void> {
    await this.fetchQuery(options).catch(() => undefined)
  }

  /** Marks queries as stale and refetches the active ones, unless `refetchType` is 'none'. */
  async invalidateQueries({
    refetchType,
    ...filters
  }: QueryFilters & { refetchType?: 'none' }): Promise<void> {
    for (const query of this.findAll(filters)) query.invalidate()
    if (refetchType === 'none') return
    const active = this.findAll({ ...filters, type: 'active' })
    await Promise.all(active.map((query) => query.refetch()))
  }

  removeQueries(filters: QueryFilters): void {
    for (const { queryKey } of this.findAll(filters)) {
      this.#queries.delete(JSON.stringify(queryKey))
    }
  }

  /** Refetches stale active queries whenever the connection returns. */
  refetchOnReconnect(): () => void {
    return onlineManager.subscribe(() => {
      if (!onlineManager.isOnline()) return
      for (const query of this.findAll({ type: 'active' })) {
        if (query.isStale(query.staleTime)) query.refetch()
      }
    })
  }

  findAll({ queryKey = [], predicate = () => true, type }: QueryFilters = {}): Query[] {
    return [...this.#queries.values()].filter(
      (query) =>
        queryKey.every((part, index) => query.queryKey[index] === part) &&
        predicate(query) &&
        (!type || query.isActive === (type === 'active')),
    )
  }
}

/** The successful queries as JSON, for the page's state. */
export function dehydrate(queryClient: QueryClient): DehydratedState {
  return queryClient
    .findAll()
    .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [[queryKey, data]]))
}

/** Counts as fetched now: the server drops a cached page when the data it shows changes. */
export function hydrate(queryClient: QueryClient, state: DehydratedState): void {
  for (const [queryKey, data] of state) queryClient.setQueryData(queryKey, data)
}
