import { queryOptions } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { OwnListing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../queries/api.ts'
import { withReadablePhotos } from '../listing-photos.ts'
import { listingKeys } from '../listing-queries.ts'

/** A user's own listings in one category, of every status, newest first. */
export const ownListingsQuery = (api: Api, category: AnyCategory, userId: number) =>
  queryOptions({
    queryKey: listingKeys.list(category, 'of', String(userId)),
    queryFn: async () => {
      const listings = await api.get<OwnListing[]>(apiPaths.userListings(userId, category.id))
      return listings.map((listing) => withReadablePhotos(category, listing))
    },
    // A status may have changed in another tab, or on the phone.
    refetchOnWindowFocus: 'always',
  })
