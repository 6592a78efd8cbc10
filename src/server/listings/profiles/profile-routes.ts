import { errorBody } from '#contract/errors.ts'
import { toWire } from '#contract/listing.ts'
import { profileResponse } from '#contract/profile.ts'
import { mapSlices } from '../../database/room-data.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/app-types.ts'
import { idParams } from '../../http/id-params.ts'
import { noStore } from '../../http/no-store.ts'
import { sendJson } from '../../http/send-json.ts'
import { createPhotoCdnRewriter } from '../../photos/photo-cdn.ts'
import type { ListingDeps } from '../listing-deps.ts'
import { profileSlice, readRequestedProfile } from './read-profile.ts'

export function profileRoutes(app: App, { config, db, now }: ListingDeps) {
  const withCdnUrls = createPhotoCdnRewriter(config.PHOTO_URL)

  app.get(
    '/api/users/:id',
    {
      config: { action: 'read profile' },
      // The response is not cached: it depends on names, confirmations and accounts, which have no version.
      onRequest: noStore,
      schema: {
        tags: ['Accounts'],
        summary: 'What others see of a student',
        description:
          'Visitors, and students who have to confirm their address first, see the first letter of the last name, and only students who have a listing.',
        params: idParams,
        response: { 200: profileResponse, '4xx': errorBody },
      },
    },
    async (request, reply) => {
      const context = { verifyEmail: config.VERIFY_EMAIL, now: now() }
      const found = await readRequestedProfile(db, request, context)
      if (!found) throw new AppError('not_found', 'Student not found.')
      const { profile } = found
      const listings = await mapSlices(profile.listings, profileSlice, async (slice) =>
        slice.map((listing) => ({
          category: listing.category,
          listing: toWire(withCdnUrls(listing)),
        })),
      )
      // The response schema would take longer than all else for a student with many listings.
      return sendJson(reply, { ...profile, listings })
    },
  )
}
