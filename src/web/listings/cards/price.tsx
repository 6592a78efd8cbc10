import type { AnyCategory } from '#categories/index.ts'
import { priceUnitOf } from '#contract/listing-facts.ts'
import type { Listing } from '#contract/listings.ts'
import { priceText } from '../listing-words.ts'

/** The figure, and small beside it what it is for. */
export function Price({
  category,
  listing,
  className = 'text-xl',
}: {
  category: AnyCategory
  listing: Listing
  className?: string
}) {
  const unit = priceUnitOf(category, listing)
  return (
    <p className="shrink-0">
      <span className={`figure ${className}`}>{priceText(category, listing)}</span>
      {unit && <span className="text-ink-2 text-sm"> {unit}</span>}
    </p>
  )
}
