import { errorBody } from '#contract/errors.ts'
import { suggestionParameters, suggestionsResponse } from '#contract/suggestions.ts'
import type { App } from '../../http/app-types.ts'
import { sendJson } from '../../http/send-json.ts'
import type { ListingDeps } from '../listing-deps.ts'
import { suggest } from './suggest.ts'

/** Adds the route that completes what somebody types into a search box. */
export function suggestRoute(app: App, { db, now }: Pick<ListingDeps, 'db' | 'now'>) {
  app.get(
    '/api/suggestions',
    {
      schema: {
        tags: ['Search'],
        summary: 'What a search text may be the beginning of',
        description:
          'Up to six categories and filters, and courses, books, streets and titles of live listings.',
        querystring: suggestionParameters,
        response: { 200: suggestionsResponse, '4xx': errorBody },
      },
    },
    async (request, reply) =>
      sendJson(reply, { results: await suggest(db, request.query.q, now()) }),
  )
}
