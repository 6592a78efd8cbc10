import { useLocation, useNavigation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { classNames } from '../../ui/class-names.ts'
import { Callout } from '../../ui/content/callout.tsx'
import { LoadFailed } from '../../ui/content/load-failed.tsx'
import { SkeletonCard } from '../../ui/content/skeleton.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import type { ListingsResult } from './listings-query.ts'
import { MoreResults } from './more-results.tsx'
import { NoResults } from './no-results.tsx'

/** A row on the widest screens. */
const cardsBeforeNotice = 4

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
  /** Called by links that remove themselves. */
  keepFocus: () => void
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const isNavigating = useNavigation().location?.pathname === useLocation().pathname
  const isFiltering = isNavigating || isPlaceholderData
  if (!data && error) {
    return <LoadFailed error={error} isFetching={isFetching} refetch={refetch} />
  }
  if (!data) return <LoadingResults category={category} />
  const listings = data.pages.flatMap(({ results }) => results)
  if (listings.length === 0) {
    return (
      <>
        <NoResults
          category={category}
          filters={filters}
          page={data.pages[0]}
          keepFocus={keepFocus}
        />
        <ContentNotice />
      </>
    )
  }
  const cards = listings.map((listing, index) => (
    <li key={listing.id}>
      <ListingCard category={category} listing={listing} index={index} />
    </li>
  ))
  return (
    <>
      <ul
        // Dense: cards after the notice fill the row before it.
        className={classNames(
          'card-grid grid-flow-row-dense transition-opacity',
          isFiltering && 'opacity-60',
        )}
        aria-busy={isFiltering || undefined}
      >
        {cards.slice(0, cardsBeforeNotice)}
        <li key="notice" className="col-span-full">
          <ContentNotice />
        </li>
        {cards.slice(cardsBeforeNotice)}
      </ul>
      <MoreResults category={category} filters={filters} query={query} count={listings.length} />
    </>
  )
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
