import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useApi } from '../queries/api.ts'
import { forgetFormerStudent } from './forget-former-student.ts'
import { refreshSession, sessionKey, useSession } from './session.tsx'
import { checkSession, onSessionBroadcast } from './set-session-user.ts'

const refreshIntervalMs = 1_500_000

/**
 * Refreshes the session while the page is open. Notices logins and logouts in other tabs, and those that happened before
 * Back showed this page again.
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

  // This is for visitors too: a page that Back shows again does not know about a login since then.
  useEffect(() => {
    // A page for all students has no session in its state and asks for the session anyway.
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

/** Deletes what a former student has left in this browser. */
export function useForgetFormerStudent() {
  const { user, isLoggedIn, isPending } = useSession()
  const studentId = user?.id
  // A failed request leaves a page for students without a user. That says nothing.
  const isKnown = !isPending && isLoggedIn === (studentId !== undefined)
  const isFirst = useRef(true)
  useEffect(() => {
    // Without a network, a page knows only the session that the service worker has stored, if any.
    if (!isKnown || (studentId === undefined && navigator.onLine === false)) return
    // A document that Back shows again may be older than the session.
    if (!isFirst.current || !isFromHistory()) forgetFormerStudent(studentId)
    isFirst.current = false
  }, [isKnown, studentId])
}

const isVisible = () => document.visibilityState === 'visible'

function onVisible(listener: () => void) {
  const handleChange = () => isVisible() && listener()
  document.addEventListener('visibilitychange', handleChange)
  return () => document.removeEventListener('visibilitychange', handleChange)
}

/**
 * Returns whether Back or Forward led to this document. Browsers then show it from their cache, and the reader may have
 * logged in or out since. deferred-entry.ts sets `data-restored`.
 */
export function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type
  return type === 'back_forward' || 'restored' in document.documentElement.dataset
}
