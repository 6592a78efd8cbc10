import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import {
  appealDecisionBody,
  clusterDecisionBody,
  decisionResponse,
  listingDecisionBody,
  roleBody,
  roleEndBody,
  roleReviewBody,
  studentDecisionBody,
  studentRequestBody,
  undoBody,
} from '#contract/moderation-decisions.ts'
import { answerDecisionBody } from '#contract/signals.ts'
import { withArticle } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import type { App } from '../../http/app-types.ts'
import { notFound } from '../../http/error-handler.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { skipValidation } from '../../http/skip-validation.ts'
import { requireFreshSecondFactor } from '../../students/reauthentication.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { decideTogether } from '../clusters/decide-together.ts'
import type { ModerationDeps } from '../moderation-deps.ts'
import { requestForStudent } from '../requests/student-requests.ts'
import { changeRoleOfStudent, confirmRole, moveRoleEnd } from './change-role.ts'
import { decideOnListing, decideOnStudent } from './decide.ts'
import { decideSignalAnswer } from './decide-signal-answer.ts'
import { type DecisionContext, type DecisionResult, requireStaff } from './decision-context.ts'
import { decideAppeal, undo } from './undo.ts'

type Decide = (
  tx: Db,
  id: number,
  body: unknown,
  context: DecisionContext,
) => Promise<DecisionResult>

interface DecisionRoute {
  method?: 'POST' | 'PUT'
  url: string
  summary: string
  description?: string
  body: z.ZodType
  action?: 'moderate' | 'administer'
  decide: Decide
}

const conflictDescription =
  '`seen` is the newest entry of the log that the case had: 409 if another moderator has done something since.'

const togetherDescription =
  '`version` is that of the list in the case: 409 if the list has changed since. The id is that of the log entry that stands for all decisions, and undoes them all.'

/** Each decision is one transaction, which checks that the moderator still has the role. */
export function decisionRoutes(app: App, deps: ModerationDeps) {
  const { config, policies, db, jobs, now } = deps

  function addRoute({
    method = 'POST',
    url,
    summary,
    description = conflictDescription,
    body,
    action = 'moderate',
    decide,
  }: DecisionRoute) {
    app.route({
      method,
      url,
      config: { action },
      onRequest: noStore,
      // The transaction validates the body, because it first checks that the subject exists and is not the moderator's own.
      validatorCompiler: skipValidation,
      schema: {
        tags: ['Moderation'],
        summary,
        description,
        params: idParams,
        body,
        response: { 200: decisionResponse, '4xx': errorBody },
      },
      handler: async (request: FastifyRequest) => {
        const { id: actorId } = loggedInUser(request)
        const id = parseId((request.params as z.infer<typeof idParams>).id)
        if (!id) throw notFound()
        const result = await sessionTransaction(db, request, async (tx) => {
          const time = now()
          const actor = await requireStaff(tx, actorId, { policies, action, now: time })
          const { APP_URL: appUrl, VERIFY_EMAIL: verifyEmail } = config
          const requireSecondFactor = () => requireFreshSecondFactor(tx, request, time)
          const context = { actor, policies, appUrl, verifyEmail, requireSecondFactor, now: time }
          return decide(tx, id, request.body, context)
        })
        jobs.wake()
        return result
      },
    })
  }

  for (const category of categories) {
    addRoute({
      url: `/api/moderation/${category.path}/:id/decisions`,
      summary: `Keep or remove ${withArticle(category.labels.singular)}, or ask for an edit`,
      body: listingDecisionBody,
      decide: (tx, id, body, context) =>
        decideOnListing(tx, { category: category.id, id }, body, context),
    })
    addRoute({
      url: `/api/moderation/${category.path}/:id/cluster/decisions`,
      summary: `Decide on ${withArticle(category.labels.singular)} together with cases that share a photo, a text or a contact`,
      description: togetherDescription,
      body: clusterDecisionBody,
      decide: (tx, id, body, context) =>
        decideTogether(tx, { category: category.id, id }, body, context),
    })
  }
  addRoute({
    url: '/api/moderation/students/:id/decisions',
    summary: 'Warn, suspend or ban a student, or find nothing wrong',
    body: studentDecisionBody,
    decide: decideOnStudent,
  })
  addRoute({
    method: 'PUT',
    url: '/api/moderation/students/:id/role',
    summary: 'Make a student a moderator or an admin, or a student again',
    body: roleBody,
    action: 'administer',
    decide: changeRoleOfStudent,
  })
  addRoute({
    method: 'PUT',
    url: '/api/moderation/students/:id/role/end',
    summary: 'Choose the last day of a role',
    body: roleEndBody,
    action: 'administer',
    decide: moveRoleEnd,
  })
  addRoute({
    url: '/api/moderation/students/:id/role/review',
    summary: 'Confirm in the yearly review that a role is still needed',
    body: roleReviewBody,
    action: 'administer',
    decide: confirmRole,
  })
  addRoute({
    url: '/api/moderation/students/:id/requests',
    summary: 'Send a student their data, hold or release an account, or plan or stop its deletion',
    body: studentRequestBody,
    action: 'administer',
    decide: requestForStudent,
  })
  addRoute({
    url: '/api/moderation/log/:id/undo',
    summary: 'Undo a decision',
    body: undoBody,
    decide: undo,
  })
  addRoute({
    url: '/api/moderation/appeals/:id',
    summary: 'Decide on the appeal against a decision',
    body: appealDecisionBody,
    decide: decideAppeal,
  })
  addRoute({
    url: '/api/moderation/signal-answers/:id',
    summary: 'Hide a signal that its seller says is wrong, or keep it',
    body: answerDecisionBody,
    decide: decideSignalAnswer,
  })
}
