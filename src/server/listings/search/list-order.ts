import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { latestDay } from '#categories/days.ts'
import type { AnyCategory } from '#categories/index.ts'
import type { SortOrder } from '#contract/list-parameters.ts'

/** How a list is sorted: by a key and, as only ranks are unique, then by id. */
export interface ListOrder {
  by: 'rank' | 'price' | 'day'
  /** Of a row of listings. */
  key: Sql
  isDescending: boolean
}

/** A place in a sorted list. The key is a text if it is a day. */
export interface SortPosition {
  key: number | string
  id: number
}

export function toListOrder(order: SortOrder, { period }: AnyCategory): ListOrder {
  if (order === 'new') return { by: 'rank', key: sql`rank`, isDescending: true }
  if (order !== 'soonest') {
    return { by: 'price', key: sql`price_cents`, isDescending: order === '-price' }
  }
  if (!period) throw new Error('Only a category with a period has this order.')
  // Letter for letter as in the index: a parameter in place of the name would not be served by it.
  const key = raw(`coalesce(details ->> '${period.from}', '${latestDay}')`)
  return { by: 'day', key, isDescending: false }
}

/** For a row of listings, or with another name for the key. */
export function orderBy({ by, key, isDescending }: ListOrder, name = key): Sql {
  const direction = raw(isDescending ? 'DESC' : 'ASC')
  if (by === 'rank') return sql`ORDER BY ${name} ${direction}`
  return sql`ORDER BY ${name} ${direction}, id ${direction}`
}

export interface PageRequest {
  order: ListOrder
  /** Where the list continues. */
  after?: SortPosition | undefined
  limit: number
}

/** A page of few matches (id, key), sorted as a whole. Materialized, they are not found by walking the list instead. */
export function pageOfSorted({ order, after, limit }: PageRequest, matches: Sql): Sql {
  const isBeyond = raw(order.isDescending ? '<' : '>')
  return sql`
    WITH matches AS MATERIALIZED (${matches})
    SELECT id, key FROM matches
    ${after ? sql`WHERE (key, id) ${isBeyond} (${after.key}, ${after.id})` : empty}
    ${orderBy(order, sql`key`)} LIMIT ${limit}`
}
