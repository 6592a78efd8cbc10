import { errorBody } from '#contract/errors.ts'
import { sendMessageResponse } from '#contract/messages.ts'
import { maxBuyerOffersPerDay, offerHours } from '#contract/offer-rules.ts'
import { answerOfferBody, makeOfferBody } from '#contract/offers.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { skipValidation } from '../../http/skip-validation.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import type { MessageDeps } from '../message-deps.ts'
import { presentMessage } from '../present-thread.ts'
import { createRequireThread } from '../thread-access.ts'
import { answerOffer } from './answer-offer.ts'
import { makeOffer } from './make-offer.ts'

const tags = ['Messages']

/** The routes with which the two students of a thread agree on a price. Every step is a message of the thread. */
export function offerRoutes(app: App, deps: MessageDeps) {
  const { db, rateLimiter, now } = deps
  const requireThread = createRequireThread(deps)

  const steps = [
    {
      url: '/api/threads/:id/offers',
      summary: 'Offer a price in a conversation, or counter the open offer',
      description: `A thread has one open offer at a time. It ends after ${offerHours} hours. A buyer makes at most ${maxBuyerOffersPerDay} a day. Sent again with the same \`client_id\`, the answer is 200 with the first one.`,
      body: makeOfferBody,
      work: makeOffer,
    },
    {
      url: '/api/threads/:id/offers/answer',
      summary: 'Accept, decline, take back or undo an offer',
      description:
        'Accepting marks the listing as pending for this buyer. Either student can undo that: the listing is then available again.',
      body: answerOfferBody,
      work: answerOffer,
    },
  ]
  for (const { url, summary, description, body, work } of steps) {
    app.post(
      url,
      {
        config: { action: 'send message' },
        onRequest: [noStore, requireThread],
        schema: {
          tags,
          summary,
          description,
          params: idParams,
          body,
          response: { 200: sendMessageResponse, 201: sendMessageResponse, '4xx': errorBody },
        },
        // The transaction validates the body, because a blocked student must read about the block before any other error.
        validatorCompiler: skipValidation,
      },
      async (request, reply) => {
        const sending = { sender: loggedInUser(request), input: request.body, now: now() }
        const threadId = Number(request.params.id)
        const sent = await sessionTransaction(db, request, (tx) =>
          work(tx, rateLimiter, threadId, sending),
        )
        reply.status(sent.isRepeated ? 200 : 201)
        const isBuyer = sent.message.is_from_buyer === 1
        return { thread_id: sent.threadId, message: presentMessage(sent.message, isBuyer) }
      },
    )
  }
}
