import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { maxMeetingDays, maxMeetingTimes } from '#contract/meeting-rules.ts'
import {
  answerMeetingBody,
  meetingLinkQuery,
  meetingLinkResponse,
  meetingOutcomeBody,
  missedMeetings,
  proposeMeetingBody,
  sharedLink,
} from '#contract/meetings.ts'
import { pagePaths } from '#contract/paths.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import type { MessageDeps } from '../message-deps.ts'
import { threadTitle } from '../present-thread.ts'
import { createRequireThread, threadNotFound } from '../thread-access.ts'
import { findThread } from '../thread-queries.ts'
import { threadStep } from '../thread-step.ts'
import { answerMeeting } from './answer-meeting.ts'
import { buildCalendarFile } from './calendar-file.ts'
import { findMeeting } from './meeting-queries.ts'
import { readMissedMeetings } from './no-shows.ts'
import { proposeMeeting } from './propose-meeting.ts'
import { readMeetingLink, shareMeeting, stopSharing } from './share-meeting.ts'
import { tellOutcome } from './tell-outcome.ts'

const tags = ['Messages']

const meetingParams = idParams.extend({ meeting: z.string() })

/** The routes with which the two students of a thread agree on a place and a time. */
export function meetingRoutes(app: App, deps: MessageDeps) {
  const { config, db, rateLimiter, listingHooks: hooks, jobs, now } = deps
  const requireThread = createRequireThread(deps)

  const readSharing = (request: FastifyRequest & { params: { id: string; meeting: string } }) => ({
    threadId: Number(request.params.id),
    meetingId: parseId(request.params.meeting) ?? 0,
    student: loggedInUser(request),
    now: now(),
  })

  threadStep(app, deps, {
    url: '/api/threads/:id/meetings',
    summary: 'Propose a place and times to meet, counter a proposal or move a meeting',
    description: `A proposal has up to ${maxMeetingTimes} times on campus, within the next ${maxMeetingDays} days. A thread has one meeting at a time, and one open proposal. A meeting that is moved stays as it is until the other student accepts a new time. Sent again with the same \`client_id\`, the answer is 200 with the first one.`,
    body: proposeMeetingBody,
    work: proposeMeeting,
  })
  threadStep(app, deps, {
    url: '/api/threads/:id/meetings/answer',
    summary: 'Accept a proposed time, decline or withdraw a proposal, cancel, or say "I\'m here"',
    description: 'Every answer is a message of the thread.',
    body: answerMeetingBody,
    work: answerMeeting,
  })

  app.post(
    '/api/threads/:id/meetings/outcome',
    {
      config: { action: 'read messages' },
      onRequest: [noStore, requireThread],
      schema: {
        tags,
        summary: 'Say whether a meeting worked out, or what you say to "they did not come"',
        description:
          'Each student is asked once. If the seller says `sold`, the listing is marked as sold. If the buyer does, only the seller is told. What the two say about missed meetings is for moderators and for the students themselves.',
        params: idParams,
        body: meetingOutcomeBody,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { id: studentId } = loggedInUser(request)
      const threadId = Number(request.params.id)
      const context = { hooks, appUrl: config.APP_URL, now: now() }
      await sessionTransaction(db, request, (tx) =>
        tellOutcome(tx, { threadId, studentId, body: request.body, ...context }),
      )
      jobs.wake()
      return reply.status(204).send()
    },
  )

  app.post(
    '/api/threads/:id/meetings/:meeting/share',
    {
      config: { action: 'send message' },
      onRequest: [noStore, requireThread],
      schema: {
        tags,
        summary: 'Make a link that shows a friend when and where you meet',
        description:
          'The link shows the place, the time and the first name of the other student until two hours after the meeting. A new link ends the earlier one.',
        params: meetingParams,
        response: { 201: sharedLink, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const sharing = readSharing(request)
      const token = await sessionTransaction(db, request, (tx) =>
        shareMeeting(tx, rateLimiter, sharing),
      )
      reply.status(201)
      return { url: config.APP_URL + pagePaths.sharedMeeting(token) }
    },
  )

  app.delete(
    '/api/threads/:id/meetings/:meeting/share',
    {
      config: { action: 'read messages' },
      onRequest: [noStore, requireThread],
      schema: {
        tags,
        summary: 'End the link that you have given to a friend',
        params: meetingParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const sharing = readSharing(request)
      await sessionTransaction(db, request, (tx) => stopSharing(tx, sharing))
      return reply.status(204).send()
    },
  )

  app.get(
    '/api/threads/:id/meetings/:meeting/meeting.ics',
    {
      config: { action: 'read messages' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'The calendar file of a meeting that you have agreed on',
        description: 'After a meeting was cancelled, the file removes it from the calendar.',
        params: meetingParams,
        response: { 200: z.string(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const [threadId, id] = [parseId(request.params.id), parseId(request.params.meeting)]
      const reader = { studentId: loggedInUser(request).id, now: now() }
      const thread = threadId && (await findThread(db, threadId, reader))
      if (!thread) throw threadNotFound()
      const meeting = id && (await findMeeting(db, { threadId, id }))
      const row = await findListing(db, { category: thread.category, id: thread.listing_id })
      const file =
        meeting &&
        buildCalendarFile(meeting, { appUrl: config.APP_URL, title: threadTitle(thread, row) })
      if (!file) throw new AppError('not_found', 'Meeting not found.')
      reply.header('content-disposition', 'attachment; filename="meeting.ics"')
      return reply.type('text/calendar; charset=utf-8').send(file)
    },
  )

  app.get(
    '/api/users/me/missed-meetings',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'The last 100 meetings that you did not come to, as the other student says',
        response: { 200: missedMeetings, '4xx': errorBody },
      },
    },
    async (request) => readMissedMeetings(db, loggedInUser(request).id, now()),
  )

  app.get(
    '/api/meeting-link',
    {
      config: { skipSession: true },
      onRequest: [noStore, keepPrivate],
      schema: {
        tags,
        summary: 'What a student has shared with a friend about a meeting',
        querystring: meetingLinkQuery,
        response: { 200: meetingLinkResponse, '4xx': errorBody },
      },
    },
    async ({ query }) => readMeetingLink(db, query.token, now()),
  )
}

/** Keeps the token out of Referer headers, and what it shows out of search engines. */
function keepPrivate(_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
  reply.header('referrer-policy', 'no-referrer')
  reply.header('x-robots-tag', 'noindex')
  done()
}
