import type { AnyCategory } from '#categories/index.ts'
import { isTakenDown } from '#contract/listing-status.ts'
import type { Listing } from '#contract/listings.ts'
import { pagePaths } from '#contract/paths.ts'
import { CardHead } from '../../listings/cards/card-parts.tsx'
import { Price } from '../../listings/cards/price.tsx'
import { WantedBadge } from '../../listings/cards/wanted-badge.tsx'
import { ListingDescription } from '../../listings/detail/listing-description.tsx'
import { ListingDetails } from '../../listings/detail/listing-details.tsx'
import { ListingGallery } from '../../listings/detail/listing-gallery.tsx'
import { ListingSummary } from '../../listings/detail/listing-summary.tsx'
import { Link } from '../../navigation/link.tsx'

/** As students see it on its own page. */
export function ReportedListing(props: { category: AnyCategory; listing: Listing }) {
  const { category, listing } = props
  return (
    <article
      aria-label="The listing"
      className="case-layout-listing grid min-w-0 content-start gap-6"
    >
      <ListingGallery {...props} />
      <div>
        <CardHead>
          <Price {...props} className="text-3xl" was="dated" />
          <WantedBadge {...props} />
        </CardHead>
        <ListingSummary {...props} />
        {!isTakenDown(listing.status) && (
          <p className="mt-2">
            <Link to={pagePaths.listing(category.id, listing.id)} className="link">
              Its page on the site
            </Link>
          </p>
        )}
      </div>
      <ListingDetails {...props} />
      <ListingDescription listing={listing} />
    </article>
  )
}
