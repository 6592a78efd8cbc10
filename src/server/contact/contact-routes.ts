import { categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { contactResponse } from '#contract/listings.ts'
import { unauthenticated } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { canReadContact } from '../http/authorization.ts'
import { idParams } from '../http/id-params.ts'
import { noStore } from '../http/no-store.ts'
import { goneError, requireListing } from '../listings/require-listing.ts'
import { canContact, type Policies, roleOf } from '../policies.ts'
import type { AddressDeps } from './read-address.ts'
import { readContact } from './read-contact.ts'

export function contactRoutes(app: App, deps: AddressDeps & { policies: Policies }) {
  const { policies, db, now } = deps
  for (const category of categories) {
    const { labels, path } = category
    app.get(
      `/api/${path}/:id/contact`,
      {
        config: { action: 'read contact' },
        onRequest: noStore,
        schema: {
          tags: [labels.menu],
          summary: `How to reach the seller of a ${labels.singular}`,
          params: idParams,
          response: { 200: contactResponse, '4xx': errorBody },
        },
      },
      async (request) => {
        // Also a page for all students, which has no user.
        if (!canReadContact(policies, request)) throw unauthenticated()
        const row = await requireListing(db, category, request, now())
        if (!canContact(roleOf(request, row), row, now())) throw goneError(row, now())
        return readContact(deps, request, row)
      },
    )
  }
}
