import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { type ListRequest, priceStretch, restOfStretch, type Stretch } from './list-request.ts'
import { type Found, listedRows, mostCounted } from './listing-queries.ts'

/** A page of a list nobody searches: the indexes on category, id and price answer it. */
export async function browse(db: Db, request: ListRequest): Promise<Found> {
  const count = await countListed(db, request)
  const rows = await listedRows(db, request.order, pageIds(request, count <= mostCounted))
  return { rows, count }
}

async function countListed(db: Db, request: ListRequest): Promise<number> {
  const { category, prices } = request
  const within = prices ? between(priceStretch(request)) : empty
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 AS one FROM listings WHERE category = ${category} ${within} LIMIT ${mostCounted + 1}
    ) AS counted`)
  return row?.count ?? 0
}

function pageIds(request: ListRequest, few: boolean): Sql {
  const { category, order, prices, after, limit } = request
  if (order === 'new') {
    if (prices && few) return newestOfFew(request)
    // A plus keeps the column from choosing the index: the newest are walked, and their prices looked at.
    const within = prices
      ? sql`AND +price_cents >= ${prices.min} AND +price_cents <= ${prices.max}`
      : empty
    return sql`
      SELECT id FROM listings
      WHERE category = ${category} ${after ? sql`AND id < ${after.id}` : empty} ${within}
      ORDER BY id DESC LIMIT ${limit}`
  }
  const direction = order === 'price' ? empty : sql`DESC`
  return sql`
    SELECT id FROM listings WHERE category = ${category} ${between(restOfStretch(request))}
    ORDER BY price_cents ${direction}, id ${direction} LIMIT ${limit}`
}

/** Among so few listings in the price range, all are sorted: the newest may be far apart. */
function newestOfFew(request: ListRequest): Sql {
  const { category, after, limit } = request
  return sql`
    SELECT id FROM listings WHERE category = ${category} ${between(priceStretch(request))}
    ${after ? sql`AND +id < ${after.id}` : empty}
    ORDER BY +id DESC LIMIT ${limit}`
}

function between({ low, high }: Stretch): Sql {
  return sql`
    AND (price_cents, id) > (${low.priceCents}, ${low.id})
    AND (price_cents, id) < (${high.priceCents}, ${high.id})`
}
