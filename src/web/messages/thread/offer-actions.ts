import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SendMessageResponse } from '#contract/messages.ts'
import { maxOffer, type OfferMove } from '#contract/offer-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { formatNumber } from '#format/format.ts'
import { ApiError, errorMessage, hasStatus, useApi } from '../../queries/api.ts'
import { useConfirmFirst } from '../../session/confirmation/use-confirm-first.ts'
import { setSessionUser } from '../../session/set-session-user.ts'
import { addMessage, type MessagePages, messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../message-updates.ts'
import { newClientId } from '../sending/send-queue.ts'

/** An offer, a counter-offer or an answer to an offer. */
export type OfferStep =
  | { amount: number; counters?: number | undefined }
  | { offer_id: number; answer: OfferMove }

/** Sends steps of an offer, one at a time. Each is a message, which appears in the list. */
export function useOfferSteps(threadId: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  const confirmFirst = useConfirmFirst()
  const queryKey = messageKeys.messages(threadId)
  const mutation = useMutation({
    mutationFn: async (step: OfferStep) => {
      const path = 'amount' in step ? apiPaths.offers(threadId) : apiPaths.answerOffer(threadId)
      const body = { ...step, client_id: newClientId() }
      const { message } = await confirmFirst('Then your answer is sent.', () =>
        api.post<SendMessageResponse>(path, body),
      )
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
    send: (step: OfferStep, onDone: () => void) => {
      if (!mutation.isPending) mutation.mutate(step, { onSuccess: onDone })
    },
    isPending: mutation.isPending,
    sending: mutation.isPending ? mutation.variables : undefined,
    error: mutation.error ? offerErrorMessage(mutation.error) : undefined,
    clearError: mutation.reset,
  }
}

/** An error about the amount takes priority over the general one. */
const offerErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.fields.amount) || errorMessage(error)

export const amountError = `Enter a whole amount from 1 to ${formatNumber(maxOffer)}`

/** Reads a typed amount, such as "1,200". Returns undefined if it is no whole amount. */
export function parseAmount(text: string, symbol: string): number | undefined {
  const digits = text.replace(symbol, '').replaceAll(/[\s,]/g, '')
  const amount = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return amount >= 1 && amount <= maxOffer ? amount : undefined
}
