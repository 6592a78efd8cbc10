import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/accounts.ts'
import type { Api } from '../api.ts'
import { fetchSession, sessionKey } from './session.tsx'
import { setSessionUser } from './set-session-user.ts'

type Request = (api: Api, kept?: SessionUser | null) => Promise<SessionUser | null>

/** A failed request does not mean that the session ended. */
export const checkSession = (api: Api, queryClient: QueryClient, request: Request = fetchSession) =>
  request(api, queryClient.getQueryData(sessionKey)).then(
    (user) => setSessionUser(queryClient, user),
    () => undefined,
  )

/**
 * Whether Back or Forward has brought this document. Browsers then take it from their caches as it was, without asking the
 * server: since then the reader may have logged in or out. `data-restored` is set by deferred-entry.ts.
 */
export function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type
  return type === 'back_forward' || 'restored' in document.documentElement.dataset
}
