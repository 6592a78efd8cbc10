import type { AnyCategory } from '#categories/index.ts'
import { listingPriceUnit } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'
import { displayPrice } from '../listing-display.ts'

/** The price and its unit. */
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
  return (
    <p className="shrink-0">
      <span className={`figure ${className}`}>{displayPrice(category, listing)}</span>
      {unit && <span className="text-ink-2 text-sm"> {unit}</span>}
    </p>
  )
}
