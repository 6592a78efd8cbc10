import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { type BlockedStudent, blockedStudent } from '#contract/messages.ts'
import { toIso } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { readRequestedProfile } from '../../listings/profiles/read-profile.ts'
import type { RequestWithId } from '../../listings/require-listing.ts'
import { type BlockRow, findBlocks } from '../../students/block-queries.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import type { MessageDeps } from '../message-deps.ts'
import { studentName } from '../present-thread.ts'
import { hasThreadWith } from '../thread-queries.ts'
import { blockStudent, unblockStudent } from './block-student.ts'

const tags = ['Messages']

export function blockRoutes(app: App, { config, db, rateLimiter, now }: MessageDeps) {
  /** Throws 404 if the caller may not see this student, because a block shows the student's name. */
  async function requireKnown(request: RequestWithId) {
    const otherId = requireStudentId(request.params.id)
    const context = { verifyEmail: config.VERIFY_EMAIL, now: now() }
    if (await readRequestedProfile(db, request, context)) return
    const studentId = loggedInUser(request).id
    if (!(await hasThreadWith(db, { studentId, otherId, now: now() }))) throw studentNotFound()
  }

  app.get(
    '/api/users/me/blocks',
    {
      config: { action: 'read account' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Whom you have blocked, the last first',
        response: { 200: z.array(blockedStudent), '4xx': errorBody },
      },
    },
    async (request) => (await findBlocks(db, loggedInUser(request).id)).map(presentBlock),
  )

  app.put(
    '/api/users/:id/block',
    {
      config: { action: 'block student' },
      onRequest: [noStore, requireKnown],
      schema: {
        tags,
        summary: 'Block a student',
        description:
          'Neither can write to the other any more, from whichever account of the same mailbox. What they have written counts as read. They get no notice of it.',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const studentId = requireStudentId(request.params.id)
      const blocker = loggedInUser(request)
      await sessionTransaction(db, request, (tx) =>
        blockStudent(tx, rateLimiter, { blocker, studentId, now: now() }),
      )
      return reply.status(204).send()
    },
  )

  app.delete(
    '/api/users/:id/block',
    {
      config: { action: 'change account' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Unblock a student',
        description: 'Also one whose account is deleted. One who is not blocked stays so.',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const studentId = requireStudentId(request.params.id)
      const blocker = loggedInUser(request)
      await sessionTransaction(db, request, (tx) => unblockStudent(tx, { blocker, studentId }))
      return reply.status(204).send()
    },
  )
}

function requireStudentId(text: string): number {
  const id = parseId(text)
  if (!id) throw studentNotFound()
  return id
}

const studentNotFound = () => new AppError('not_found', 'Student not found.')

const presentBlock = (row: BlockRow): BlockedStudent => ({
  id: row.blocked_id,
  name: studentName(row),
  blocked_at: toIso(row.created_at),
})
