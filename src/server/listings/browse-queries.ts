import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import {
  type ListCriteria,
  type ListingMatch,
  type Matches,
  maxExactTotal,
  remainingPriceRange,
} from './list-criteria.ts'

/** A page of a list without search terms, served by the indexes on category, rank and price. */
export async function browseListings(db: Db, criteria: ListCriteria): Promise<Matches> {
  const count = await countListings(db, criteria)
  const matches = await db.all<ListingMatch>(pageQuery(criteria, count <= maxExactTotal))
  return { matches, count }
}

async function countListings(db: Db, criteria: ListCriteria): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 AS one FROM listings
      WHERE listed AND category = ${criteria.category} ${withinPrices(criteria)}
      LIMIT ${maxExactTotal + 1}
    ) AS counted`)
  return row?.count ?? 0
}

function pageQuery(criteria: ListCriteria, canSortAll: boolean): Sql {
  if (criteria.order !== 'new') return pageByPrice(criteria)
  return criteria.prices && canSortAll ? newestBySorting(criteria) : newestByIndex(criteria)
}

/** Walks the index of newest listings; the unary plus keeps SQLite from choosing the price index instead. */
function newestByIndex({ category, afterRank, prices, limit }: ListCriteria): Sql {
  return sql`
    SELECT id, rank, price_cents FROM listings
    WHERE listed AND category = ${category} ${afterRank ? sql`AND rank < ${afterRank}` : empty}
    ${prices ? sql`AND +price_cents >= ${prices.min} AND +price_cents <= ${prices.max}` : empty}
    ORDER BY rank DESC LIMIT ${limit}`
}

/** Sorts all listings of a narrow price range: walking the newest could pass many that are outside it. */
function newestBySorting(criteria: ListCriteria): Sql {
  const { category, afterRank, limit } = criteria
  return sql`
    SELECT id, rank, price_cents FROM listings
    WHERE listed AND category = ${category} ${withinPrices(criteria)}
    ${afterRank ? sql`AND +rank < ${afterRank}` : empty}
    ORDER BY +rank DESC LIMIT ${limit}`
}

/** Two index seeks, the rest of the cursor's own price and the prices beyond: SQLite does not seek on a row value comparison. */
function pageByPrice(criteria: ListCriteria): Sql {
  const { category, order, limit } = criteria
  const { low, high } = remainingPriceRange(criteria)
  const [samePrice, beyond, direction] =
    order === 'price'
      ? [
          sql`price_cents = ${low.priceCents} AND id > ${low.id}`,
          sql`price_cents > ${low.priceCents} AND price_cents < ${high.priceCents}`,
          empty,
        ]
      : [
          sql`price_cents = ${high.priceCents} AND id < ${high.id}`,
          sql`price_cents < ${high.priceCents} AND price_cents >= ${low.priceCents}`,
          sql`DESC`,
        ]
  const orderAndLimit = sql`ORDER BY price_cents ${direction}, id ${direction} LIMIT ${limit}`
  const part = (condition: Sql) => sql`
    SELECT id, price_cents FROM (
      SELECT id, price_cents FROM listings
      WHERE listed AND category = ${category} AND ${condition} ${orderAndLimit}
    ) AS part`
  return sql`
    SELECT id, 0 AS rank, price_cents FROM (${part(samePrice)} UNION ALL ${part(beyond)}) AS rest
    ${orderAndLimit}`
}

function withinPrices({ prices }: ListCriteria): Sql {
  return prices ? sql`AND price_cents >= ${prices.min} AND price_cents <= ${prices.max}` : empty
}
