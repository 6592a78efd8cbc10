import { z } from 'zod'
import { formatNumber } from '#format/format.ts'
import { sendMessageBody } from './messages.ts'
import { maxOffer, offerMoves } from './offer-rules.ts'

const wholeAmount = `Enter a whole amount from 1 to ${formatNumber(maxOffer)}`

export const offerAmount = z.int(wholeAmount).min(1, wholeAmount).max(maxOffer, wholeAmount)

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
