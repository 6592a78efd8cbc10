import type { SessionAnswer, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, useApi } from '../api.ts'
import type { QueryOptions } from '../queries/query-client.ts'
import { useQuery } from '../queries/use-query.tsx'

export const sessionKey = ['session']

/** The signed-in student, or null: an error in the answer means nobody is signed in. */
function studentIn(answer: SessionAnswer): SessionUser | null {
  return 'error' in answer ? null : answer
}

export async function fetchSession(api: Api) {
  return studentIn(await api.get<SessionAnswer>(apiPaths.me))
}

/** Prolongs the session, and says whose it is. */
export async function refreshSession(api: Api) {
  return studentIn(await api.post<SessionAnswer>(apiPaths.refresh))
}

export function sessionQuery(api: Api): QueryOptions<SessionUser | null> {
  return {
    queryKey: sessionKey,
    queryFn: () => fetchSession(api),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

export function useSession() {
  const { data: user, isPending } = useQuery(sessionQuery(useApi()))
  return { user: user ?? null, isPending }
}
