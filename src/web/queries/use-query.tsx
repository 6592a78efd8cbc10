import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { onlineManager } from './online-manager.ts'
import type { Query, QueryFunction } from './query.ts'
import { defaultStaleTime, type QueryClient, type QueryOptions } from './query-client.ts'

const QueryClientContext = createContext<QueryClient | undefined>(undefined)

export function QueryClientProvider({
  client,
  children,
}: {
  client: QueryClient
  children: ReactNode
}) {
  useEffect(() => client.refetchOnReconnect(), [client])
  return <QueryClientContext value={client}>{children}</QueryClientContext>
}

export function useQueryClient(): QueryClient {
  const client = useContext(QueryClientContext)
  if (!client) throw new Error('useQueryClient needs a QueryClientProvider above it')
  return client
}

export interface UseQueryResult<Data> {
  data: Data | undefined
  error: Error | null
  /** Neither data nor an error yet. */
  isPending: boolean
  isFetching: boolean
  refetch: () => void
}

interface ObserverOptions {
  staleTime?: number | undefined
  enabled?: boolean | undefined
}

/** Subscribes to a query and fetches it when it is missing or stale. */
export function useQuery<Data>({
  queryKey,
  queryFn,
  ...options
}: QueryOptions<Data> & ObserverOptions): UseQueryResult<Data> {
  return useBaseQuery(useQueryClient().buildQuery<Data>(queryKey), queryFn, options)
}

export function useBaseQuery<Data>(
  query: Query<Data>,
  queryFn: QueryFunction<Data>,
  { staleTime = defaultStaleTime, enabled = true }: ObserverOptions,
): UseQueryResult<Data> {
  const getState = () => query.state
  const { data, error, isFetching } = useSyncExternalStore(query.subscribe, getState, getState)
  // Optimistic result: the first render already reports the fetch that the effect below starts.
  const willFetch =
    enabled && !query.isActive && query.isStale(staleTime) && onlineManager.isOnline()
  const currentError = willFetch && data === undefined ? null : error
  useEffect(() => {
    query.queryFn = queryFn
    query.staleTime = staleTime
  })
  useEffect(() => {
    if (enabled && query.isStale(staleTime)) query.refetch()
  }, [query, staleTime, enabled])
  return {
    data,
    error: currentError,
    isPending: data === undefined && !currentError,
    isFetching: isFetching || willFetch,
    refetch: () => query.refetch(),
  }
}
