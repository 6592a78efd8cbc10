import type { Listing } from '#contract/listing.ts'
import {
  asksPrice,
  formatListingPrice,
  formatPreviousPrice,
  limitLabel,
  listingPriceOff,
  listingPriceUnit,
} from '#contract/listing-fields.ts'
import { useToday } from '../../queries/use-today.ts'

const quiet = 'fine-print text-ink-2'

/**
 * The price with its unit, how far it is below another price, and the price before a drop. For a wanted listing, the most that the
 * student pays.
 */
export function Price({
  listing,
  className = 'text-xl',
  previousPrice = 'beside',
  onCard = false,
}: {
  listing: Listing
  className?: string
  /** Where the price before a drop stands: beside the price, below it, or below it with the date of the drop. */
  previousPrice?: 'beside' | 'below' | 'dated'
  /** Whether the unit is the short one of cards: "/room per month". */
  onCard?: boolean
}) {
  const today = useToday()
  const unit = listingPriceUnit(listing, { onCard })
  const off = listingPriceOff(listing)
  const price = formatListingPrice(listing)
  const limit = limitLabel(listing)
  const was = formatPreviousPrice(listing, previousPrice === 'dated' && today)
  const isBeside = previousPrice === 'beside'
  return (
    <p className="text-base">
      {limit && (
        <>
          <span className={quiet}>{limit}</span>{' '}
        </>
      )}
      <span className={`figure ${className}`}>{price}</span>
      {unit && onCard && ' '}
      <span className={quiet}>
        {unit}
        {off && `\u00a0· ${off}`}
        {listing.isFirm && asksPrice(listing) && '\u00a0· firm'}
        {was && isBeside && '\u00a0· '}
        {was && <span className={isBeside ? 'inline-block' : 'block'}>{was}</span>}
      </span>
    </p>
  )
}
