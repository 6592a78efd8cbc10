import { z } from 'zod'
import { type AnyCategory, categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { maxAnswersPerDay } from '#contract/signal-rules.ts'
import { answerBody } from '#contract/signals.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { type RequestWithId, requireAllowed } from '../../listings/require-listing.ts'
import type { Policies } from '../../policies.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { answerSignal } from './answer-signal.ts'

const action = 'answer signal'

interface AnswerDeps {
  db: Db
  policies: Policies
  rateLimiter: RateLimiter
  now: () => number
}

/** Sellers say that a signal on their listing is wrong. */
export function answerRoutes(app: App, deps: AnswerDeps) {
  for (const category of categories) listingAnswerRoute(app, category, deps)
}

function listingAnswerRoute(app: App, category: AnyCategory, deps: AnswerDeps) {
  const { db, rateLimiter, now } = deps

  /** 404, 410 and 403 come before what is wrong with the body. */
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
