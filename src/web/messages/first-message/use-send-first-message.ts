import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { contactQuery } from '../../listings/listing-queries.ts'
import { hasStatus, isUnconfirmed, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { newClientId, sendMessage } from '../sending/send-message.ts'
import type { UnsentMessage } from '../sending/send-queue.ts'
import { messagesChanged } from '../use-messages-changed.ts'

/** The same text is the same message, however often it is sent: an answer may have been lost. */
export const nextTry = (last: UnsentMessage | undefined, body: string): UnsentMessage =>
  last?.body === body ? last : { body, client_id: newClientId() }

/** For good: the listing is gone, or the seller is not to be written to. */
export const isRefusal = (error: unknown): boolean =>
  [403, 404, 409].some((status) => hasStatus(error, status)) && !isUnconfirmed(error)

/** Writes to the seller of a listing. */
export function useSendFirstMessage(category: AnyCategory, listingId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const lastTry = useRef<UnsentMessage>(undefined)
  const mutation = useMutation({
    mutationFn: (body: string) => {
      const message = nextTry(lastTry.current, body)
      lastTry.current = message
      return confirmFirst('Then your message is sent.', () =>
        sendMessage(api, apiPaths.listingMessages(category.id, listingId), message),
      )
    },
    onSuccess: () => {
      messagesChanged(queryClient)
      queryClient.invalidateQueries(contactQuery(api, category, listingId))
    },
  })
  return { ...mutation, isRefused: isRefusal(mutation.error) }
}
