import type { AnyCategory } from '#categories/index.ts'
import { dash } from '#contract/format.ts'
import type { Listing } from '#contract/listings.ts'
import {
  formatListingPrice,
  formatWasPrice,
  isFree,
  listingPriceShare,
  listingPriceUnit,
  wantedLabel,
} from '#contract/wire-functions.ts'
import { useToday } from '../../queries/use-today.ts'

const quiet = 'fine-print text-ink-2'

/** The price with its unit, what share of another price it is, and what was asked before; or what a student pays at most. */
export function Price({
  category,
  listing,
  className = 'text-xl',
  was = 'beside',
}: {
  category: AnyCategory
  listing: Listing
  className?: string
  /** What was asked before a drop: beside the price, or on a line of its own, there also with the date. */
  was?: 'beside' | 'below' | 'dated'
}) {
  const today = useToday()
  const unit = listingPriceUnit(category, listing)
  const share = listingPriceShare(category, listing)
  const price = formatListingPrice(category, listing)
  const isLimit = wantedLabel(category, listing) && price !== dash && !isFree(category, listing)
  const wasPrice = formatWasPrice(listing, was === 'dated' && today)
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
