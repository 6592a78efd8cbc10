import { z } from 'zod'
import type { CategoryWithCopies } from '#categories/index.ts'
import { copiesParameters, copiesResponse } from '#contract/copies.ts'
import { errorBody } from '#contract/errors.ts'
import { toWire } from '#contract/listing.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import type { ListingDeps } from '../listing-deps.ts'
import { sellerNamesFor } from '../present-listing.ts'
import { createCachedSender } from '../send-cached.ts'
import { parseCopiesValue, readCopies } from './read-copies.ts'

/** Adds the route that lists all listings of one thing, such as a book by its ISBN. */
export function copiesRoute(app: App, category: CategoryWithCopies, deps: ListingDeps) {
  const { config, db, now } = deps
  const { labels, path, fields, messages, copies } = category
  const { field, segment } = copies
  const { sendCached } = createCachedSender(category, deps)
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)

  app.get(
    `/api/${path}/${segment}/:${field}`,
    {
      schema: {
        tags: [labels.menu],
        summary: `All ${labels.plural} with this ${fields[field].label}, cheapest first`,
        description:
          'With the lowest and the median price of those that are offered; those that are wanted come last.',
        params: z.object({ [field]: z.string() }),
        querystring: copiesParameters,
        response: { 200: copiesResponse(category), '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const { limit } = request.query
      const value = parseCopiesValue(category, request.params[field] ?? '')
      if (!value) throw new AppError('not_found', messages.notFound)
      return sendCached(request, reply, `copies ${value} ${limit}`, async () => {
        const { page, expiresAt } = await readCopies(db, category, value, {
          ...{ limit, now: now(), names: sellerNamesFor(request) },
        })
        const results = page.results.map((listing) => toWire(withCdnUrls(listing)))
        return { body: { ...page, results }, expiresAt }
      })
    },
  )
}
