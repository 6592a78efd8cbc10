import type { Listing } from '#contract/listing.ts'
import {
  formatListingPrice,
  formatPreviousPrice,
  isFree,
  listingPriceShare,
  listingPriceUnit,
  wantedLabel,
} from '#contract/listing-fields.ts'
import { dash } from '#format/format.ts'
import { useToday } from '../../queries/use-today.ts'

const quiet = 'fine-print text-ink-2'

/**
 * The price with its unit, its share of another price, and the price before a drop. For a wanted listing, the most that the
 * student pays.
 */
export function Price({
  listing,
  className = 'text-xl',
  was = 'beside',
}: {
  listing: Listing
  className?: string
  /** Where the price before a drop stands: beside the price, below it, or below it with the date of the drop. */
  was?: 'beside' | 'below' | 'dated'
}) {
  const today = useToday()
  const unit = listingPriceUnit(listing)
  const share = listingPriceShare(listing)
  const price = formatListingPrice(listing)
  const isLimit = wantedLabel(listing) && price !== dash && !isFree(listing)
  const wasPrice = formatPreviousPrice(listing, was === 'dated' && today)
  const isBeside = was === 'beside'
  return (
    <p className="text-base">
      {isLimit && (
        <>
          <span className={quiet}>Pays up to</span>{' '}
        </>
      )}
      <span className={`figure ${className}`}>{price}</span>
      {unit && ' '}
      <span className={quiet}>
        {unit}
        {share && `\u00a0· ${share}`}
        {wasPrice && isBeside && '\u00a0· '}
        {wasPrice && <span className={isBeside ? 'inline-block' : 'block'}>{wasPrice}</span>}
      </span>
    </p>
  )
}
