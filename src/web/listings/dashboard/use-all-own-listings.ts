import { useQueries } from '@tanstack/react-query'
import { categories } from '#categories/index.ts'
import { useApi } from '../../queries/api.ts'
import { ownListingsQuery } from './own-listings-query.ts'

/** The user's listings of all categories and statuses, as far as they are loaded. */
export function useAllOwnListings(userId: number) {
  const api = useApi()
  return useQueries({
    queries: categories.map((category) => ownListingsQuery(api, category, userId)),
    combine: (results) => ({
      listings: results.flatMap(({ data }) => data ?? []),
      isLoaded: results.every(({ data }) => data !== undefined),
    }),
  })
}
