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
import { classNames } from '../../ui/class-names.ts'

/**
 * The price with its unit, how far it is below another price, and the price before a drop. For a wanted listing, the most that the
 * student pays.
 */
export function Price({
  listing,
  className = 'text-xl',
  besideClass,
  previousPrice = 'beside',
  onCard = false,
}: {
  listing: Listing
  className?: string
  /** A class for the unit and what else stands beside the price. */
  besideClass?: string
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
  // The price on a listing's own page is larger, and so is what stands beside it.
  const isLarge = previousPrice === 'dated'
  const quiet = isLarge ? 'text-ink-2' : 'fine-print text-ink-2'
  const facts = [
    unit,
    off && keepTogether(off),
    listing.isFirm && asksPrice(listing) && 'firm',
    previousPrice === 'beside' && was && keepTogether(was),
  ]
  const beside = facts.filter(Boolean).join('\u00a0· ')
  return (
    <p className="text-base">
      {limit && (
        <>
          <span className={quiet}>{limit}</span>{' '}
        </>
      )}
      <span className={`figure ${className}`}>{price}</span>
      {beside && ' '}
      {beside && (
        <span className={classNames(quiet, isLarge && 'ml-0.5 inline-block', besideClass)}>
          {beside}
        </span>
      )}
      {was && previousPrice !== 'beside' && (
        <span className="fine-print block text-ink-2">{was}</span>
      )}
    </p>
  )
}

const keepTogether = (words: string) => words.replaceAll(' ', '\u00a0')
