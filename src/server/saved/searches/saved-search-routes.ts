import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { maxSavedSearches } from '#contract/saved-rules.ts'
import {
  changeSavedSearchBody,
  savedSearch,
  savedSearchesResponse,
  saveSearchBody,
} from '#contract/saved-searches.ts'
import type { App } from '../../http/app-types.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import type { RequestWithId } from '../../listings/require-listing.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { accountTransaction } from '../../students/sessions/session-transaction.ts'
import type { SavedDeps } from '../saved-deps.ts'
import { changeSearch, presentSavedSearch, saveSearch, searchNotFound } from './save-search.ts'
import { deleteSavedSearch, findSavedSearch, findSavedSearches } from './saved-search-queries.ts'

const tags = ['Saved']

export function savedSearchRoutes(app: App, { db, now }: SavedDeps) {
  /** Throws 404, which comes before the errors of an invalid body. */
  async function requireSearch(request: RequestWithId) {
    const id = requireSearchId(request.params.id)
    if (!(await findSavedSearch(db, loggedInUser(request).id, id))) throw searchNotFound()
  }

  app.get(
    '/api/saved-searches',
    {
      config: { action: 'read saved' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Your saved searches, the last saved first',
        response: { 200: savedSearchesResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const rows = await findSavedSearches(db, loggedInUser(request).id)
      return { results: rows.map(presentSavedSearch) }
    },
  )

  app.post(
    '/api/saved-searches',
    {
      config: { action: 'save search' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Save a search',
        description: `Up to ${maxSavedSearches}. The query is that of a list, without order and page. One that is saved already answers 200, with the new frequency.`,
        body: saveSearchBody,
        response: { 200: savedSearch, 201: savedSearch, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { search, isNew } = await accountTransaction(db, request, (tx, student) =>
        saveSearch(tx, request.body, { studentId: student.id, now: now() }),
      )
      reply.status(isNew ? 201 : 200)
      return search
    },
  )

  app.patch(
    '/api/saved-searches/:id',
    {
      config: { action: 'change saved' },
      onRequest: [noStore, requireSearch],
      schema: {
        tags,
        summary: 'Change how often a saved search tells of new listings',
        description: 'Also ends a pause.',
        params: idParams,
        body: changeSavedSearchBody,
        response: { 200: savedSearch, '4xx': errorBody },
      },
    },
    (request) =>
      accountTransaction(db, request, (tx, student) =>
        changeSearch(tx, requireSearchId(request.params.id), request.body.frequency, {
          studentId: student.id,
          now: now(),
        }),
      ),
  )

  app.delete(
    '/api/saved-searches/:id',
    {
      config: { action: 'change saved' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Delete a saved search',
        params: idParams,
        response: { 204: z.undefined(), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const id = requireSearchId(request.params.id)
      await accountTransaction(db, request, async (tx, student) => {
        if (!(await deleteSavedSearch(tx, student.id, id))) throw searchNotFound()
      })
      return reply.status(204).send()
    },
  )
}

function requireSearchId(text: string): number {
  const id = parseId(text)
  if (!id) throw searchNotFound()
  return id
}
