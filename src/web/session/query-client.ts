import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, hasStatus } from '../queries/api.ts'
import { setSessionUser } from './set-session-user.ts'

const maxRetries = 2
const retryDelayMs = 1000
/** Nobody waits longer for a page; it offers to try again instead. */
const maxRetryDelayMs = 10_000
const isBrowser = typeof window !== 'undefined'

/** On the server, one for each request: nothing of one student reaches another. */
export function createQueryClient(): QueryClient {
  const mutationCache = new MutationCache({
    // A write is refused so when the session has ended meanwhile.
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
        // The loader has tried already, and the page offers to try again.
        retryOnMount: false,
        retry: (failures, error) => isBrowser && shouldRetry(failures, error),
        retryDelay,
      },
      // A write fails at once while offline, instead of happening later by itself.
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}

/** A response is retried if the server says when, a failed connection once; while offline, retries wait. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return failures === 0
  return failures < maxRetries && (error.retryAfterMs ?? Infinity) <= maxRetryDelayMs
}

export function retryDelay(_failures: number, error: Error): number {
  return (error instanceof ApiError && error.retryAfterMs) || retryDelayMs
}
