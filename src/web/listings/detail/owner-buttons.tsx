import './owner-buttons.css'
import { useNavigate } from 'react-router'
import type { Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { StatusActions } from '../dashboard/status-actions.tsx'
import { DeleteListing } from '../delete-listing.tsx'

/** Buttons that change the status. If the listing needs it, renewing comes first. */
export function StatusButtons({ listing, withRenew }: { listing: Listing; withRenew: boolean }) {
  return (
    <div className="owner-buttons">
      <StatusActions
        listing={listing}
        withRenew={withRenew}
        renewFirst={withRenew}
        firstVariant={withRenew ? 'primary' : 'secondary'}
        variant="secondary"
        size="small"
      />
    </div>
  )
}

export function DeleteButton(props: { listing: Listing; className?: string }) {
  const navigate = useNavigate()
  return <DeleteListing {...props} onDeleted={() => navigate(pagePaths.dashboard)} size="small" />
}
