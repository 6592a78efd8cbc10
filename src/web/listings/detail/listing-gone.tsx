import type { AnyCategory } from '#categories/index.ts'
import { NoListing } from './no-listing.tsx'
import { SimilarListings } from './similar-listings.tsx'

/** The page of a listing that has ended, for all but its owner: what happened, and what there is instead. */
export function ListingGone({
  category,
  id,
  message,
}: {
  category: AnyCategory
  id: string
  message: string
}) {
  return (
    <div className="page-width pt-10">
      <NoListing category={category} message={message} />
      <SimilarListings category={category} id={id} />
    </div>
  )
}
