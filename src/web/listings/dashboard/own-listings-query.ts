import type { AnyCategory } from '#categories/index.ts'
import type { OwnListing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../api.ts'
import type { QueryOptions } from '../../queries/query-client.ts'
import { listingKeys } from '../listing-queries.ts'

/** A user's own listings in one category, newest first. */
export function ownListingsQuery(
  api: Api,
  category: AnyCategory,
  userId: number,
): QueryOptions<OwnListing[]> {
  return {
    queryKey: listingKeys.list(category, 'of', String(userId)),
    queryFn: () => api.get<OwnListing[]>(apiPaths.userListings(userId, category.id)),
  }
}
