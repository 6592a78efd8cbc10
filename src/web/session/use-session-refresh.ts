import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isFromHistory } from '../navigation/is-from-history.ts'
import { useApi } from '../queries/api.ts'
import { refreshSession, sessionKey, useSession } from './session.tsx'
import { onSessionBroadcast } from './session-broadcast.ts'
import { checkSession } from './set-session-user.ts'

const refreshIntervalMs = 1_500_000

/**
 * Refreshes the session while the page is open, and follows logins and logouts in other tabs, also on a page that Back
 * shows again.
 */
export function useSessionRefresh() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { isLoggedIn } = useSession()

  useEffect(() => {
    const check = () => checkSession(api, queryClient)
    const unsubscribe = onSessionBroadcast(check)
    if (!isLoggedIn) return unsubscribe

    const refresh = () => checkSession(api, queryClient, { request: refreshSession })
    const timer = setInterval(refresh, refreshIntervalMs)
    const unsubscribeVisible = onVisible(check)
    return () => {
      unsubscribe()
      clearInterval(timer)
      unsubscribeVisible()
    }
  }, [api, queryClient, isLoggedIn])

  // Visitors, too: a page that Back shows again does not know of a login since.
  useEffect(() => {
    // A page for all students has no session in its state and asks for it anyway.
    const isKnown = queryClient.getQueryData(sessionKey) !== undefined
    if (isKnown && isFromHistory()) checkSession(api, queryClient)
    const handleShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      checkSession(api, queryClient)
      queryClient.refetchQueries({ type: 'active', stale: true })
    }
    window.addEventListener('pageshow', handleShow)
    return () => window.removeEventListener('pageshow', handleShow)
  }, [api, queryClient])
}

const isVisible = () => document.visibilityState === 'visible'

function onVisible(listener: () => void) {
  const handleChange = () => isVisible() && listener()
  document.addEventListener('visibilitychange', handleChange)
  return () => document.removeEventListener('visibilitychange', handleChange)
}
