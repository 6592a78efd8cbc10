import type { FastifyRequest } from 'fastify'
import { type AnyCategory, categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { maxReportedMessages } from '#contract/message-rules.ts'
import { minReportsToAsk } from '#contract/moderation-rules.ts'
import { maxReportsPerDay, type ReportReason } from '#contract/report-reasons.ts'
import { reportBody, reportResponse, studentReportBody } from '#contract/reports.ts'
import { withArticle } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { AppError, unauthenticated } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { sellerOf } from '../../listings/listing-queries.ts'
import { readRequestedProfile } from '../../listings/profiles/read-profile.ts'
import { type RequestWithId, requireListing } from '../../listings/require-listing.ts'
import { createRequireThread } from '../../messages/thread-access.ts'
import { roleOf } from '../../policies.ts'
import { isSamePerson, type Person, personOf, personOfAccount } from '../../students/person.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import type { ModerationDeps } from '../moderation-deps.ts'
import { reportListing } from './report-listing.ts'
import { reportThread, writeReport } from './write-report.ts'

const description = `One open report each, which a new one replaces; ${maxReportsPerDay} a day. An email says what came of it.`

/** The routes with which students report listings, other students and conversations. */
export function reportRoutes(app: App, deps: ModerationDeps) {
  const { config, policies, db, rateLimiter, jobs, now } = deps

  /** Whether the reported thing belongs to the reporter, or to another account of the same mailbox. */
  const isOwn = (request: FastifyRequest, owner: Person) =>
    !policies.can(roleOf(request, { seller_id: owner.id }), 'report') ||
    isSamePerson(personOf(loggedInUser(request)), owner)

  for (const category of categories) listingReports(category)

  function listingReports(category: AnyCategory) {
    /** Throws 404, 410 or 403, which come before the errors of an invalid body. */
    async function requireReportable(request: RequestWithId) {
      const row = await requireListing(db, category, request, now())
      if (isOwn(request, sellerOf(row))) {
        throw new AppError('forbidden', "You can't report your own listing.")
      }
    }

    app.post(
      `/api/${category.path}/:id/report`,
      {
        config: { action: 'report' },
        onRequest: [noStore, requireReportable],
        schema: {
          tags: [category.labels.menu],
          summary: `Report ${withArticle(category.labels.singular)}`,
          description,
          params: idParams,
          body: reportBody,
          response: { 201: reportResponse, '4xx': errorBody },
        },
      },
      async (request, reply) => {
        const context = { appUrl: config.APP_URL, now: now() }
        const listing = { category: category.id, id: Number(request.params.id) }
        const isReplaced = await sessionTransaction(db, request, async (tx) => {
          const reporter = await readReporter(tx, loggedInUser(request).id)
          const report = { reporter, listing, input: request.body }
          return reportListing(tx, rateLimiter, report, context)
        })
        jobs.wake()
        reply.status(201)
        return { message: thanks(isReplaced, request.body.reason) }
      },
    )
  }

  async function requireStudent(request: RequestWithId) {
    const context = { verifyEmail: config.VERIFY_EMAIL, now: now() }
    const found = await readRequestedProfile(db, request, context)
    if (!found) throw studentNotFound()
    if (isOwn(request, personOfAccount(found.account))) {
      throw new AppError('forbidden', "You can't report yourself.")
    }
  }

  app.post(
    '/api/users/:id/report',
    {
      config: { action: 'report' },
      onRequest: [noStore, requireStudent],
      schema: {
        tags: ['Accounts'],
        summary: 'Report a student',
        description,
        params: idParams,
        body: studentReportBody,
        response: { 201: reportResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const isReplaced = await sessionTransaction(db, request, async (tx) => {
        const reporter = await readReporter(tx, loggedInUser(request).id)
        const student = await lockUserShared(tx, Number(request.params.id))
        if (!student) throw studentNotFound()
        const subject = { studentId: student.id }
        const reporterHash = (await readMailboxHash(tx))(reporter.email)
        const report = { reporter, reporterHash, subject, input: request.body, now: now() }
        return writeReport(tx, rateLimiter, report)
      })
      reply.status(201)
      return { message: thanks(isReplaced, request.body.reason) }
    },
  )

  app.post(
    '/api/threads/:id/report',
    {
      config: { action: 'report' },
      onRequest: [noStore, createRequireThread(deps)],
      schema: {
        tags: ['Messages'],
        summary: 'Report the other student of a conversation',
        description: `Moderators then see its last ${maxReportedMessages} messages. ${description}`,
        params: idParams,
        body: studentReportBody,
        response: { 201: reportResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const threadId = Number(request.params.id)
      const isReplaced = await sessionTransaction(db, request, async (tx) => {
        const reporter = await readReporter(tx, loggedInUser(request).id)
        const report = { reporter, threadId, input: request.body, now: now() }
        return reportThread(tx, rateLimiter, report)
      })
      reply.status(201)
      return { message: thanks(isReplaced, request.body.reason) }
    },
  )
}

const studentNotFound = () => new AppError('not_found', 'Student not found.')

async function readReporter(tx: Db, id: number): Promise<Account> {
  const reporter = await lockUserShared(tx, id)
  if (!reporter) throw unauthenticated()
  return reporter
}

function thanks(isReplaced: boolean, reason: ReportReason): string {
  const first = isReplaced ? 'Thank you. This replaces your earlier report.' : 'Thank you.'
  const next =
    reason === 'gone'
      ? `After ${minReportsToAsk} such reports, we ask the seller.`
      : 'A moderator will look at it.'
  return `${first} ${next} We'll email you the outcome.`
}
