import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { onMessagesBroadcast } from '../messages/messages-broadcast.ts'
import { pollMs } from '../messages/poll-intervals.ts'
import { isFromHistory } from '../navigation/is-from-history.ts'
import { hasMessages } from './has-messages.ts'
import { refreshSession, sessionKey, useSession } from './session.tsx'
import { onSessionBroadcast } from './session-broadcast.ts'
import { checkSession } from './set-session-user.ts'

const refreshIntervalMs = 1_500_000

/**
 * Refreshes the session while the page is open, follows logins and logouts in other tabs, also on a page that Back shows
 * again, and asks for the number of unread threads while the tab is visible.
 */
export function useSessionRefresh() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { isLoggedIn, user } = useSession()
  const isPolled = user !== null && hasMessages(user)

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

  // Apart: it begins once the user is known, and must not begin the time until the refresh again.
  useEffect(() => {
    if (!isPolled) return
    const check = () => isVisible() && checkSession(api, queryClient)
    const timer = setInterval(check, pollMs)
    const unsubscribe = onMessagesBroadcast(check)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [api, queryClient, isPolled])
}

const isVisible = () => document.visibilityState === 'visible'

function onVisible(listener: () => void) {
  const handleChange = () => isVisible() && listener()
  document.addEventListener('visibilitychange', handleChange)
  return () => document.removeEventListener('visibilitychange', handleChange)
}
