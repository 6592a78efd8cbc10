import { z } from 'zod'
import { mailboxOf } from '#campus/campus.ts'
import { type AnyCategory, categories } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { categoryOf } from '#contract/listing.ts'
import { maxAnswersPerDay } from '#contract/signal-rules.ts'
import { type AnswerInput, answerBody } from '#contract/signals.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { perDay, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { type RequestWithId, requireAllowed } from '../../listings/require-listing.ts'
import type { Policies } from '../../policies.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { readOwnSignals } from '../read-signals.ts'
import { insertAnswer } from './answer-queries.ts'

const action = 'answer signal'

interface AnswerDeps {
  db: Db
  policies: Policies
  rateLimiter: RateLimiter
  now: () => number
}

/** Adds the routes with which sellers say that a signal on their listing is wrong. */
export function answerRoutes(app: App, deps: AnswerDeps) {
  for (const category of categories) listingAnswerRoute(app, category, deps)
}

function listingAnswerRoute(app: App, category: AnyCategory, deps: AnswerDeps) {
  const { db, rateLimiter, now } = deps

  /** Throws 404, 410 or 403 before an invalid body is reported. */
  async function requireOwner(request: RequestWithId) {
    await requireAllowed(category, request, action, deps)
  }

  app.post(
    `/api/${category.path}/:id/signals/answers`,
    {
      config: { action },
      onRequest: [noStore, requireOwner],
      schema: {
        tags: [category.labels.menu],
        summary: `Say that a signal on your ${category.labels.singular} is wrong`,
        description: `A moderator will look at it. The first answer to a signal stands; ${maxAnswersPerDay} a day.`,
        params: idParams,
        body: answerBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const answer = {
        listing: { category: category.id, id: Number(request.params.id) },
        seller: loggedInUser(request),
        input: request.body,
      }
      await sessionTransaction(db, request, (tx) => answerSignal(tx, rateLimiter, answer, now()))
      return reply.status(204).send()
    },
  )
}

const answersPerDay: RateLimitRule = {
  name: 'signal-answers',
  ...perDay(maxAnswersPerDay),
  message: `You can answer ${maxAnswersPerDay} times a day. Answer the rest tomorrow.`,
}

interface Answer {
  listing: ListingKey
  seller: Pick<User, 'email'>
  input: AnswerInput
}

/**
 * Saves the seller's "Dispute this" about a signal that is shown now. Call it in a transaction. The first answer to a
 * signal stands.
 */
export async function answerSignal(
  tx: Db,
  rateLimiter: RateLimiter,
  { listing, seller, input }: Answer,
  now: number,
): Promise<void> {
  const row = await findListing(tx, listing)
  if (!row) throw new AppError('not_found', categoryOf(listing).messages.notFound)
  const signals = (await readOwnSignals(tx, [row], now)).get(row.id) ?? []
  const answered = signals.find(({ id }) => id === input.signal)
  if (!answered) throw new AppError('conflict', "This isn't shown any more.")
  if (answered.answer) return
  const { id: signal, sentence } = answered
  const isFirst = await insertAnswer(tx, {
    listingId: row.id,
    signal,
    sentence,
    note: input.note,
    now,
  })
  if (isFirst) await rateLimiter.take(tx, answersPerDay, mailboxOf(seller.email))
}
