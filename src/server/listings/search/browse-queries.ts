import sql, { empty, type Sql } from 'sql-template-tag'
import { maxExactTotal } from '#contract/list-parameters.ts'
import type { Db } from '../../database/database.ts'
import {
  type ListCriteria,
  type ListingMatch,
  type Matches,
  orderBy,
  pageOfSorted,
  remainingRange,
} from './list-criteria.ts'

/** Returns a page of a list without search terms. The indexes on category and rank, price or day serve it. */
export async function browseListings(db: Db, criteria: ListCriteria): Promise<Matches> {
  const count = await countListings(db, criteria)
  const matches = await db.all<ListingMatch>(pageQuery(criteria, count <= maxExactTotal))
  return { matches, count }
}

export async function countListings(db: Db, criteria: ListCriteria): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 AS one FROM listings
      WHERE listed AND category = ${criteria.category} ${withinPrices(criteria)}
      LIMIT ${maxExactTotal + 1}
    ) AS counted`)
  return row?.count ?? 0
}

function pageQuery(criteria: ListCriteria, canSortAll: boolean): Sql {
  const { order, prices } = criteria
  if (prices && canSortAll && order.by !== 'price') return pageBySorting(criteria)
  return order.by === 'rank' ? newestByIndex(criteria) : pageByIndex(criteria)
}

/** Reads the newest listings along their index. */
function newestByIndex({ category, order, after, prices, limit }: ListCriteria): Sql {
  return sql`
    SELECT id, rank AS key FROM listings
    WHERE listed AND category = ${category} ${after ? sql`AND rank < ${after.key}` : empty}
    ${prices ? hasPriceWithin(prices) : empty}
    ${orderBy(order)} LIMIT ${limit}`
}

/** Sorts all listings of a narrow price range. Walking the list could pass many listings outside the range. */
function pageBySorting(criteria: ListCriteria): Sql {
  const { category, order } = criteria
  return pageOfSorted(
    criteria,
    sql`
      SELECT id, ${order.key} AS key FROM listings
      WHERE listed AND category = ${category} ${withinPrices(criteria)}`,
  )
}

/**
 * Uses two index seeks: one for the rest of the cursor's own key, one for the keys beyond. SQLite does not seek on a
 * row value comparison.
 */
function pageByIndex(criteria: ListCriteria): Sql {
  const { category, order, prices, limit } = criteria
  const { key, isDescending } = order
  const { low, high } = remainingRange(criteria)
  const [sameKey, beyond] = isDescending
    ? [
        sql`${key} = ${high.key} AND id < ${high.id}`,
        sql`${key} < ${high.key} AND ${key} >= ${low.key}`,
      ]
    : [
        sql`${key} = ${low.key} AND id > ${low.id}`,
        sql`${key} > ${low.key} AND ${key} < ${high.key}`,
      ]
  const part = (condition: Sql) => sql`
    SELECT id, key FROM (
      SELECT id, ${key} AS key FROM listings
      WHERE listed AND category = ${category} AND ${condition}
      ${prices && order.by !== 'price' ? hasPriceWithin(prices) : empty}
      ${orderBy(order)} LIMIT ${limit}
    ) AS part`
  return sql`
    SELECT id, key FROM (${part(sameKey)} UNION ALL ${part(beyond)}) AS rest
    ${orderBy(order, sql`key`)} LIMIT ${limit}`
}

/** Filters by price. The unary plus keeps SQLite from choosing the price index. */
function hasPriceWithin({ min, max }: { min: number; max: number }): Sql {
  return sql`AND +price_cents >= ${min} AND +price_cents <= ${max}`
}

function withinPrices({ prices }: ListCriteria): Sql {
  return prices ? sql`AND price_cents >= ${prices.min} AND price_cents <= ${prices.max}` : empty
}
