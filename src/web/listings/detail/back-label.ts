import type { QueryClient } from '@tanstack/react-query'
import { categoriesWithCopies, categoryByPath } from '#categories/index.ts'
import { parseFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { dropTrailingSlashes } from '../../navigation/link.tsx'
import type { Api } from '../../queries/api.ts'
import { listingsQuery } from '../browse/listings-query.ts'
import { formatResultCount } from '../browse/result-count.ts'

/** "Back to 9 results", as far as the cache knows the list; undefined for a page that is no list. */
export function backLabel(listUrl: string, queryClient: QueryClient, api: Api): string | undefined {
  const [path = '', query] = listUrl.split('?')
  const pathname = dropTrailingSlashes(path).toLowerCase()
  const category = categoryByPath(pathname.slice(1))
  if (category) {
    const filters = parseFilters(category, new URLSearchParams(query))
    const list = queryClient.getQueryData(listingsQuery(api, category, filters).queryKey)
    const page = list?.pages[0]
    return page ? `Back to ${formatResultCount(page)}` : 'Back to results'
  }
  if (pathname.startsWith(pagePaths.student(''))) return 'Back to profile'
  if (pathname === pagePaths.search() || isCopiesPage(pathname)) return 'Back to results'
  return undefined
}

const isCopiesPage = (pathname: string) =>
  categoriesWithCopies.some(({ id }) => pathname.startsWith(pagePaths.copies(id, '')))
