import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import {
  type ListingMatch,
  type ListRequest,
  type Matches,
  maxExactTotal,
  remainingPriceRange,
} from './list-request.ts'

/** A page of a list without search terms, served by the indexes on category, id and price. */
export async function browseListings(db: Db, request: ListRequest): Promise<Matches> {
  const count = await countListings(db, request)
  const matches = await db.all<ListingMatch>(pageQuery(request, count <= maxExactTotal))
  return { matches, count }
}

async function countListings(db: Db, request: ListRequest): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 AS one FROM listings WHERE category = ${request.category} ${withinPrices(request)}
      LIMIT ${maxExactTotal + 1}
    ) AS counted`)
  return row?.count ?? 0
}

function pageQuery(request: ListRequest, hasFew: boolean): Sql {
  if (request.order !== 'new') return pageByPrice(request)
  return request.prices && hasFew ? newestBySorting(request) : newestByIndex(request)
}

/** Walks the index of newest listings; the unary plus keeps SQLite from choosing the price index instead. */
function newestByIndex({ category, after, prices, limit }: ListRequest): Sql {
  return sql`
    SELECT id, price_cents FROM listings
    WHERE category = ${category} ${after ? sql`AND id < ${after.id}` : empty}
    ${prices ? sql`AND +price_cents >= ${prices.min} AND +price_cents <= ${prices.max}` : empty}
    ORDER BY id DESC LIMIT ${limit}`
}

/** Sorts all listings of a narrow price range: walking the newest could pass many that are outside it. */
function newestBySorting(request: ListRequest): Sql {
  const { category, after, limit } = request
  return sql`
    SELECT id, price_cents FROM listings WHERE category = ${category} ${withinPrices(request)}
    ${after ? sql`AND +id < ${after.id}` : empty}
    ORDER BY +id DESC LIMIT ${limit}`
}

/** Two index seeks, the rest of the cursor's own price and the prices beyond: SQLite does not seek on a row value comparison. */
function pageByPrice(request: ListRequest): Sql {
  const { category, order, limit } = request
  const { low, high } = remainingPriceRange(request)
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
      SELECT id, price_cents FROM listings WHERE category = ${category} AND ${condition} ${orderAndLimit}
    ) AS part`
  return sql`
    SELECT id, price_cents FROM (${part(samePrice)} UNION ALL ${part(beyond)}) AS rest ${orderAndLimit}`
}

function withinPrices({ prices }: ListRequest): Sql {
  return prices ? sql`AND price_cents >= ${prices.min} AND price_cents <= ${prices.max}` : empty
}
