import type { CategoryId } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { SortOrder } from '#contract/list-parameters.ts'
import type { CursorPosition } from './cursor.ts'
import type { SearchTerm } from './search-text.ts'

export interface ListCriteria {
  category: CategoryId
  /** All of them must match; none means every listing of the category does. */
  terms: SearchTerm[]
  order: SortOrder
  /** In cents, both inclusive. */
  prices?: { min: number; max: number } | undefined
  /** The last listing of the page before. */
  after?: CursorPosition | undefined
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

export interface ListingMatch {
  id: number
  /** Set when the list is ordered by price, for the cursor; otherwise it may be 0. */
  price_cents: number
}

const anyPrice = { min: 0, max: toCents(maxPrice) }

/** Positions by price and then id, both ends exclusive. */
export interface PriceRange {
  low: CursorPosition
  high: CursorPosition
}

export function priceRange({ prices = anyPrice }: ListCriteria): PriceRange {
  return { low: { priceCents: prices.min, id: 0 }, high: { priceCents: prices.max + 1, id: 0 } }
}

/** The part of the price range that follows the cursor. */
export function remainingPriceRange(criteria: ListCriteria): PriceRange {
  const { low, high } = priceRange(criteria)
  const { order, after } = criteria
  if (!after || order === 'new') return { low, high }
  if (order === 'price') return { low: isBefore(low, after) ? after : low, high }
  return { low, high: isBefore(after, high) ? after : high }
}

function isBefore(a: CursorPosition, b: CursorPosition): boolean {
  return a.priceCents < b.priceCents || (a.priceCents === b.priceCents && a.id < b.id)
}
