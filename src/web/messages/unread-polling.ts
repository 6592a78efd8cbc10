import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showUnreadCount } from '../navigation/head.ts'
import { useApi } from '../queries/api.ts'
import { hasMessages } from '../session/has-messages.ts'
import { useSession } from '../session/session.tsx'
import { checkSession } from '../session/set-session-user.ts'
import { createTabBroadcast } from '../ui/tab-broadcast.ts'

/** How often a visible tab asks for news: in an open thread, and on any other page. */
export const openThreadPollMs = 5_000
export const pollMs = 60_000

/** Tells other tabs that messages were sent or read, and listens to them. */
export const { send: broadcastMessagesChange, subscribe: onMessagesBroadcast } =
  createTabBroadcast('messages')

/** Polls the number of unread threads, which is part of the session, while the tab is visible, and shows it in the title. */
export function useUnreadPolling() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { user, isPending } = useSession()
  const isPolled = user !== null && hasMessages(user)
  useEffect(() => {
    if (!isPolled) return
    const check = () => document.visibilityState === 'visible' && checkSession(api, queryClient)
    const timer = setInterval(check, pollMs)
    const unsubscribe = onMessagesBroadcast(check)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [api, queryClient, isPolled])
  const unread = isPending ? undefined : (user?.unread ?? 0)
  useEffect(() => {
    if (unread !== undefined) showUnreadCount(unread)
  }, [unread])
}
