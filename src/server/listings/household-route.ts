import { type AnyCategory, seekerOf } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { householdResponse } from '#contract/listings.ts'
import type { App } from '../http/app-types.ts'
import { idParams } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { readBlockCheck } from '../students/block-keys.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import type { ListingDeps } from './listing-deps.ts'
import { findListingsOfSeller } from './listing-queries.ts'
import { readHousehold } from './present-listing.ts'
import { requireListing } from './require-listing.ts'

/** How many of the reader's requests are searched for facts of their own. */
const maxRequests = 20

/**
 * Adds the route that tells confirmed students who lives there, with what the reader says about themselves. A block
 * between the reader and the seller hides the facts. No other response has them, apart from those for the owner and for
 * moderators.
 */
export function householdRoute(app: App, category: AnyCategory, { db, now }: ListingDeps) {
  const { labels, path } = category
  if (!category.household) return
  const seeker = category.seeks ? category : seekerOf(category)

  app.get(
    `/api/${path}/:id/household`,
    {
      config: { action: 'read student listing' },
      onRequest: noStore,
      schema: {
        tags: [labels.menu],
        summary: `Who lives there, according to one ${labels.singular}`,
        description:
          "`yours` has the facts of the reader's newest housing request that has any, to show them side by side.",
        params: idParams,
        response: { 200: householdResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const row = await requireListing(db, category, request, now())
      const reader = loggedInUser(request)
      const isBlocked = await readBlockCheck(db, reader)
      // A blocked student gets the answer of a listing without facts, which says nothing about the block.
      const facts = isBlocked({ id: row.seller_id, email: row.email }) ? null : readHousehold(row)
      if (!seeker || reader.id === row.seller_id) return { facts, yours: null }
      const requests = await findListingsOfSeller(db, seeker.id, reader.id, {
        onlyListed: true,
        limit: maxRequests,
      })
      return { facts, yours: requests.map(readHousehold).find(Boolean) ?? null }
    },
  )
}
