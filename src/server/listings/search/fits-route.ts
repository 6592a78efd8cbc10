import type { AnyCategory } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { describeFit, fitsResponse, maxFits } from '#contract/fits.ts'
import { toWire } from '#contract/listing.ts'
import { writeIfPossible } from '../../database/database.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import type { ListingDeps } from '../listing-deps.ts'
import { presentListing } from '../present-listing.ts'
import { requireAllowed } from '../require-listing.ts'
import { counterpartOf, findFits, onePerStudent, withoutBlocked } from './find-fits.ts'

/** Adds the route that shows owners what fits their listing, if listings of another category can. */
export function fitsRoute(app: App, category: AnyCategory, deps: ListingDeps) {
  const { config, db, now } = deps
  const { labels, path, seeks } = category
  const other = counterpartOf(category)
  if (!other) return
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)

  app.get(
    `/api/${path}/:id/fits`,
    {
      config: { action: 'read fits' },
      onRequest: noStore,
      schema: {
        tags: [labels.menu],
        summary: `The ${other.labels.plural} that fit one's own ${labels.singular}, newest first`,
        description:
          'Each result says why it fits: the dates, how the price compares with the limit, and the minutes to a campus where both name it. A place gets the newest fitting request of each student.',
        params: idParams,
        response: { 200: fitsResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const row = await requireAllowed(category, request, 'read fits', deps)
      // Reading goes on if the count cannot be stored.
      await writeIfPossible(deps.quotas.countFits(db, row))
      const { fits, next } = await findFits(db, row, now())
      const owner = { id: row.seller_id, email: row.email }
      const shown = onePerStudent(await withoutBlocked(db, owner, fits))
      return {
        total: shown.length,
        total_exact: !next,
        results: shown.slice(0, maxFits).map(({ row: fitting, fit }) => ({
          category: fitting.category,
          listing: toWire(withCdnUrls(presentListing(fitting, now(), 'full'))),
          why: describeFit(fit, seeks ? 'your' : 'their'),
        })) as never,
      }
    },
  )
}
