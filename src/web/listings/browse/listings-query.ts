import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import { withFilters } from '#contract/list-filters.ts'
import type { ListPage } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../api.ts'
import { forCards } from '../cards/for-cards.ts'
import { listingKeys } from '../listing-queries.ts'

export type ListingsResult = UseInfiniteQueryResult<InfiniteData<ListPage>>

/** A category's filtered list, paged by cursor. */
export const listingsQuery = (api: Api, category: AnyCategory, filters: URLSearchParams) =>
  infiniteQueryOptions({
    queryKey: listingKeys.list(category, 'browse', filters.toString()),
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams(filters)
      if (pageParam) query.set('cursor', pageParam)
      return forCards(await api.get<ListPage>(apiPaths.list(category.id, query), signal))
    },
    initialPageParam: filters.get('cursor') ?? '',
    getNextPageParam: ({ next }) => next,
  })

/** How many listings some filters find. */
export function countQuery(api: Api, category: AnyCategory, filters: URLSearchParams) {
  const query = withFilters(filters, { order: '', limit: '1' })
  return queryOptions({
    queryKey: listingKeys.list(category, 'count', query.toString()),
    queryFn: ({ signal }) => api.get<ListPage>(apiPaths.list(category.id, query), signal),
  })
}
