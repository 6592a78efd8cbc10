import type { CategoryId } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { SortOrder } from '#contract/list-parameters.ts'
import type { ListPosition, PricePosition } from './cursor.ts'
import type { SearchTerm } from './search-text.ts'

export interface ListCriteria extends ListPosition {
  category: CategoryId
  /** All of them must match; none means every listing of the category does. */
  terms: SearchTerm[]
  order: SortOrder
  /** In cents, both inclusive. */
  prices?: { min: number; max: number } | undefined
  limit: number
}

/** Totals are exact up to here. */
export const maxExactTotal = 1_000

export interface Matches {
  /** In list order, at most `limit`. */
  matches: ListingMatch[]
  /** Of all pages, counted up to `maxExactTotal + 1`. */
  count: number
}

/** The sort keys that the list's order does not use may be 0. */
export interface ListingMatch {
  id: number
  rank: number
  price_cents: number
}

const anyPrice = { min: 0, max: toCents(maxPrice) }

/** Positions by price and then id, both ends exclusive. */
export interface PriceRange {
  low: PricePosition
  high: PricePosition
}

export function priceRange({ prices = anyPrice }: ListCriteria): PriceRange {
  return { low: { priceCents: prices.min, id: 0 }, high: { priceCents: prices.max + 1, id: 0 } }
}

/** The part of the price range that follows the cursor. */
export function remainingPriceRange(criteria: ListCriteria): PriceRange {
  const { low, high } = priceRange(criteria)
  const { order, after } = criteria
  if (!after) return { low, high }
  if (order === 'price') return { low: isBefore(low, after) ? after : low, high }
  return { low, high: isBefore(after, high) ? after : high }
}

function isBefore(a: PricePosition, b: PricePosition): boolean {
  return a.priceCents < b.priceCents || (a.priceCents === b.priceCents && a.id < b.id)
}
