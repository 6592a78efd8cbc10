import type { CategoryId } from '#categories/index.ts'
import { highestPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { Order } from '#contract/list-parameters.ts'
import type { Position } from './page-cursor.ts'
import type { Wanted } from './search-text.ts'

/** A page to be found. */
export interface ListRequest {
  category: CategoryId
  wanted: Wanted[]
  order: Order
  /** In cents, both included; undefined when every price will do. */
  prices?: { min: number; max: number } | undefined
  /** The listing that ended the page before. */
  after?: Position | undefined
  limit: number
}

const anyPrice = { min: 0, max: toCents(highestPrice) }

/** Listings by price and id from `low` to `high`, neither of which is one of them. */
export interface Stretch {
  low: Position
  high: Position
}

export function priceStretch({ prices = anyPrice }: ListRequest): Stretch {
  return { low: { priceCents: prices.min, id: 0 }, high: { priceCents: prices.max + 1, id: 0 } }
}

/** What is left of the stretch after the page before. */
export function restOfStretch(request: ListRequest): Stretch {
  const { low, high } = priceStretch(request)
  const { order, after } = request
  if (!after || order === 'new') return { low, high }
  if (order === 'price') return { low: isBefore(low, after) ? after : low, high }
  return { low, high: isBefore(after, high) ? after : high }
}

function isBefore(a: Position, b: Position): boolean {
  return a.priceCents < b.priceCents || (a.priceCents === b.priceCents && a.id < b.id)
}
