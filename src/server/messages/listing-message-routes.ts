import type { AnyCategory } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { minFirstMessageLength } from '#contract/message-rules.ts'
import { sendMessageBody, sendMessageResponse } from '#contract/messages.ts'
import { withArticle } from '#format/format.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { findAccessError } from '../http/authorization.ts'
import { idParams, parseId } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { skipValidation } from '../http/skip-validation.ts'
import { sellerOf } from '../listings/listing-queries.ts'
import { type RequestWithId, requireRow } from '../listings/require-listing.ts'
import { isSamePerson, personOf } from '../students/person.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../students/sessions/session-transaction.ts'
import type { MessageDeps } from './message-deps.ts'
import { presentMessage } from './present-thread.ts'
import { messageSeller } from './start-thread.ts'
import { requireUnblocked } from './thread-access.ts'
import { findThreadOfBuyer } from './thread-queries.ts'

export function listingMessageRoutes(app: App, category: AnyCategory, deps: MessageDeps) {
  const { config, policies, db, rateLimiter, now } = deps

  /**
   * Throws 403, 404 or 400, which come before the errors of an invalid body. Even a suspended student can continue an
   * existing thread.
   */
  async function requireMayWrite(request: RequestWithId) {
    const user = loggedInUser(request)
    if (await hasThread(request)) return
    const error = findAccessError(policies, user, 'start thread')
    if (error) throw error
    const row = await requireRow(db, category, request)
    if (config.CONTACT === 'email') {
      throw new AppError('forbidden', 'Email this student instead.')
    }
    const seller = sellerOf(row)
    await requireUnblocked(db, user, seller)
    if (isSamePerson(personOf(user), seller)) {
      throw new AppError('bad_request', 'This is your own listing.')
    }
  }

  async function hasThread(request: RequestWithId): Promise<boolean> {
    const id = parseId(request.params.id)
    const buyer = { studentId: loggedInUser(request).id, now: now() }
    const listing = id && { category: category.id, id }
    return Boolean(listing && (await findThreadOfBuyer(db, listing, buyer)))
  }

  app.post(
    `/api/${category.path}/:id/messages`,
    {
      config: { action: 'send message' },
      onRequest: [noStore, requireMayWrite],
      schema: {
        tags: [category.labels.menu],
        summary: `Write to the seller of ${withArticle(category.labels.singular)}`,
        description: `There is one conversation for each listing and buyer: this begins or continues it. The first message has at least ${minFirstMessageLength} characters. Sent again with the same \`client_id\`, the answer is 200 with the first one.`,
        params: idParams,
        body: sendMessageBody,
        response: { 200: sendMessageResponse, 201: sendMessageResponse, '4xx': errorBody },
      },
      // The transaction validates the body, because a blocked student must read about the block before any error in the
      // text.
      validatorCompiler: skipValidation,
    },
    async (request, reply) => {
      const buyer = loggedInUser(request)
      const listing = { category: category.id, id: Number(request.params.id) }
      const message = { buyer, listing, input: request.body, now: now() }
      const sent = await sessionTransaction(db, request, (tx) =>
        messageSeller(tx, rateLimiter, message),
      )
      reply.status(sent.isRepeated ? 200 : 201)
      return { thread_id: sent.threadId, message: presentMessage(sent.message, true) }
    },
  )
}
