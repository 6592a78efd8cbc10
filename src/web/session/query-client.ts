import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, hasStatus } from '../queries/api.ts'
import { setSessionUser } from './set-session-user.ts'

const maxRetries = 2
const retryDelayMs = 1000
/** The longest delay before a retry. If the server asks for a longer one, the page offers to try again instead. */
const maxRetryDelayMs = 10_000
const isBrowser = typeof window !== 'undefined'

/** Creates a query client. The server creates one for each request, so that no student gets another student's data. */
export function createQueryClient(): QueryClient {
  const mutationCache = new MutationCache({
    // A 401 means that the session has ended since the page was opened.
    onError: (error) => {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
    },
  })
  const queryClient = new QueryClient({
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // The loader has already tried, and the page offers to try again.
        retryOnMount: false,
        retry: (failures, error) => isBrowser && shouldRetry(failures, error),
        retryDelay,
      },
      // A write fails at once while offline. By default it would run later by itself.
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

/**
 * Makes queries ask even without a connection: the service worker may have the answer. If it has none, they wait for the
 * connection as before.
 */
export function readFromServiceWorker(queryClient: QueryClient) {
  const { queries, ...rest } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, networkMode: 'offlineFirst' } })
}

/**
 * Returns whether to retry: a response if the server says when, and a failed connection once. While offline, retries wait.
 */
export function shouldRetry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return failures === 0
  return failures < maxRetries && (error.retryAfterMs ?? Infinity) <= maxRetryDelayMs
}

export function retryDelay(_failures: number, error: Error): number {
  return (error instanceof ApiError && error.retryAfterMs) || retryDelayMs
}
