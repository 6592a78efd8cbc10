import type { CategoryId } from '#categories/index.ts'
import { readPeriod } from '#categories/periods.ts'
import { formatEdition } from '#categories/textbook/edition.ts'
import { dash, formatWeekday } from '#contract/format.ts'
import { describePeriod } from '#contract/format-period.ts'
import { categoryOf, type Listing, type ListingDetails } from '#contract/listing.ts'
import {
  formatListingPrice,
  formatPriceWithUnit,
  isFree,
  wantedLabel,
} from '#contract/listing-fields.ts'

type Fact = string | number | boolean | null | undefined

/** Where it is, or what else its card says. */
const factsByCategory: {
  [Id in CategoryId]: (details: ListingDetails<Id>, today: string) => Fact[]
} = {
  rental: ({ address }) => [address],
  textbook: ({ author, condition, edition, course_codes }) => [
    author,
    condition,
    formatEdition(edition),
    ...course_codes,
  ],
  misc: ({ listing_type, category, event_date }, today) => [
    listing_type === 'Wanting' && listing_type,
    category,
    event_date && formatWeekday(event_date, today),
  ],
}

/** In short words, for a mail. */
export function listingFacts({ category, details }: Listing, today: string): string[] {
  const facts = factsByCategory[category] as (details: ListingDetails, today: string) => Fact[]
  const period = readPeriod(categoryOf({ category }), details)
  return [...facts(details, today), period && describePeriod(period, today)].filter(
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
