import type { FastifyRequest } from 'fastify'
import { categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { toWire } from '#contract/listing.ts'
import { maxReportedMessages } from '#contract/message-rules.ts'
import {
  figuresResponse,
  type ListingCase,
  listingCaseResponse,
  logQuery,
  logResponse,
  queueQuery,
  queueResponse,
  studentCaseResponse,
  studentsQuery,
  studentsResponse,
} from '#contract/moderation.ts'
import { appealDays, figuresDays } from '#contract/moderation-rules.ts'
import { reportedMessagesResponse } from '#contract/reported-messages.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { isFromOwnPage } from '../../http/csrf.ts'
import { notFound } from '../../http/error-handler.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { requireRow } from '../../listings/require-listing.ts'
import { readNoShows } from '../../messages/meetings/no-shows.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import { roleOf } from '../../policies.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { findMailboxUsers, findUser } from '../../students/user-queries.ts'
import { whyOwn } from '../decision-rules.ts'
import { requireStaff } from '../decisions/decision-context.ts'
import type { ModerationDeps } from '../moderation-deps.ts'
import { findStaff } from '../permissions.ts'
import { readCase, readListingCase } from './read-case.ts'
import { readFigures } from './read-figures.ts'
import { logAddressReading, readLog } from './read-log.ts'
import { readQueue } from './read-queue.ts'
import { readReportedMessages } from './read-reported-messages.ts'
import { presentForAdmins, readStudents, searchedText } from './read-students.ts'

const tags = ['Moderation']

/** The routes for what moderators read. Only admins get email addresses. Nobody gets their own case. */
export function caseRoutes(app: App, { config, policies, db, now }: ModerationDeps) {
  const route = { config: { action: 'moderate' as const }, onRequest: noStore }
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const contextOf = async (request: FastifyRequest) => ({
    viewer: loggedInUser(request),
    policies,
    staff: await findStaff(db, now()),
    now: now(),
  })

  /** Returns all accounts of the moderator's mailbox, because they are one person. */
  const viewerOf = async (request: FastifyRequest) => ({
    viewerIds: await findMailboxUsers(db, loggedInUser(request).email),
    now: now(),
  })

  /**
   * Decides whether the response has addresses, and writes that to the log. A request from another site's link gets
   * none, because the link could make an admin read any address.
   */
  async function readsAddresses(
    request: FastifyRequest,
    reading: { studentId?: number; text?: string },
  ): Promise<boolean> {
    const { id: actorId } = loggedInUser(request)
    if (!policies.can(roleOf(request), 'administer') || !isFromOwnPage(request.headers))
      return false
    await sessionTransaction(db, request, async (tx) => {
      const time = now()
      await requireStaff(tx, actorId, { policies, action: 'administer', now: time })
      await logAddressReading(tx, { actorId, ...reading }, time)
    })
    return true
  }

  async function requireOthers(request: FastifyRequest, id: number | undefined) {
    const student = id && (await findUser(db, id))
    if (!student) throw new AppError('not_found', 'Student not found.')
    const message = whyOwn(loggedInUser(request), student)
    if (message) throw new AppError('forbidden', message)
    return student
  }

  app.get(
    '/api/moderation/queue',
    {
      ...route,
      schema: {
        tags,
        summary: 'Listings and students that wait for a decision, the first 50',
        querystring: queueQuery,
        response: { 200: queueResponse, '4xx': errorBody },
      },
    },
    async (request) => readQueue(db, request.query, await viewerOf(request)),
  )

  for (const category of categories) {
    app.get(
      `/api/moderation/${category.path}/:id`,
      {
        ...route,
        schema: {
          tags,
          summary: `A ${category.labels.singular}, its reports, and the history of its owner`,
          params: idParams,
          response: { 200: listingCaseResponse, '4xx': errorBody },
        },
      },
      async (request) => {
        const row = await requireRow(db, category, request)
        const student = await requireOthers(request, row.seller_id)
        const found = await readListingCase(db, { row, student }, await contextOf(request))
        return { ...found, listing: toWire(withCdnUrls(found.listing)) } as ListingCase
      },
    )
  }

  app.get(
    '/api/moderation/students',
    {
      ...route,
      schema: {
        tags,
        summary: 'Students by name, the first 50',
        description:
          'Admins get email addresses, too, and find all accounts of a mailbox by its address. The log has what they searched; the same search within an hour is one entry.',
        querystring: studentsQuery,
        response: { 200: studentsResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const query = { ...request.query, q: request.query.q.trim() }
      const hasAddresses = await readsAddresses(request, { text: searchedText(query) })
      return readStudents(db, query, { ...(await viewerOf(request)), hasAddresses })
    },
  )

  app.get(
    '/api/moderation/students/:id',
    {
      ...route,
      schema: {
        tags,
        summary: 'A student, the reports about them, and their history',
        description: 'Admins get the email address, too. The log says so, once an hour.',
        params: idParams,
        response: { 200: studentCaseResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const student = await requireOthers(request, parseId(request.params.id))
      const hasAddress = await readsAddresses(request, { studentId: student.id })
      const found = await readCase(db, { student }, await contextOf(request))
      return {
        ...found,
        student: { ...found.student, ...(hasAddress && { email: student.email }) },
        canChangeRole: hasAddress,
        noShows: await readNoShows(db, student.id, now()),
        ...(hasAddress && { forAdmins: presentForAdmins(student, now()) }),
      }
    },
  )

  app.post(
    '/api/moderation/reports/:id/messages',
    {
      ...route,
      schema: {
        tags,
        summary: `The last ${maxReportedMessages} messages of a reported conversation`,
        description: `Those before the report, while it is open, ${appealDays} days after its decision, and while an appeal against that waits. Each call is written to the log.`,
        params: idParams,
        response: { 200: reportedMessagesResponse, '4xx': errorBody },
      },
    },
    (request) => {
      const id = parseId(request.params.id)
      if (!id) throw notFound()
      const { id: actorId } = loggedInUser(request)
      return sessionTransaction(db, request, async (tx) => {
        const access = { policies, action: 'moderate' as const, now: now() }
        const actor = await requireStaff(tx, actorId, access)
        return readReportedMessages(tx, id, { actor, now: access.now })
      })
    },
  )

  app.get(
    '/api/moderation/log',
    {
      ...route,
      schema: {
        tags,
        summary: 'What was decided, the newest first, 50 at a time',
        querystring: logQuery,
        response: { 200: logResponse, '4xx': errorBody },
      },
    },
    async (request) => readLog(db, request.query, await contextOf(request)),
  )

  app.get(
    '/api/moderation/figures',
    {
      ...route,
      schema: {
        tags,
        summary: `What waits, and how it went in the last ${figuresDays} days`,
        response: { 200: figuresResponse, '4xx': errorBody },
      },
    },
    async () => readFigures(db, now()),
  )
}
