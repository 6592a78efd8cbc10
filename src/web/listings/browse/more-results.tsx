import { type MouseEvent, useEffect, useRef } from 'react'
import type { AnyCategory } from '#categories/index.ts'
import { formatNumber } from '#contract/format.ts'
import { withFilters } from '#contract/list-filters.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../../navigation/link.tsx'
import { Callout } from '../../ui/content/callout.tsx'
import { Spinner } from '../../ui/content/spinner.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import type { ListingsResult } from './listings-query.ts'
import { formatTotal } from './result-count.ts'

/** Infinite scroll, with a link for browsers without script and for retries. */
export function MoreResults({
  category,
  filters,
  query,
  count,
}: {
  category: AnyCategory
  filters: URLSearchParams
  query: ListingsResult
  /** Listings on all loaded pages. */
  count: number
}) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  // Not that of a refetch in the background: the list on the screen is as good as before.
  const pageError = query.isFetchNextPageError ? error : null
  const end = useInfiniteScroll(hasNextPage && !isFetching && !pageError, fetchNextPage)
  const lastPage = data?.pages.at(-1)
  const isComplete = lastPage?.next === null && data?.pages.length === 1 && !filters.has('cursor')
  if (!lastPage || isComplete) return null

  const showMore = (event: MouseEvent) => {
    event.preventDefault()
    if (!isFetching) fetchNextPage()
  }
  return (
    <div ref={end} className="mt-10 grid justify-items-center gap-4">
      {pageError && <Callout variant="danger">{pageError.message}</Callout>}
      {!filters.has('cursor') && (
        <p className="text-ink-2 text-sm">
          Showing {formatNumber(count)} of {formatTotal(lastPage)}
        </p>
      )}
      {lastPage.next && (
        <LinkButton
          as={Link}
          variant="secondary"
          className="print:hidden"
          to={pagePaths.browse(category.id, withFilters(filters, { cursor: lastPage.next }))}
          aria-busy={isFetching || undefined}
          onClick={showMore}
        >
          {isFetching && <Spinner />}
          Show more
        </LinkButton>
      )}
      {filters.has('cursor') && (
        <Link
          to={pagePaths.browse(category.id, withFilters(filters, {}))}
          className="link py-1 print:hidden"
        >
          Back to the first results
        </Link>
      )}
    </div>
  )
}

/** Loads more when the returned ref's element is less than 800px below the viewport. */
function useInfiniteScroll(isEnabled: boolean, loadMore: () => void) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isEnabled || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore()
      },
      { rootMargin: '0px 0px 800px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isEnabled, loadMore])
  return end
}
