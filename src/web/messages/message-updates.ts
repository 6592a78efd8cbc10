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
 * TanStack Query's polling asks only while the tab is visible, at once when it is again after a longer time, waits while
 * there is no connection, and never asks twice at once. For one component per query: each has a timer of its own.
 */
export const polling = (intervalMs: number) => ({
  staleTime: intervalMs,
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? pollMs : intervalMs,
  refetchOnWindowFocus: true,
})

/** The list of threads, kept up to date; so are all messages when another tab has changed something. */
export function usePolledThreads() {
  const queryClient = useQueryClient()
  useEffect(() => onMessagesBroadcast(() => refetchWhenVisible(queryClient)), [queryClient])
  return useInfiniteQuery({ ...threadsQuery(useApi()), ...polling(pollMs) })
}

/** The messages of the thread that is open. */
export const usePolledMessages = (threadId: number) =>
  useInfiniteQuery({ ...messagesQuery(useApi(), threadId), ...polling(openThreadPollMs) })

/** A hidden tab asks once it is visible: what is invalid counts as older than any interval. */
function refetchWhenVisible(queryClient: QueryClient) {
  const isVisible = document.visibilityState === 'visible'
  queryClient.invalidateQueries({
    queryKey: messageKeys.all,
    refetchType: isVisible ? 'active' : 'none',
  })
}

/** Call it after sending or reading a message, blocking a student, or changing the listing of a thread. All tabs then refetch. */
export function messagesChanged(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: messageKeys.all })
  broadcastMessagesChange()
}

export function useMessagesChanged() {
  const queryClient = useQueryClient()
  return useCallback(() => messagesChanged(queryClient), [queryClient])
}
