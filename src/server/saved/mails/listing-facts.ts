import { readPeriod } from '#categories/periods.ts'
import { dash } from '#contract/format.ts'
import { describePeriod } from '#contract/format-period.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import {
  formatListingPrice,
  formatPriceWithUnit,
  isFree,
  wantedLabel,
} from '#contract/listing-fields.ts'
import { mailFactsOf } from '../../categories/index.ts'

/** In short words, for a mail. */
export function listingFacts(listing: Listing, today: string): string[] {
  const period = readPeriod(categoryOf(listing), listing.details)
  return [...mailFactsOf(listing, today), period && describePeriod(period, today)].filter(
    (fact) => typeof fact === 'string' && fact !== '',
  ) as string[]
}

/** "$800 /room per month", "Pays up to $40", "Free". */
export function listingPriceText(listing: Listing): string {
  if (formatListingPrice(listing) === dash) return ''
  const isLimit = wantedLabel(listing) && !isFree(listing)
  const price = formatPriceWithUnit(listing)
  return isLimit ? `Pays up to ${price}` : price
}
