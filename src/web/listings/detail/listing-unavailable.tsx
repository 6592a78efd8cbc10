import type { AnyCategory } from '#categories/index.ts'
import { NoListing } from './no-listing.tsx'

/** The page of a listing that does not exist or could not be loaded. */
export function ListingUnavailable(props: { category: AnyCategory; message: string }) {
  return (
    <div role="alert" className="page-width py-10">
      <NoListing {...props} />
    </div>
  )
}
