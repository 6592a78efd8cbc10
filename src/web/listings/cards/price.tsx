import type { AnyCategory } from '#categories/index.ts'
import { dash } from '#contract/format.ts'
import {
  formatListingPrice,
  isFree,
  listingPriceShare,
  listingPriceUnit,
  wantedLabel,
} from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'

/** The price with its unit, and what share of another price it is; or what a student pays at most. */
export function Price({
  category,
  listing,
  className = 'text-xl',
}: {
  category: AnyCategory
  listing: Listing
  className?: string
}) {
  const unit = listingPriceUnit(category, listing)
  const share = listingPriceShare(category, listing)
  const price = formatListingPrice(category, listing)
  const isLimit = wantedLabel(category, listing) && price !== dash && !isFree(category, listing)
  return (
    <p className="text-base">
      {isLimit && <span className="text-ink-2 text-sm">Pays up to </span>}
      <span className={`figure ${className}`}>{price}</span>
      {unit && <span className="text-ink-2 text-sm"> {unit}</span>}
      {share && <span className="text-ink-2 text-sm"> · {share}</span>}
    </p>
  )
}
