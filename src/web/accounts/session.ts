import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { SessionResponse, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Audience } from '#contract/rendering.ts'
import { type Api, useApi } from '../api.ts'

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

export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: () => fetchSession(api),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Whom the document was rendered for; it stands until the session is loaded. */
export const AudienceContext = createContext<Audience>('visitors')

/** A page for all students has no user in its state: `user` is null at first while `isLoggedIn` is already true. */
export function useSession() {
  const audience = useContext(AudienceContext)
  const { data: user, isPending } = useQuery(sessionQuery(useApi()))
  return {
    user: user ?? null,
    isLoggedIn: user === undefined ? audience === 'students' : user !== null,
    isPending,
  }
}
