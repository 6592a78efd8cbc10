import type { AnyCategory } from '#categories/index.ts'
import type { ListingPage } from '#contract/listings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Api } from '../../api.ts'
import type { PagesOptions } from '../../queries/use-pages.ts'
import { listingKeys } from '../queries.ts'
import { readListPage } from './list-page.ts'

/** A category's list as `asked` has it, page by page. */
export function listingsQuery(
  api: Api,
  category: AnyCategory,
  asked: URLSearchParams,
): PagesOptions<ListingPage> {
  return {
    queryKey: listingKeys.list(category, 'browse', asked.toString()),
    fetchPage: async (cursor, signal) => {
      const query = new URLSearchParams(asked)
      if (cursor) query.set('cursor', cursor)
      return readListPage(category, await api.get(apiPaths.list(category.id, query), signal))
    },
    firstParam: asked.get('cursor') ?? '',
    nextParam: ({ next }) => next,
  }
}
