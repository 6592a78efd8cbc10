import { queryOptions } from '@tanstack/react-query'
import type { Listing } from '#contract/listing.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Profile as WireProfile } from '#contract/profile.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { trimForCard } from '../cards/trim-for-cards.ts'
import { listingKeys, readListing } from '../listing-queries.ts'

export interface Profile extends Omit<WireProfile, 'listings'> {
  listings: Listing[]
}

const readProfile = (profile: WireProfile | null): Profile | null =>
  profile && {
    ...profile,
    listings: profile.listings.map(({ category, listing }) => readListing(category, listing)),
  }

/** A student's profile as others see it, or null for a 404. */
export const profileQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'profile', id],
    queryFn: async ({ signal }): Promise<WireProfile | null> => {
      try {
        const profile = await api.get<WireProfile>(apiPaths.user(id), signal)
        const listings = profile.listings.map((each) => ({
          ...each,
          listing: trimForCard(each.listing),
        }))
        return { ...profile, listings: listings as WireProfile['listings'] }
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
    select: readProfile,
  })
