import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, ApiError } from '../api.ts'
import type { QueryOptions } from '../queries/query-client.ts'

/** Where answers are kept: every list below one key, each listing below another. */
export const listingKeys = {
  lists: ['listings'],
  list: (category: AnyCategory, ...rest: string[]) => ['listings', category.id, ...rest],
  one: (category: AnyCategory, id: string | number) => ['listing', category.id, String(id)],
}

/** One listing, or null where there is none; what it holds depends on who asks. */
export function listingQuery(
  api: Api,
  category: AnyCategory,
  id: string,
  visitor: { id: number } | null,
): QueryOptions<Listing | null> {
  return {
    queryKey: [...listingKeys.one(category, id), visitor?.id ?? null],
    queryFn: async (signal) => {
      try {
        return await api.get<Listing>(apiPaths.listing(category.id, id), signal)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  }
}
