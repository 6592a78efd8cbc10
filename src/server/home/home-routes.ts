import { errorBody } from '#contract/errors.ts'
import { homeResponse } from '#contract/home.ts'
import { type Listing, toWire } from '#contract/listing.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { App } from '../http/app-types.ts'
import { noStore } from '../http/no-store.ts'
import { sellerNamesFor } from '../listings/present-listing.ts'
import { createPhotoCdnRewriter } from '../photos/photo-cdn.ts'
import { loggedInUser } from '../students/sessions/session-hooks.ts'
import { readHome } from './read-home.ts'

interface HomeDeps {
  config: Pick<Config, 'PHOTO_URL'>
  db: Db
  now: () => number
}

export function homeRoutes(app: App, { config, db, now }: HomeDeps) {
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)
  const present = (items: { category: Listing['category']; listing: Listing }[]) =>
    items.map(({ category, listing }) => ({ category, listing: toWire(withCdnUrls(listing)) }))

  app.get(
    '/api/home',
    {
      config: { action: 'read saved' },
      onRequest: noStore,
      schema: {
        tags: ['Saved'],
        summary: 'What is new for you',
        description:
          'Unread conversations, your listings that end soon, new listings for your saved searches, price drops of saved listings, and the newest listings.',
        response: { 200: homeResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const student = loggedInUser(request)
      const home = await readHome(db, { student, names: sellerNamesFor(request), now: now() })
      return {
        ...home,
        matches: present(home.matches),
        price_drops: present(home.price_drops),
        fresh: present(home.fresh),
      }
    },
  )
}
