import {
  type MouseEvent,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { withFilters } from '#contract/list-filters.ts'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { formatNumber } from '#format/format.ts'
import { Link } from '../../navigation/link.tsx'
import { findPressedLink } from '../../navigation/pressed-links.ts'
import { classNames } from '../../ui/class-names.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { LoadFailed } from '../../ui/content/load-failed.tsx'
import { SkeletonCard } from '../../ui/content/skeleton.tsx'
import { Spinner } from '../../ui/content/spinner.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { ListingCard } from '../cards/listing-card.tsx'
import { CloseMatches } from './close-matches.tsx'
import { firstToShow } from './first-to-show.ts'
import type { ListingsResult } from './listings-query.ts'
import { NoResults } from './no-results.tsx'
import { formatTotal } from './result-count.ts'

const skeletons = Array.from({ length: 8 }, (_, index) => index)

export function Results({
  category,
  filters,
  query,
  keepFocus,
}: {
  category: AnyCategory
  filters: URLSearchParams
  query: ListingsResult
  /** Called by links that disappear when they are pressed. */
  keepFocus: () => void
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const isNavigating = useNavigation().location?.pathname === useLocation().pathname
  const isFiltering = isNavigating || isPlaceholderData
  // The same array as long as the data is the same, so that its cards are not rendered again.
  const listings = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data])
  if (!data && error) {
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />
  }
  if (!data) return <LoadingResults category={category} />
  if (listings.length === 0) {
    return (
      <>
        <NoResults
          category={category}
          filters={filters}
          page={data.pages[0]}
          keepFocus={keepFocus}
        />
        <CloseMatches matches={data.pages[0]?.close ?? []} />
        <ContentNotice />
      </>
    )
  }
  return (
    <Cards listings={listings} isFiltering={isFiltering}>
      <MoreResults category={category} filters={filters} query={query} count={listings.length} />
      <div className="mt-8">
        <ContentNotice />
      </div>
      <CloseMatches matches={data.pages[0]?.close ?? []} />
    </Cards>
  )
}

/**
 * The cards, and what follows them. Changed results wait until the page around them is on the screen, and so do the cards
 * below the screen of a page that was opened by a link.
 */
function Cards({
  listings,
  isFiltering,
  children,
}: {
  listings: readonly Listing[]
  isFiltering: boolean
  children: ReactNode
}) {
  const isHydrated = useHydrated()
  const pressed = usePressedLink()
  const [first] = useState(() => (isHydrated ? firstToShow(listings, pressed) : listings))
  // Back restores a scroll position, so all cards above it must have their real height.
  const [isLazy] = useState(!isHydrated || pressed === false)
  const shown = useDeferredValue(listings, first)
  const isOld = isFiltering || shown[0]?.id !== listings[0]?.id
  const cards = useMemo(
    () =>
      shown.map((listing, index) => (
        <li key={listing.id}>
          {/* React hydrates each card by itself when there is time, or as soon as it is pressed. */}
          <Suspense>
            <ListingCard listing={listing} index={index} isFull />
          </Suspense>
        </li>
      )),
    [shown],
  )
  return (
    <>
      <ul
        className={classNames(
          'card-grid transition-opacity',
          isLazy && 'card-grid-lazy',
          isOld && 'opacity-60',
        )}
        aria-busy={isOld || undefined}
      >
        {cards}
      </ul>
      {shown === first && first.length < listings.length ? null : children}
    </>
  )
}

/** Returns the link that led away from this page, if Back or Forward leads here. */
function usePressedLink(): string | false | undefined {
  const { key } = useLocation()
  return useNavigationType() === 'POP' && findPressedLink(key)
}

function ContentNotice() {
  return (
    <Callout variant="bar">
      Classified content is not guaranteed. Duplicate or multiple listings for the same content will
      be deleted.
    </Callout>
  )
}

function LoadingResults({ category }: { category: AnyCategory }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading {category.labels.plural}…
      </p>
      <div className="card-grid">
        {skeletons.map((index) => (
          <SkeletonCard key={index} />
        ))}
      </div>
    </>
  )
}

/** Loads more results on scrolling. A link does the same without JavaScript, and retries after an error. */
function MoreResults({
  category,
  filters,
  query,
  count,
}: {
  category: AnyCategory
  filters: URLSearchParams
  query: ListingsResult
  /** The number of listings on all loaded pages. */
  count: number
}) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  // Ignore errors of a background refetch: the list on the screen is still good.
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

/**
 * Loads more when the returned ref's element is less than 800px from the viewport. It may be above it, after a jump to
 * the end of the page.
 */
function useInfiniteScroll(isEnabled: boolean, loadMore: () => void) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isEnabled || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore()
      },
      { rootMargin: '800px 0px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isEnabled, loadMore])
  return end
}
