import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { type ListRequest, priceStretch, restOfStretch, type Stretch } from './list-request.ts'
import { type Found, type FoundListing, mostCounted } from './listing-queries.ts'
import type { Wanted } from './search-text.ts'

/** Each index is read in its own order, from where the page begins: the work is that of the page alone. */
export async function searchSqlite(db: Db, request: ListRequest): Promise<Found> {
  const match = matchOf(request.wanted)
  if (request.prices) return searchPriced(db, request, match)
  const page = await db.all<FoundListing>(pageOf(request, match, false))
  const isAll = !request.after && page.length < request.limit
  return { page, count: isAll ? page.length : await countMatches(db, request, match) }
}

/** How many there are says how best to find them. */
async function searchPriced(db: Db, request: ListRequest, match: string): Promise<Found> {
  const count = await countMatches(db, request, match)
  const page = await db.all<FoundListing>(pageOf(request, match, count <= mostCounted))
  return { page, count }
}

/** Where something is said, newest first. As one text: a row for each would take ten times as long. */
export async function idsOf(db: Db, wanted: Wanted, most: number): Promise<Uint32Array> {
  const row = await db.get<{ ids: string }>(sql`
    SELECT json_group_array(id) AS ids FROM (
      SELECT (1 << 32) - rowid AS id FROM search_newest WHERE search_newest MATCH ${matchOf([wanted])}
      ORDER BY rowid LIMIT ${most})`)
  return Uint32Array.from(JSON.parse(row?.ids ?? '[]'))
    .sort()
    .reverse()
}

async function countMatches(db: Db, request: ListRequest, match: string): Promise<number> {
  const matches = request.prices
    ? sql`search_by_price WHERE search_by_price MATCH ${match} ${between(priceStretch(request))}`
    : sql`search_newest WHERE search_newest MATCH ${match}`
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${matches} LIMIT ${mostCounted + 1})`,
  )
  return row?.count ?? 0
}

function pageOf(request: ListRequest, match: string, few: boolean): Sql {
  const { order, prices, after, limit } = request
  if (order === 'new') {
    if (prices && few) return newestOfFew(request, match)
    return sql`
      SELECT (1 << 32) - rowid AS id, 0 AS price_cents FROM search_newest WHERE search_newest MATCH ${match}
      ${after ? sql`AND rowid > (1 << 32) - ${after.id}` : empty}
      ${prices ? pricedBetween(prices) : empty}
      ORDER BY rowid LIMIT ${limit}`
  }
  return sql`
    SELECT rowid & 4294967295 AS id, rowid >> 32 AS price_cents FROM search_by_price
    WHERE search_by_price MATCH ${match} ${between(restOfStretch(request))}
    ORDER BY rowid ${order === 'price' ? empty : sql`DESC`} LIMIT ${limit}`
}

/** Among so few matches in the price range, all are sorted: the newest may be far apart. */
function newestOfFew(request: ListRequest, match: string): Sql {
  const { after, limit } = request
  return sql`
    SELECT rowid & 4294967295 AS id, rowid >> 32 AS price_cents FROM search_by_price
    WHERE search_by_price MATCH ${match} ${between(priceStretch(request))}
    ${after ? sql`AND rowid & 4294967295 < ${after.id}` : empty}
    ORDER BY rowid & 4294967295 DESC LIMIT ${limit}`
}

function pricedBetween({ min, max }: { min: number; max: number }): Sql {
  return sql`AND EXISTS (
    SELECT 1 FROM listings
    WHERE id = (1 << 32) - search_newest.rowid AND price_cents BETWEEN ${min} AND ${max})`
}

function between({ low, high }: Stretch): Sql {
  return sql`
    AND rowid > (${low.priceCents} << 32) + ${low.id}
    AND rowid < (${high.priceCents} << 32) + ${high.id}`
}

/** Terms hold no quote and no space, so a quoted one is never syntax. */
export function matchOf(wanted: Wanted[]): string {
  const all = wanted.map(({ terms, begins }) => {
    const any = terms.map((term) => `"${term}"${begins ? ' *' : ''}`)
    return `(${any.join(' OR ')})`
  })
  return all.join(' AND ')
}
