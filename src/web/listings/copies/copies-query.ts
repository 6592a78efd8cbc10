import { queryOptions } from '@tanstack/react-query'
import type { CategoryWithCopies } from '#categories/index.ts'
import type { Copies } from '#contract/copies.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Api, hasStatus } from '../../queries/api.ts'
import { forCards } from '../cards/for-cards.ts'
import { listingKeys } from '../listing-queries.ts'

/** How many there are and what is known of the thing, without the listings: small enough for the state of every listing's page. */
export const withoutResults = 'limit=0'

/** All listings of one thing, or null for a 404. */
export const copiesQuery = (api: Api, category: CategoryWithCopies, value: string, query = '') =>
  queryOptions({
    queryKey: listingKeys.list(category, 'copies', value, query),
    queryFn: async ({ signal }): Promise<Copies | null> => {
      try {
        return forCards(await api.get<Copies>(apiPaths.copies(category.id, value, query), signal))
      } catch (error) {
        if (hasStatus(error, 404)) return null
        throw error
      }
    },
  })
