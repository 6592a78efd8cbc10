import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type CategoryId, categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { categoryOf } from '#contract/listing.ts'
import { claimBody, noteBody } from '#contract/moderation-decisions.ts'
import { claimMinutes } from '#contract/moderation-rules.ts'
import { claimResponse, notesResponse } from '#contract/teamwork.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { notFound } from '../../http/error-handler.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { parseBody } from '../../http/parse-body.ts'
import { skipValidation } from '../../http/skip-validation.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { sessionTransaction } from '../../students/sessions/session-transaction.ts'
import { findUser } from '../../students/user-queries.ts'
import { whyOwn } from '../decision-rules.ts'
import { requireStaff, studentNotFound, throwIf } from '../decisions/decision-context.ts'
import type { ModerationDeps } from '../moderation-deps.ts'
import { type CaseKey, claimCase, readClaim, releaseCase } from './claims.ts'
import { deleteNote, insertNote, readNotes } from './internal-notes.ts'

const tags = ['Moderation']

interface Work {
  body: unknown
  actorId: number
  now: number
}

/** The routes with which moderators share cases: who is on one, and what they write to each other. */
export function teamworkRoutes(app: App, { policies, db, now }: ModerationDeps) {
  interface Route {
    method: 'POST' | 'PUT' | 'DELETE'
    url: string
    summary: string
    description?: string
    body?: z.ZodType
    response: z.ZodType
    work: (tx: Db, id: number, work: Work) => Promise<unknown>
  }

  function addRoute({ method, url, summary, description, body, response, work }: Route) {
    app.route({
      method,
      url,
      config: { action: 'moderate' },
      onRequest: noStore,
      // The transaction validates the body, because it first checks that the case exists and is not the moderator's own.
      validatorCompiler: skipValidation,
      schema: {
        tags,
        summary,
        ...(description && { description }),
        params: idParams,
        ...(body && { body }),
        response: { 200: response, '4xx': errorBody },
      },
      handler: async (request: FastifyRequest) => {
        const { id: actorId } = loggedInUser(request)
        const id = parseId((request.params as z.infer<typeof idParams>).id)
        if (!id) throw notFound()
        return sessionTransaction(db, request, async (tx) => {
          const time = now()
          const actor = await requireStaff(tx, actorId, { policies, action: 'moderate', now: time })
          return work(tx, id, { body: request.body, actorId: actor.id, now: time })
        })
      },
    })
  }

  /** Throws 404 if there is no such case, and 403 if it is the moderator's own. */
  async function requireCase(
    tx: Db,
    { id, category }: { id: number; category: CategoryId | undefined },
    actorId: number,
  ): Promise<CaseKey> {
    const listing = category && (await findListing(tx, { category, id }))
    if (category && !listing) {
      throw new AppError('not_found', categoryOf({ category }).messages.notFound)
    }
    const student = await findUser(tx, listing ? listing.seller_id : id)
    const actor = await findUser(tx, actorId)
    if (!student || !actor) throw studentNotFound()
    throwIf('forbidden', whyOwn(actor, student))
    return { studentId: student.id, listingId: listing ? listing.id : null }
  }

  function addCase(path: string, subject: string, category?: CategoryId) {
    const url = `/api/moderation/${path}/:id`
    addRoute({
      method: 'PUT',
      url: `${url}/claim`,
      summary: `Say that you are on the case of a ${subject}, for ${claimMinutes} minutes`,
      description:
        '409 with the code `claimed` if somebody else is. `takesOverFrom` is the id of the moderator to take it over from.',
      body: claimBody,
      response: claimResponse,
      work: async (tx, id, { body, actorId, now: time }) => {
        const key = await requireCase(tx, { id, category }, actorId)
        const { takesOverFrom } = parseBody(claimBody, body ?? {})
        await claimCase(tx, key, { actorId, takesOverFrom, now: time })
        return { claim: await readClaim(tx, key, { viewerId: actorId, now: time }) }
      },
    })
    addRoute({
      method: 'DELETE',
      url: `${url}/claim`,
      summary: `Leave the case of a ${subject} to others`,
      response: claimResponse,
      work: async (tx, id, { actorId, now: time }) => {
        const key = await requireCase(tx, { id, category }, actorId)
        await releaseCase(tx, key, actorId)
        return { claim: await readClaim(tx, key, { viewerId: actorId, now: time }) }
      },
    })
    addRoute({
      method: 'POST',
      url: `${url}/notes`,
      summary: `Write a note about a ${subject} that only moderators read`,
      body: noteBody,
      response: notesResponse,
      work: async (tx, id, { body, actorId, now: time }) => {
        const key = await requireCase(tx, { id, category }, actorId)
        const { text } = parseBody(noteBody, body)
        await insertNote(tx, key, { authorId: actorId, text, now: time })
        return { notes: await readNotes(tx, key.studentId, actorId) }
      },
    })
  }

  for (const { id, path, labels } of categories) addCase(path, labels.singular, id)
  addCase('students', 'student')
  addRoute({
    method: 'DELETE',
    url: '/api/moderation/notes/:id',
    summary: 'Delete a note that you wrote',
    response: notesResponse,
    work: async (tx, id, { actorId }) => {
      const deleted = await deleteNote(tx, { id, authorId: actorId })
      if (!deleted)
        throw new AppError(
          'not_found',
          "This note is already deleted, or you can't delete it while the student is on hold.",
        )
      return { notes: await readNotes(tx, deleted.student_id, actorId) }
    },
  })
}
