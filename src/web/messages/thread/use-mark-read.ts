import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Thread } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../../queries/api.ts'
import { useMessagesChanged } from '../use-messages-changed.ts'

interface Shown {
  thread: Pick<Thread, 'id' | 'unread'>
  /** Of the newest message that is shown; what has come since stays unread. */
  newestId: number
  isAtEnd: boolean
  /** When the server was last asked: a request that failed is repeated after the next poll. */
  updatedAt: number
}

/** Marks the thread as read while its end is seen in a visible tab. */
export function useMarkRead({ thread: { id, unread }, newestId, isAtEnd, updatedAt }: Shown) {
  const api = useApi()
  const messagesChanged = useMessagesChanged()
  const isSeen = useIsTabVisible() && isAtEnd
  const readId = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeats after each poll
  useEffect(() => {
    if (!isSeen || unread === 0 || newestId <= readId.current) return
    readId.current = newestId
    api.post(apiPaths.readThread(id), { message_id: newestId }).then(messagesChanged, () => {
      readId.current = 0
    })
  }, [api, messagesChanged, id, unread, newestId, isSeen, updatedAt])
}

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const useIsTabVisible = () =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  )
