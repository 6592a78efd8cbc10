import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { type ListRequest, priceStretch, restOfStretch, type Stretch } from './list-request.ts'
import { type Found, listedRows, mostCounted } from './listing-queries.ts'
import type { Wanted } from './search-text.ts'

/** How many listings are looked at, in order, before the index of terms is asked for every match. */
const pageWalk = 1_000
const countWalk = 1_500

/**
 * The index of terms knows no order and gives all matches or none: right for rare words, slow for common
 * ones. Those are met soon enough by walking the list itself.
 */
export async function searchPostgres(db: Db, request: ListRequest): Promise<Found> {
  const match = sql`search_terms @@ ${queryOf(request.wanted)}::tsquery`
  const near = await listedRows(db, request.order, walkedIds(request, match))
  if (near.length === request.limit)
    return { rows: near, count: await countCommon(db, request, match) }
  const [rows, count] = await Promise.all([
    listedRows(db, request.order, indexedIds(request, match)),
    countByIndex(db, request, match),
  ])
  return { rows, count }
}

/** A limit inside keeps the condition out: the walk stays a walk. */
function walkedIds(request: ListRequest, match: Sql): Sql {
  return sql`
    SELECT id FROM (
      SELECT id, price_cents, search_terms FROM listings
      WHERE category = ${request.category} ${restOf(request)}
      ORDER BY ${inOrder(request)} LIMIT ${pageWalk}
    ) AS near
    WHERE ${match} ORDER BY ${inOrder(request)} LIMIT ${request.limit}`
}

function indexedIds(request: ListRequest, match: Sql): Sql {
  return sql`
    WITH matches AS MATERIALIZED (
      SELECT id, price_cents FROM listings WHERE ${match} ${restOf(request)}
    )
    SELECT id FROM matches ORDER BY ${inOrder(request)} LIMIT ${request.limit}`
}

async function countCommon(db: Db, request: ListRequest, match: Sql): Promise<number> {
  const walked = await count(
    db,
    sql`
    SELECT 1 FROM (
      SELECT search_terms FROM listings
      WHERE category = ${request.category} ${within(request)}
      ORDER BY id DESC LIMIT ${countWalk}
    ) AS near
    WHERE ${match}`,
  )
  return walked > mostCounted ? walked : countByIndex(db, request, match)
}

function countByIndex(db: Db, request: ListRequest, match: Sql): Promise<number> {
  return count(db, sql`SELECT 1 FROM listings WHERE ${match} ${within(request)}`)
}

async function count(db: Db, matches: Sql): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${matches} LIMIT ${mostCounted + 1}) AS counted`)
  return row?.count ?? 0
}

function inOrder({ order }: ListRequest): Sql {
  if (order === 'new') return sql`id DESC`
  return order === 'price' ? sql`price_cents, id` : sql`price_cents DESC, id DESC`
}

function within(request: ListRequest): Sql {
  return request.prices ? between(priceStretch(request)) : empty
}

function restOf(request: ListRequest): Sql {
  if (request.order !== 'new') return between(restOfStretch(request))
  const { after } = request
  return sql`${after ? sql`AND id < ${after.id}` : empty} ${within(request)}`
}

function between({ low, high }: Stretch): Sql {
  return sql`
    AND (price_cents, id) > (${low.priceCents}, ${low.id})
    AND (price_cents, id) < (${high.priceCents}, ${high.id})`
}

/** Terms hold no quote and no backslash, so a quoted one is never syntax. */
export function queryOf(wanted: Wanted[]): string {
  const all = wanted.map(({ terms, begins }) => {
    const any = terms.map((term) => `'${term}'${begins ? ':*' : ''}`)
    return `(${any.join(' | ')})`
  })
  return all.join(' & ')
}
