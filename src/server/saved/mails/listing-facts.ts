import type { AnyCategory, CategoryId } from '#categories/index.ts'
import { readPeriod } from '#categories/periods.ts'
import { formatEdition } from '#categories/textbook/edition.ts'
import { dash, formatWeekday } from '#contract/format.ts'
import { describePeriod } from '#contract/format-period.ts'
import type { Listing } from '#contract/listings.ts'
import {
  formatListingPrice,
  formatPriceWithUnit,
  isFree,
  wantedLabel,
} from '#contract/wire-functions.ts'

type Fact = string | number | boolean | null | undefined

/** Where it is, or what else its card says. */
const factsByCategory: {
  [Id in CategoryId]: (listing: Listing<Id>, today: string) => Fact[]
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
export function listingFacts(category: AnyCategory, listing: Listing, today: string): string[] {
  const facts = factsByCategory[category.id] as (listing: Listing, today: string) => Fact[]
  const period = readPeriod(category, listing)
  return [...facts(listing, today), period && describePeriod(period, today)].filter(
    (fact) => typeof fact === 'string' && fact !== '',
  ) as string[]
}

/** "$800 /room per month", "Pays up to $40", "Free". */
export function listingPriceText(category: AnyCategory, listing: Listing): string {
  if (formatListingPrice(category, listing) === dash) return ''
  const isLimit = wantedLabel(category, listing) && !isFree(category, listing)
  const price = formatPriceWithUnit(category, listing)
  return isLimit ? `Pays up to ${price}` : price
}
