import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { type Ask, isOnline, type Query } from './query.ts'
import { normalStaleTime, type QueryClient, type QueryOptions } from './query-client.ts'

const QueryClientContext = createContext<QueryClient | undefined>(undefined)

export function QueryClientProvider({
  client,
  children,
}: {
  client: QueryClient
  children: ReactNode
}) {
  useEffect(() => client.followConnection(), [client])
  return <QueryClientContext value={client}>{children}</QueryClientContext>
}

export function useQueryClient(): QueryClient {
  const client = useContext(QueryClientContext)
  if (!client) throw new Error('useQueryClient needs a QueryClientProvider above it')
  return client
}

export interface QueryResult<Data> {
  data: Data | undefined
  error: Error | null
  /** Neither an answer nor a failure yet. */
  isPending: boolean
  isFetching: boolean
  refetch: () => void
}

interface Watching {
  staleTime?: number | undefined
  enabled?: boolean | undefined
}

/** The answer as it is now; asked for when it is missing or old. */
export function useQuery<Data>({
  queryKey,
  queryFn,
  ...watching
}: QueryOptions<Data> & Watching): QueryResult<Data> {
  return useWatched(useQueryClient().query<Data>(queryKey), queryFn, watching)
}

/** For answers that are put together from several. */
export function useWatched<Data>(
  query: Query<Data>,
  ask: Ask<Data>,
  { staleTime = normalStaleTime, enabled = true }: Watching,
): QueryResult<Data> {
  const read = () => query.state
  const { data, error, isFetching } = useSyncExternalStore(query.watch, read, read)
  // Known before it begins, so that the first picture is already that of something on its way.
  const isAbout = enabled && !query.isWatched && query.isStale(staleTime) && isOnline()
  const shownError = isAbout && data === undefined ? null : error
  useEffect(() => {
    query.ask = ask
    query.staleTime = staleTime
  })
  useEffect(() => {
    if (enabled && query.isStale(staleTime)) query.refetch()
  }, [query, staleTime, enabled])
  return {
    data,
    error: shownError,
    isPending: data === undefined && !shownError,
    isFetching: isFetching || isAbout,
    refetch: () => query.refetch(),
  }
}
