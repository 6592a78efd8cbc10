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
