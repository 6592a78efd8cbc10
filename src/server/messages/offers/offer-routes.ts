import { maxBuyerOffersPerDay, offerHours } from '#contract/offer-rules.ts'
import { answerOfferBody, makeOfferBody } from '#contract/offers.ts'
import type { App } from '../../http/app-types.ts'
import type { MessageDeps } from '../message-deps.ts'
import { threadStep } from '../thread-step.ts'
import { answerOffer } from './answer-offer.ts'
import { makeOffer } from './make-offer.ts'

/** The routes with which the two students of a thread agree on a price. Every step is a message of the thread. */
export function offerRoutes(app: App, deps: MessageDeps) {
  threadStep(app, deps, {
    url: '/api/threads/:id/offers',
    summary: 'Offer a price in a conversation, or counter the open offer',
    description: `A thread has one open offer at a time. It ends after ${offerHours} hours. A buyer makes at most ${maxBuyerOffersPerDay} a day. Sent again with the same \`client_id\`, the answer is 200 with the first one.`,
    body: makeOfferBody,
    work: makeOffer,
  })
  threadStep(app, deps, {
    url: '/api/threads/:id/offers/answer',
    summary: 'Accept, decline, withdraw or undo an offer',
    description:
      'Accepting marks the listing as pending for this buyer. Either student can undo that: the listing is then available again.',
    body: answerOfferBody,
    work: answerOffer,
  })
}
