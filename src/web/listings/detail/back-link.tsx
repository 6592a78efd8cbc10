import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Location, useLocation } from 'react-router'
import { categoriesWithCopies, categoryByPath } from '#categories/index.ts'
import { parseFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { type BackState, isBackState } from '../../navigation/back-state.ts'
import { dropTrailingSlashes, Link } from '../../navigation/link.tsx'
import { useGoBack } from '../../navigation/use-go-back.ts'
import { type Api, useApi } from '../../queries/api.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { listingsQuery } from '../browse/listings-query.ts'
import { formatResultCount } from '../browse/result-count.ts'

/** A link back to the list that led here, with its filters. If no list did, it shows the children. */
export function BackLink({ children }: { children: ReactNode }) {
  const location = useLocation()
  const queryClient = useQueryClient()
  const api = useApi()
  // The server knows neither the history nor the referrer.
  const back = useHydrated() ? findList(location) : undefined
  const goBack = useGoBack(back?.steps)
  const label = back && backLabel(back.listUrl, queryClient, api)
  if (!label) return children

  return (
    <p className="flex text-sm">
      <Link
        to={back.listUrl}
        onClick={goBack}
        className="link inline-flex items-center gap-1.5 py-1"
      >
        <ArrowLeftIcon size={16} className="flex-none" />
        {label}
      </Link>
    </p>
  )
}

/**
 * Finds the list that led here: in the state of the link or, if it was pressed before JavaScript loaded, in the referrer.
 */
function findList({ state, key }: Location): BackState | undefined {
  if (isBackState(state)) return state
  const { referrer } = document
  // The referrer belongs to the document's first page, whose history entry has the key "default".
  if (key !== 'default' || !referrer.startsWith(`${window.location.origin}/`)) return undefined
  return { listUrl: referrer.slice(window.location.origin.length), steps: 0 }
}

/**
 * Returns a label such as "Back to 9 results", without the number if the list is not in the cache. Returns undefined if
 * the URL shows no listings.
 */
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
