import type { AnyCategory, CategoryId } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { parseCursor } from './cursor.ts'
import { type PageRequest, type SortPosition, toListOrder } from './list-order.ts'
import type { SearchTerm } from './search-term.ts'
import { toSearchTerms } from './search-text.ts'

export interface ListCriteria extends PageRequest {
  category: CategoryId
  /** All of them must match; none means every listing of the category does. */
  terms: SearchTerm[]
  /** In cents, both inclusive. */
  prices?: { min: number; max: number } | undefined
}

export interface Matches {
  /** In list order, at most `limit`. */
  matches: ListingMatch[]
  /** Of all pages, counted up to `maxExactTotal + 1`. */
  count: number
}

export type ListingMatch = SortPosition

/** Requests one listing more than the page holds, to know whether another page follows. */
export function toListCriteria(category: AnyCategory, query: ListQuery): ListCriteria {
  const { order, cursor, minPriceCents: min, maxPriceCents: max } = query
  return {
    category: category.id,
    terms: toSearchTerms(category, query.q, Object.values(query.conditions)),
    order: toListOrder(order, category),
    after: cursor === undefined ? undefined : parseCursor(order, cursor),
    prices:
      min === undefined && max === undefined
        ? undefined
        : { min: min ?? anyPrice.min, max: max ?? anyPrice.max },
    limit: query.limit + 1,
  }
}

const anyPrice = { min: 0, max: toCents(maxPrice) }

/** Positions by key and then id, both ends exclusive. */
export interface KeyRange<Key extends number | string = number | string> {
  low: { key: Key; id: number }
  high: { key: Key; id: number }
}

export function priceRange({ prices = anyPrice }: ListCriteria): KeyRange<number> {
  return { low: { key: prices.min, id: 0 }, high: { key: prices.max + 1, id: 0 } }
}

/** As a text, after every day: the end of a range is exclusive. */
const afterLatestDay = '9999-12-32'

const dayRange: KeyRange = {
  low: { key: '', id: 0 },
  high: { key: afterLatestDay, id: 0 },
}

/** The part of the prices or days that follows the cursor. */
export function remainingRange(criteria: ListCriteria): KeyRange {
  const { order, after } = criteria
  const { low, high } = order.by === 'day' ? dayRange : priceRange(criteria)
  if (!after) return { low, high }
  if (order.isDescending) return { low, high: isBefore(after, high) ? after : high }
  return { low: isBefore(low, after) ? after : low, high }
}

function isBefore(a: SortPosition, b: SortPosition): boolean {
  return a.key < b.key || (a.key === b.key && a.id < b.id)
}
