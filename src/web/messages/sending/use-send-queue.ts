import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Message } from '#contract/messages.ts'
import { useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import type { ThreadTarget } from './message-draft.ts'
import { emptySendQueue, newClientId, openSendQueue, type UnsentMessage } from './send-queue.ts'
import { createDeliver, sendWaiting } from './send-waiting.ts'

/**
 * The messages that the student has sent to a thread and the server has not confirmed. `messages` are the confirmed ones,
 * as of `updatedAt`. The component's key must have the student, because the queue is theirs.
 */
export function useSendQueue(
  target: ThreadTarget,
  { messages, updatedAt }: { messages: readonly Message[]; updatedAt: number },
) {
  const [queue] = useState(() => openSendQueue(target))
  const state = useSyncExternalStore(queue.subscribe, queue.getState, () => emptySendQueue)
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const deliver = (unsent: UnsentMessage) =>
    confirmFirst('Then your message is sent.', () =>
      createDeliver({ api, queryClient }, target)(unsent),
    )

  // A message that the server has counts as sent, even if the response was lost.
  const confirmed = new Set(messages.map(({ client_id }) => client_id))
  const arrived = state.unsent.find(({ client_id }) => confirmed.has(client_id))
  useEffect(() => {
    if (arrived && !state.isSending) queue.remove(arrived.client_id)
  }, [queue, arrived, state.isSending])

  const retryWithoutPress = useEffectEvent(() => {
    void sendWaiting({ api, queryClient }, target)
  })
  // The server has answered a poll, so it can be reached again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again after each poll
  useEffect(() => retryWithoutPress(), [updatedAt])

  return {
    ...state,
    unsent: state.unsent.filter(({ client_id }) => !confirmed.has(client_id)),
    send: (body: string) => queue.send({ body, client_id: newClientId() }, deliver),
    retry: () => queue.retry(deliver),
    remove: queue.remove,
  }
}
