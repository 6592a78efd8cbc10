import { PencilIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { AnyCategory } from '#categories/index.ts'
import { statusLabel } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { useSession } from '../../accounts/session.tsx'
import { Link } from '../../link.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { cardPath } from '../dashboard/card-anchor.ts'
import { StatusActions } from '../dashboard/status-actions.tsx'
import { DeleteListing } from '../delete-listing.tsx'

/** Status, edit and delete; renders nothing for other users. */
export function OwnerActions({ category, listing }: { category: AnyCategory; listing: Listing }) {
  const { user } = useSession()
  const navigate = useNavigate()
  if (user?.id !== listing.seller.id) return null
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-3 print:hidden">
      <p className="col-span-full text-ink-2 text-sm">
        {`Your listing. Status: ${statusLabel(category, listing)}. `}
        <Link to={cardPath(category, listing)} className="link">
          Change it on your dashboard
        </Link>
      </p>
      {listing.status === 'expired' && (
        <div className="col-span-full grid">
          <StatusActions category={category} listing={listing} />
        </div>
      )}
      <LinkButton as={Link} to={pagePaths.edit(category.id, listing.id)} variant="secondary">
        <PencilIcon size={18} />
        Edit
      </LinkButton>
      <DeleteListing
        category={category}
        listing={listing}
        onDeleted={() => navigate(pagePaths.dashboard)}
      />
    </div>
  )
}
