import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageKeys } from './message-queries.ts'
import { broadcastMessagesChange } from './unread-polling.ts'

/** After a message was sent or read, a student blocked, or a listing of threads changed: this tab and the others ask again. */
export function messagesChanged(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: messageKeys.all })
  broadcastMessagesChange()
}

export function useMessagesChanged() {
  const queryClient = useQueryClient()
  return useCallback(() => messagesChanged(queryClient), [queryClient])
}
