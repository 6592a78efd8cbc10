import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'

/** Leads to the moving-out page of an item. The page has at least this item while it is listed. */
export function MovingSaleLink({
  listing,
  isOwn,
  className,
}: {
  listing: Listing
  isOwn: boolean
  className?: string
}) {
  if (!listing.movingSaleId || !isListed(listing.status)) return null
  return (
    <p className={className}>
      {isOwn ? 'This is on your moving-out page.' : 'The seller is moving out.'}{' '}
      <Link to={pagePaths.movingOut(listing.movingSaleId)} className="link">
        See everything
      </Link>
    </p>
  )
}
