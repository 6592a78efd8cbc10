import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import { pagePaths } from '#contract/paths.ts'
import { Link } from '../navigation/link.tsx'

/** Leads to the moving-out page of a thing. The page has at least this thing while it is listed. */
export function MovingSaleLink({ listing, className }: { listing: Listing; className?: string }) {
  if (!listing.movingSaleId || !isListed(listing.status)) return null
  return (
    <p className={className}>
      This is part of a moving sale.{' '}
      <Link to={pagePaths.movingOut(listing.movingSaleId)} className="link">
        See everything
      </Link>
    </p>
  )
}
