import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SendMessageResponse } from '#contract/messages.ts'
import { hasStatus, useApi } from '../queries/api.ts'
import { useConfirmFirst } from '../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../session/set-session-user.ts'
import { addMessage, inOrder, type MessagePages, messageKeys } from './message-queries.ts'
import { messagesChanged } from './message-updates.ts'
import { repeatableIds } from './sending/send-queue.ts'

/** Sends steps of an agreement, one at a time. Each is a message, which appears in the list. */
export function useThreadSteps<Step extends object>(
  threadId: number,
  pathOf: (step: Step) => string,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const [clientIds] = useState(repeatableIds)
  const queryKey = messageKeys.messages(threadId)
  const mutation = useMutation({
    mutationFn: async (step: Step) => {
      const pages = queryClient.getQueryData<MessagePages>(queryKey)
      const body = { ...step, client_id: clientIds.of(step, pages && inOrder(pages)) }
      const { message } = await confirmFirst('Then your answer is sent.', () =>
        api.post<SendMessageResponse>(pathOf(step), body),
      )
      clientIds.done()
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<MessagePages>(queryKey, (data) => data && addMessage(data, message))
    },
    onError: (error) => {
      if (hasStatus(error, 401)) setSessionUser(queryClient, null)
    },
    // Refetch after a refusal too: the other student may have answered first. The buttons stay busy until then.
    onSettled: async () => {
      messagesChanged(queryClient)
      await queryClient.refetchQueries({ queryKey })
    },
  })
  return {
    send: (step: Step, onDone: () => void) => {
      if (!mutation.isPending) mutation.mutate(step, { onSuccess: onDone })
    },
    isPending: mutation.isPending,
    sending: mutation.isPending ? mutation.variables : undefined,
    error: mutation.error,
    clearError: mutation.reset,
  }
}
