import { useNavigate } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { StatusActions } from '../dashboard/status-actions.tsx'
import { DeleteListing } from '../delete-listing.tsx'

/** Change the status, renew once it has ended, and delete: buttons for a grid. */
export function OwnerButtons({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const navigate = useNavigate()
  const { status } = listing
  return (
    <>
      {!isTakenDown(status) && (
        <div className="order-first col-span-full grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-3 [&:not(:has(button))]:hidden [&>button]:px-2">
          <StatusActions
            category={category}
            listing={listing}
            variant="secondary"
            withRenew={status === 'expired'}
          />
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
