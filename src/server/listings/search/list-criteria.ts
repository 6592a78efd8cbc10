import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { latestDay } from '#categories/days.ts'
import type { AnyCategory, CategoryId } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { placeOfOrder } from '#categories/minutes.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { SortOrder } from '#contract/list-parameters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import { AppError } from '../../errors.ts'
import type { SearchTerm } from './search-terms.ts'
import { toSearchTerms } from './search-text.ts'

export interface ListCriteria extends PageRequest {
  category: CategoryId
  /** The terms that must all match. If there are none, every listing of the category matches. */
  terms: SearchTerm[]
  /** The price range in cents, both ends inclusive. */
  prices?: { min: number; max: number } | undefined
}

export interface Matches {
  /** At most `limit` matches, in list order. */
  matches: ListingMatch[]
  /** The number of matches on all pages, up to `maxExactTotal + 1`. */
  count: number
}

export type ListingMatch = SortPosition

/**
 * Turns a query into criteria. They ask for one listing more than the page holds, to know whether another page follows.
 */
export function toListCriteria(category: AnyCategory, query: ListQuery): ListCriteria {
  const { order, cursor, minPriceCents: min, maxPriceCents: max } = query
  return {
    category: category.id,
    terms: toSearchTerms(category, query.q, Object.values(query.conditions), {
      isExact: query.isExact,
    }),
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

/** A range of positions, sorted by key and then id. Both ends are exclusive. */
export interface KeyRange<Key extends number | string = number | string> {
  low: { key: Key; id: number }
  high: { key: Key; id: number }
}

export function priceRange({ prices = anyPrice }: ListCriteria): KeyRange<number> {
  return { low: { key: prices.min, id: 0 }, high: { key: prices.max + 1, id: 0 } }
}

/** A text that sorts after every day. The range needs it because its end is exclusive. */
const afterLatestDay = '9999-12-32'

const dayRange: KeyRange = {
  low: { key: '', id: 0 },
  high: { key: afterLatestDay, id: 0 },
}

/** Returns the part of the price or day range that follows the cursor. */
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

/**
 * How a list is sorted: by a key, and then by id, because only ranks are unique. The order by minutes to a campus has no
 * column: it is a search for the newest of each step (`findByMinutes`).
 */
interface ListOrder {
  by: 'rank' | 'price' | 'day' | 'near'
  /** An SQL expression on `listings`. */
  key: Sql
  isDescending: boolean
  /** The campus, if the list is sorted by the minutes to it. */
  placeId?: string
}

/** A position in a sorted list. The key is a text if the list is sorted by day. */
export interface SortPosition {
  key: number | string
  id: number
}

export function toListOrder(order: SortOrder, { period }: AnyCategory): ListOrder {
  if (order === 'new') return { by: 'rank', key: sql`rank`, isDescending: true }
  const placeId = placeOfOrder(order)
  if (placeId) return { by: 'near', key: sql`rank`, isDescending: true, placeId }
  if (order !== 'soonest') {
    return { by: 'price', key: sql`price_cents`, isDescending: order === '-price' }
  }
  if (!period) throw new Error('Only a category with a period has this order.')
  // The text must equal the one in the index: with a parameter for the name, the index would not be used.
  const key = raw(`coalesce(details ->> '${period.from}', '${latestDay}')`)
  return { by: 'day', key, isDescending: false }
}

/** Orders rows of `listings`, or rows that have the key under another name. */
export function orderBy({ by, key, isDescending }: ListOrder, name = key): Sql {
  const direction = raw(isDescending ? 'DESC' : 'ASC')
  if (by === 'rank') return sql`ORDER BY ${name} ${direction}`
  return sql`ORDER BY ${name} ${direction}, id ${direction}`
}

interface PageRequest {
  order: ListOrder
  /** The position after which the list continues. */
  after?: SortPosition | undefined
  limit: number
}

/**
 * Sorts all matches (id, key) and returns a page of them. Use it for few matches. MATERIALIZED keeps the database from
 * walking the list instead.
 */
export function pageOfSorted({ order, after, limit }: PageRequest, matches: Sql): Sql {
  const isBeyond = raw(order.isDescending ? '<' : '>')
  return sql`
    WITH matches AS MATERIALIZED (${matches})
    SELECT id, key FROM matches
    ${after ? sql`WHERE (key, id) ${isBeyond} (${after.key}, ${after.id})` : empty}
    ${orderBy(order, sql`key`)} LIMIT ${limit}`
}

const cursorPattern =
  /^(?:new|-?price|soonest(?= \d{8} )|near-[a-z0-9]+(?= \d\d? )) (?<key>\d{1,9}) (?<number>\d{1,10})$/

/** Returns a cursor, which is opaque to clients and valid only for its order. */
export function encodeCursor(order: SortOrder, { key, id }: SortPosition): string {
  return Buffer.from(`${order} ${cursorNumbers(order, { key, id })}`).toString('base64url')
}

/** A rank replaces the id, because it is unique and may have more digits than a key. */
function cursorNumbers(order: SortOrder, { key, id }: SortPosition): string {
  if (order === 'new') return `0 ${key}`
  if (placeOfOrder(order)) {
    const { step, rank } = splitMinutesKey(Number(key))
    return `${step} ${rank}`
  }
  return `${String(key).replaceAll('-', '')} ${id}`
}

/** More than any rank. */
const maxRank = 10_000_000_000

/** Returns the key of a position in the order by minutes. */
export const minutesKey = ({ step, rank }: { step: number; rank: number }) => step * maxRank + rank

export const splitMinutesKey = (key: number) => ({
  step: Math.floor(key / maxRank),
  rank: key % maxRank,
})

export function parseCursor(order: SortOrder, cursor: string): SortPosition {
  const text = Buffer.from(cursor, 'base64url').toString()
  const { key = '', number } = cursorPattern.exec(text)?.groups ?? {}
  const position = toPosition(order, key, Number(number))
  if (encodeCursor(order, position) !== cursor) {
    const message = 'cursor must be the next of a page in the same order'
    throw new AppError('bad_request', 'Please check: cursor.', { fields: { cursor: message } })
  }
  return position
}

function toPosition(order: SortOrder, key: string, number: number): SortPosition {
  if (order === 'new') return { key: number, id: 0 }
  if (placeOfOrder(order)) return { key: minutesKey({ step: Number(key), rank: number }), id: 0 }
  if (order !== 'soonest') return { key: Number(key), id: number }
  return { key: key.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'), id: number }
}
