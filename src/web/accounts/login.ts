import type { Login, SessionUser } from '#contract/accounts.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../api.ts'
import { useQueryClient } from '../queries/use-query.tsx'
import { changeSession } from './change-session.ts'
import { tellOtherTabs } from './other-tabs.ts'

/** Opens a session; the pages for visitors leave by themselves as soon as there is one. */
export function useLogin() {
  const api = useApi()
  const queries = useQueryClient()
  return async ({ email, password }: Login) => {
    const user = await api.post<SessionUser>(apiPaths.login, { email, password })
    changeSession(queries, user)
    tellOtherTabs()
  }
}
