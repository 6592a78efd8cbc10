import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { type ListRequest, restOfStretch } from './list-request.ts'
import { type Found, type FoundListing, mostCounted } from './listing-queries.ts'

/** A page of a list nobody searches: the indexes on category, id and price answer it. */
export async function browse(db: Db, request: ListRequest): Promise<Found> {
  const count = await countListed(db, request)
  const page = await db.all<FoundListing>(pageOf(request, count <= mostCounted))
  return { page, count }
}

async function countListed(db: Db, request: ListRequest): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 AS one FROM listings WHERE category = ${request.category} ${inRange(request)}
      LIMIT ${mostCounted + 1}
    ) AS counted`)
  return row?.count ?? 0
}

function pageOf(request: ListRequest, few: boolean): Sql {
  if (request.order !== 'new') return pageByPrice(request)
  return request.prices && few ? newestOfFew(request) : newest(request)
}

/** A plus keeps the price from choosing the index: the newest are walked, and their prices looked at. */
function newest({ category, after, prices, limit }: ListRequest): Sql {
  return sql`
    SELECT id, price_cents FROM listings
    WHERE category = ${category} ${after ? sql`AND id < ${after.id}` : empty}
    ${prices ? sql`AND +price_cents >= ${prices.min} AND +price_cents <= ${prices.max}` : empty}
    ORDER BY id DESC LIMIT ${limit}`
}

/** Among so few listings in the price range, all are sorted: the newest may be far apart. */
function newestOfFew(request: ListRequest): Sql {
  const { category, after, limit } = request
  return sql`
    SELECT id, price_cents FROM listings WHERE category = ${category} ${inRange(request)}
    ${after ? sql`AND +id < ${after.id}` : empty}
    ORDER BY +id DESC LIMIT ${limit}`
}

/** The rest of the last page's price, then the prices beyond: SQLite seeks to an id within a price no other way. */
function pageByPrice(request: ListRequest): Sql {
  const { category, order, limit } = request
  const { low, high } = restOfStretch(request)
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
  const inOrder = sql`ORDER BY price_cents ${direction}, id ${direction} LIMIT ${limit}`
  const part = (condition: Sql) => sql`
    SELECT id, price_cents FROM (
      SELECT id, price_cents FROM listings WHERE category = ${category} AND ${condition} ${inOrder}
    ) AS part`
  return sql`
    SELECT id, price_cents FROM (${part(samePrice)} UNION ALL ${part(beyond)}) AS rest ${inOrder}`
}

function inRange({ prices }: ListRequest): Sql {
  return prices ? sql`AND price_cents >= ${prices.min} AND price_cents <= ${prices.max}` : empty
}
