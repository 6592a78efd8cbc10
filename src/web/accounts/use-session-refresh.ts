import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SessionUser } from '#contract/accounts.ts'
import { type Api, useApi } from '../api.ts'
import { fetchSession, refreshSession, useSession } from './session.tsx'
import { onSessionBroadcast } from './session-broadcast.ts'
import { setSessionUser } from './set-session-user.ts'

const refreshIntervalMs = 1_500_000

/** Refreshes the session while the page is open, and follows logins and logouts in other tabs. */
export function useSessionRefresh() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { isLoggedIn } = useSession()

  useEffect(() => {
    // A failed request does not mean that the session ended.
    const updateFrom = (request: (api: Api) => Promise<SessionUser | null>) =>
      request(api).then(
        (user) => setSessionUser(queryClient, user),
        () => undefined,
      )
    const check = () => updateFrom(fetchSession)
    const unsubscribe = onSessionBroadcast(check)
    if (!isLoggedIn) return unsubscribe

    const checkWhenVisible = () => document.visibilityState === 'visible' && check()
    const timer = setInterval(() => updateFrom(refreshSession), refreshIntervalMs)
    document.addEventListener('visibilitychange', checkWhenVisible)
    return () => {
      unsubscribe()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkWhenVisible)
    }
  }, [api, queryClient, isLoggedIn])
}
