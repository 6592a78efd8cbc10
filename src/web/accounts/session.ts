import type { SessionResponse, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, useApi } from '../api.ts'
import type { QueryClient, QueryOptions } from '../queries/query-client.ts'
import { useQuery } from '../queries/use-query.tsx'

export const sessionKey = ['session']

/** The response holds an error when nobody is logged in. */
function toSessionUser(response: SessionResponse): SessionUser | null {
  return 'error' in response ? null : response
}

export async function fetchSession(api: Api) {
  return toSessionUser(await api.get<SessionResponse>(apiPaths.me))
}

/** Rotates the session's token and extends its idle time. */
export async function refreshSession(api: Api) {
  return toSessionUser(await api.post<SessionResponse>(apiPaths.refresh))
}

export function sessionQuery(api: Api): QueryOptions<SessionUser | null> {
  return {
    queryKey: sessionKey,
    queryFn: () => fetchSession(api),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** The cached user; null while the session is loading, too. */
export function getSessionUser(queryClient: QueryClient): SessionUser | null {
  return queryClient.getQueryData<SessionUser | null>(sessionKey) ?? null
}

export function useSession() {
  const { data: user, isPending } = useQuery(sessionQuery(useApi()))
  return { user: user ?? null, isPending }
}
