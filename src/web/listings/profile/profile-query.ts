import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { Profile } from '#contract/profile.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { forCard } from '../cards/for-cards.ts'
import { listingKeys } from '../listing-queries.ts'

/** A student as others see them, or null for a 404. */
export const profileQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...listingKeys.lists, 'profile', id],
    queryFn: async ({ signal }): Promise<Profile | null> => {
      try {
        const profile = await api.get<Profile>(apiPaths.user(id), signal)
        const listings = profile.listings.map((each) => ({
          ...each,
          listing: forCard(each.listing),
        }))
        return { ...profile, listings: listings as Profile['listings'] }
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
  })
