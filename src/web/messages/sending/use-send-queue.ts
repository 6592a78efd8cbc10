import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Message } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { hasStatus, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../../session/set-session-user.ts'
import { addMessage, type MessagePages } from '../message-pages.ts'
import { messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../use-messages-changed.ts'
import type { ThreadTarget } from './message-storage.ts'
import { newClientId, sendMessage } from './send-message.ts'
import { emptySendQueue, openSendQueue, type UnsentMessage } from './send-queue.ts'

/** What the student has sent to a thread and the server has not confirmed. `messages` are those that it has. */
export function useSendQueue(target: ThreadTarget, messages: readonly Message[]) {
  const [queue] = useState(() => openSendQueue(target))
  const state = useSyncExternalStore(queue.subscribe, queue.getState, () => emptySendQueue)
  const deliver = useDeliver(target.threadId)

  // Also those whose response was lost on the way.
  const confirmed = new Set(messages.map(({ client_id }) => client_id))
  const arrived = state.unsent.find(({ client_id }) => confirmed.has(client_id))
  useEffect(() => {
    if (arrived && !state.isSending) queue.remove(arrived.client_id)
  }, [queue, arrived, state.isSending])

  // What the server has refused would be refused again.
  const retryIfOffline = useEffectEvent(() => {
    if (state.error instanceof TypeError) queue.retry(deliver)
  })
  useEffect(() => {
    const listeners = new AbortController()
    window.addEventListener('online', () => retryIfOffline(), listeners)
    return () => listeners.abort()
  }, [])

  return {
    ...state,
    unsent: state.unsent.filter(({ client_id }) => !confirmed.has(client_id)),
    send: (body: string) => queue.send({ body, client_id: newClientId() }, deliver),
    retry: () => queue.retry(deliver),
    remove: queue.remove,
  }
}

function useDeliver(threadId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const queryKey = messageKeys.messages(threadId)
  return async (unsent: UnsentMessage) => {
    try {
      const { message } = await confirmFirst('Then your message is sent.', () =>
        sendMessage(api, apiPaths.messages(threadId), unsent),
      )
      // A poll that was answered before it would drop it again.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<MessagePages>(queryKey, (data) => data && addMessage(data, message))
    } catch (error) {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
      throw error
    } finally {
      // After a refusal too: it may say that the other cannot be written to any more.
      messagesChanged(queryClient)
    }
  }
}
