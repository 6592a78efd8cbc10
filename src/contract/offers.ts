import { z } from 'zod'
import { sendMessageBody } from './messages.ts'
import { amountError, maxOffer, offerMoves } from './offer-rules.ts'

export const offerAmount = z.int(amountError).min(1, amountError).max(maxOffer, amountError)

const { client_id } = sendMessageBody.shape

const offerId = z.int('Must be the id of an offer').positive('Must be the id of an offer')

export const makeOfferBody = z.object({
  amount: offerAmount,
  /** The other student's open offer, which this one replaces. */
  counters: offerId.optional(),
  client_id,
})

export const answerOfferBody = z.object({
  offer_id: offerId,
  answer: z.enum(offerMoves, 'Must be accept, decline, withdraw or undo'),
  client_id,
})

export type MakeOffer = z.infer<typeof makeOfferBody>
export type AnswerOffer = z.infer<typeof answerOfferBody>
