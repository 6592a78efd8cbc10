import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../api.ts'
import { listingKeys } from '../queries.ts'
import { readListPage } from './list-page.ts'

/** A category's list as `asked` has it, page by page. */
export function listingsQuery(api: Api, category: AnyCategory, asked: URLSearchParams) {
  return infiniteQueryOptions({
    queryKey: listingKeys.list(category, 'browse', asked.toString()),
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams(asked)
      if (pageParam) query.set('cursor', pageParam)
      return readListPage(category, await api.get(apiPaths.list(category.id, query), signal))
    },
    initialPageParam: asked.get('cursor') ?? '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}
