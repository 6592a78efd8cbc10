import './owner-buttons.css'
import { useNavigate } from 'react-router'
import type { Listing } from '#contract/listing.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { StatusActions } from '../dashboard/status-actions.tsx'
import { DeleteListing } from '../delete-listing.tsx'

/** Buttons for a grid: change the status, renew an ended listing, and delete it. */
export function OwnerButtons({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const { status } = listing
  return (
    <>
      {!isTakenDown(status) && (
        <div className="owner-buttons order-first col-span-full">
          <StatusActions listing={listing} variant="secondary" withRenew={status === 'expired'} />
        </div>
      )}
      <DeleteListing listing={listing} onDeleted={() => navigate(pagePaths.dashboard)} />
    </>
  )
}
