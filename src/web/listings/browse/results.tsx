import { useLocation, useNavigation } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorIllustration } from '../../ui/illustrations/error.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import type { ListingsResult } from './listings-query.ts'
import { MoreResults } from './more-results.tsx'
import { NoResults } from './no-results.tsx'

const skeletons = Array.from({ length: 8 }, (_, index) => index)

export function Results({
  category,
  filters,
  query,
}: {
  category: AnyCategory
  filters: URLSearchParams
  query: ListingsResult
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const isNavigating = useNavigation().location?.pathname === useLocation().pathname
  const isFiltering = isNavigating || isPlaceholderData
  if (!data && error) {
    return (
      <div role="alert">
        <EmptyState
          illustration={<ErrorIllustration />}
          title={error.message}
          action={
            <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          }
        />
      </div>
    )
  }
  if (!data) return <LoadingResults category={category} />
  const listings = data.pages.flatMap(({ results }) => results)
  if (listings.length === 0) return <NoResults category={category} filters={filters} />
  return (
    <>
      <ul
        className={classNames('card-grid transition-opacity', isFiltering && 'opacity-60')}
        aria-busy={isFiltering || undefined}
      >
        {listings.map((listing, index) => (
          <li key={listing.id}>
            <ListingCard category={category} listing={listing} index={index} />
          </li>
        ))}
      </ul>
      <MoreResults category={category} filters={filters} query={query} count={listings.length} />
    </>
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
