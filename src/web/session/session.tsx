import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react'
import type { SessionResponse, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Audience } from '#contract/rendering.ts'
import { type Api, useApi } from '../queries/api.ts'

export const sessionKey = ['session']

/** Returns the user, or null: the body has an error when nobody is logged in. */
function toSessionUser(response: SessionResponse): SessionUser | null {
  return 'error' in response ? null : response
}

/** Fetches the session. With the previous user, the server does not send an unchanged session again. */
export async function fetchSession(api: Api, kept?: SessionUser | null) {
  return toSessionUser(await api.getIfChanged<SessionResponse>(apiPaths.me, kept))
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

interface Session {
  user: SessionUser | null
  /** Also true while `user` is still null: a page that is the same for all students has no user in its state. */
  isLoggedIn: boolean
  isPending: boolean
}

const SessionContext = createContext<Session | undefined>(undefined)

/** Provides the session from one query. Until it has data, the document's audience says whether somebody is logged in. */
export function SessionProvider({
  audience,
  children,
}: {
  audience: Audience
  children: ReactNode
}) {
  const { data: user, isPending } = useQuery(sessionQuery(useApi()))
  const isLoggedIn = user === undefined ? audience === 'students' : user !== null
  const session = useMemo(
    () => ({ user: user ?? null, isLoggedIn, isPending }),
    [user, isLoggedIn, isPending],
  )
  // The value is deferred, so that a navigation renders first: after a logout, the old page never shows without its user.
  return <SessionContext value={useDeferredValue(session)}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/**
 * Returns whether login and sign-up should redirect. For a moment after a logout `useSession` still has the former user, and
 * for a moment after a login it does not have the new one yet.
 */
export function useShouldRedirect(): boolean {
  const { user } = useSession()
  const { data: latest } = useQuery(sessionQuery(useApi()))
  return user !== null && latest?.id === user.id
}
