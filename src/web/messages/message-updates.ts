import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useApi } from '../queries/api.ts'
import { messageKeys, messagesQuery, threadsQuery } from './message-queries.ts'
import {
  broadcastMessagesChange,
  onMessagesBroadcast,
  openThreadPollMs,
  pollMs,
} from './unread-polling.ts'

/**
 * Options for TanStack Query's polling. It asks only while the tab is visible, and at once when the tab becomes visible
 * after a longer time. It waits while there is no connection, and never asks twice at once. Use it in one component per
 * query, because each component has its own timer.
 */
export const polling = (intervalMs: number) => ({
  staleTime: intervalMs,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? pollMs : intervalMs,
  refetchOnWindowFocus: true,
})

/** The list of threads, kept up to date. When another tab has changed something, all messages are refetched too. */
export function usePolledThreads() {
  const queryClient = useQueryClient()
  useEffect(() => onMessagesBroadcast(() => refetchWhenVisible(queryClient)), [queryClient])
  return useInfiniteQuery({ ...threadsQuery(useApi()), ...polling(pollMs) })
}

/** The messages of the open thread, kept up to date. */
export const usePolledMessages = (threadId: number) =>
  useInfiniteQuery({ ...messagesQuery(useApi(), threadId), ...polling(openThreadPollMs) })

/** Fetches the messages of a thread as soon as its link is touched, before the page opens. */
export function usePrefetchMessages(threadId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => {
    const query = { ...messagesQuery(api, threadId), staleTime: openThreadPollMs }
    void queryClient.prefetchInfiniteQuery(query)
  }
}

/**
 * Invalidates all messages. A hidden tab refetches them once it is visible, because invalid data counts as older than any
 * interval.
 */
function refetchWhenVisible(queryClient: QueryClient) {
  const isVisible = document.visibilityState === 'visible'
  queryClient.invalidateQueries({
    queryKey: messageKeys.all,
    refetchType: isVisible ? 'active' : 'none',
  })
}

/**
 * Makes all tabs refetch. Call this after sending or reading a message, blocking a student, or changing the listing of a
 * thread.
 */
export function messagesChanged(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: messageKeys.all })
  broadcastMessagesChange()
}

export function useMessagesChanged() {
  const queryClient = useQueryClient()
  return useCallback(() => messagesChanged(queryClient), [queryClient])
}
