import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError, hasStatus } from '../api.ts'
import type { QueryOptions } from '../queries/query-client.ts'

/** Lists share one key prefix and single listings another, so that each group can be invalidated. */
export const listingKeys = {
  lists: ['listings'],
  list: (category: AnyCategory, ...rest: string[]) => ['listings', category.id, ...rest],
  detail: (category: AnyCategory, id: string | number) => ['listing', category.id, String(id)],
}

/** One listing, or null for a 404. The user is part of the key: the seller's address depends on it. */
export function listingQuery(
  api: Api,
  category: AnyCategory,
  id: string,
  user: { id: number } | null,
): QueryOptions<Listing | null> {
  return {
    queryKey: [...listingKeys.detail(category, id), user?.id ?? null],
    queryFn: async ({ signal }) => {
      try {
        return await api.get<Listing>(apiPaths.listing(category.id, id), signal)
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
  }
}

/** The category's message for a listing that could not be loaded. */
export function loadErrorMessage({ messages }: AnyCategory, error: Error): string {
  return error instanceof ApiError ? messages.loadFailed : messages.loadNetworkError
}
