import { useNavigate } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { StatusActions } from '../dashboard/status-actions.tsx'
import { DeleteListing } from '../delete-listing.tsx'

/** Renew once it has ended, and delete: buttons for a grid. */
export function OwnerButtons({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const navigate = useNavigate()
  return (
    <>
      {listing.status === 'expired' && (
        <div className="order-first col-span-full grid">
          <StatusActions category={category} listing={listing} />
        </div>
      )}
      <DeleteListing
        category={category}
        listing={listing}
        onDeleted={() => navigate(pagePaths.dashboard)}
      />
    </>
  )
}
