import { queryOptions, useQueries } from '@tanstack/react-query'
import { type AnyCategory, categories } from '#categories/index.ts'
import type { SessionUser } from '#contract/accounts.ts'
import type { WireOwnListing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, useApi } from '../../queries/api.ts'
import { listingKeys, readOwnListings } from '../listing-queries.ts'

/** A student's own listings in one category with any status, the newest first. */
export const ownListingsQuery = (api: Api, { id }: AnyCategory, studentId: number) =>
  queryOptions({
    queryKey: listingKeys.list(id, 'of', String(studentId)),
    queryFn: () => api.get<WireOwnListing[]>(apiPaths.userListings(studentId, id)),
    select: readOwnListings[id],
    // A status may have changed in another tab or on another device.
    refetchOnWindowFocus: 'always',
  })

/** The student's listings in all categories with any status, as far as they have loaded. */
export function useAllOwnListings(user: Pick<SessionUser, 'id'>) {
  const api = useApi()
  return useQueries({
    queries: categories.map((category) => ownListingsQuery(api, category, user.id)),
    combine: (results) => ({
      listings: results.flatMap(({ data }) => data ?? []),
      isLoaded: results.every(({ data }) => data !== undefined),
    }),
  })
}
