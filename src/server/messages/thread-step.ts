import type { ZodType } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { sendMessageResponse } from '#contract/messages.ts'
import type { Db } from '../database/database.ts'
import type { App } from '../http/app-types.ts'
import { idParams } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { skipValidation } from '../http/skip-validation.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../students/sessions/session-transaction.ts'
import type { MessageDeps } from './message-deps.ts'
import { presentMessage } from './present-thread.ts'
import type { Sending, SentMessage } from './send-message.ts'
import { createRequireThread } from './thread-access.ts'

interface ThreadStep {
  url: `/api/threads/:id/${string}`
  summary: string
  description?: string
  body: ZodType
  /** Writes the message. It checks who can write before it parses the body. */
  work: (
    tx: Db,
    rateLimiter: RateLimiter,
    threadId: number,
    sending: Sending<unknown>,
  ) => Promise<SentMessage>
}

/** Adds a route that writes one message into a thread: a text, an offer, a proposal to meet, or an answer to these. */
export function threadStep(app: App, deps: MessageDeps, step: ThreadStep) {
  const { db, rateLimiter, now } = deps
  const { url, work, ...documented } = step
  app.post(
    url,
    {
      config: { action: 'send message' },
      onRequest: [noStore, createRequireThread(deps)],
      schema: {
        tags: ['Messages'],
        ...documented,
        params: idParams,
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
