import type { AnyCategory } from '#categories/index.ts'
import type { ListingPage } from '#contract/listings.ts'
import type { PagesResult } from '../../queries/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorDrawing } from '../../ui/drawings/error.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { ListingCard } from '../cards/listing-card.tsx'
import { MoreResults } from './more-results.tsx'
import { NoResults } from './no-results.tsx'

export type ListingsResult = PagesResult<ListingPage>

const skeletons = Array.from({ length: 8 }, (_, position) => position)

/** The list in each of its states. */
export function Results({
  category,
  asked,
  query,
}: {
  category: AnyCategory
  asked: URLSearchParams
  query: ListingsResult
}) {
  const { data, error, isPlaceholderData, isFetching, refetch } = query
  if (!data && error) {
    return (
      <div role="alert">
        <EmptyState
          drawing={<ErrorDrawing />}
          title={error.message}
          action={
            <Button look="secondary" busy={isFetching} onClick={refetch}>
              Try again
            </Button>
          }
        />
      </div>
    )
  }
  if (!data) return <LoadingResults category={category} />
  const listings = data.flatMap(({ results }) => results)
  if (listings.length === 0) return <NoResults category={category} asked={asked} />
  return (
    <>
      <ul
        className={classNames('card-grid transition-opacity', isPlaceholderData && 'opacity-60')}
        aria-busy={isPlaceholderData || undefined}
      >
        {listings.map((listing, position) => (
          <li key={listing.id}>
            <ListingCard category={category} listing={listing} position={position} />
          </li>
        ))}
      </ul>
      <MoreResults category={category} asked={asked} query={query} shown={listings.length} />
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
        {skeletons.map((position) => (
          <SkeletonCard key={position} />
        ))}
      </div>
    </>
  )
}
