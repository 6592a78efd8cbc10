import { useQueryClient } from '@tanstack/react-query'
import type { Login, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../queries/api.ts'
import { broadcastSessionChange } from './session-broadcast.ts'
import { setSessionUser } from './set-session-user.ts'

/** Logs in. The login and sign-up pages redirect once the session has a user. */
export function useLogin() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async ({ email, password }: Login) => {
    const user = await api.post<SessionUser>(apiPaths.login, { email, password })
    setSessionUser(queryClient, user)
    broadcastSessionChange()
    return user
  }
}
