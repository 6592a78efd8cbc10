import { z } from 'zod'
import { type AnyCategory, categories } from '#categories/index.ts'
import { errorBody } from '#contract/errors.ts'
import { favouritesResponse } from '#contract/favourites.ts'
import { toWire } from '#contract/listing.ts'
import { maxFavouriteChangesPerHour, maxFavourites } from '#contract/saved-rules.ts'
import { withArticle } from '#format/format.ts'
import type { App } from '../../http/app-types.ts'
import { idParams, parseId } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { perHour, type RateLimitRule } from '../../limits/rate-limit.ts'
import { sellerNamesFor } from '../../listings/present-listing.ts'
import { requireListing } from '../../listings/require-listing.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import { mayReadStudentListings } from '../../policies.ts'
import { loggedInUser } from '../../students/sessions/session-hooks.ts'
import { accountTransaction } from '../../students/sessions/session-transaction.ts'
import type { SavedDeps } from '../saved-deps.ts'
import { deleteFavourite } from './favourite-queries.ts'
import { readFavourites, saveFavourite } from './favourites.ts'

const tags = ['Saved']

const changes: RateLimitRule = {
  name: 'favourite-changes',
  ...perHour(maxFavouriteChangesPerHour),
  message: "You've saved and removed a lot of listings. Please try again later.",
}

export function listingFavouriteRoutes(
  app: App,
  category: AnyCategory,
  { db, rateLimiter, now }: Pick<SavedDeps, 'db' | 'rateLimiter' | 'now'>,
) {
  const url = `/api/${category.path}/:id/favourite`
  const response = { 204: z.undefined(), '4xx': errorBody }

  app.put(
    url,
    {
      config: { action: 'save favourite' },
      onRequest: noStore,
      schema: {
        tags,
        summary: `Save ${withArticle(category.labels.singular)}`,
        description: `Up to ${maxFavourites} listings. One that is saved stays so.`,
        params: idParams,
        response,
      },
    },
    async (request, reply) => {
      await accountTransaction(db, request, async (tx, student) => {
        const row = await requireListing(tx, category, request, now())
        await saveFavourite(tx, { student, row, now: now() })
        await rateLimiter.take(tx, changes, String(student.id))
      })
      return reply.status(204).send()
    },
  )

  app.delete(
    url,
    {
      config: { action: 'change saved' },
      onRequest: noStore,
      schema: {
        tags,
        summary: `Take ${withArticle(category.labels.singular)} off your saved ones`,
        description: 'Also one that has ended. One that is not saved stays so.',
        params: idParams,
        response,
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id)
      await accountTransaction(db, request, async (tx, student) => {
        if (id) await deleteFavourite(tx, student.id, { category: category.id, id })
        await rateLimiter.take(tx, changes, String(student.id))
      })
      return reply.status(204).send()
    },
  )
}

export function favouriteRoutes(app: App, { config, db, now }: SavedDeps) {
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)

  app.get(
    '/api/favourites',
    {
      config: { action: 'read saved' },
      onRequest: noStore,
      schema: {
        tags,
        summary: 'Your saved listings, the last saved first',
        description: `With those that have ended, of ${categories.map(({ labels }) => labels.menu).join(', ')}.`,
        response: { 200: favouritesResponse, '4xx': errorBody },
      },
    },
    async (request) => {
      const student = loggedInUser(request)
      const favourites = await readFavourites(db, {
        studentId: student.id,
        now: now(),
        names: sellerNamesFor(request),
        maySeeRequests: mayReadStudentListings(student),
      })
      return {
        results: favourites.map((favourite) => ({
          ...favourite,
          listing: favourite.listing && toWire(withCdnUrls(favourite.listing)),
        })),
      }
    },
  )
}
