import { maxOffer, type OfferMove } from '#contract/offer-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { ApiError, errorMessage } from '../../queries/api.ts'
import { useThreadSteps } from '../use-thread-steps.ts'

/** An offer, a counter-offer or an answer to an offer. */
export type OfferStep =
  | { amount: number; counters?: number | undefined }
  | { offer_id: number; answer: OfferMove }

/** Sends steps of an offer, one at a time. */
export function useOfferSteps(threadId: number) {
  const steps = useThreadSteps<OfferStep>(threadId, (step) =>
    'amount' in step ? apiPaths.offers(threadId) : apiPaths.answerOffer(threadId),
  )
  return { ...steps, error: steps.error ? offerErrorMessage(steps.error) : undefined }
}

/** An error about the amount takes priority over the general one. */
const offerErrorMessage = (error: unknown): string =>
  (error instanceof ApiError && error.fields.amount) || errorMessage(error)

/** Reads a typed amount, such as "1,200". Returns undefined if it is no whole amount. */
export function parseAmount(text: string, symbol: string): number | undefined {
  const digits = text.replace(symbol, '').replaceAll(/[\s,]/g, '')
  const amount = /^\d{1,9}$/.test(digits) ? Number(digits) : 0
  return amount >= 1 && amount <= maxOffer ? amount : undefined
}
