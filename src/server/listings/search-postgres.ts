import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import {
  type ListingMatch,
  type ListRequest,
  type Matches,
  maxExactTotal,
  type PriceRange,
  priceRange,
  remainingPriceRange,
} from './list-request.ts'
import type { SearchTerm } from './search-text.ts'

/** Rows scanned in list order before the GIN index is used instead. */
const firstScanRows = 200
const maxScanRows = 10_000
/** A price range with no more listings than this is filtered as a whole. */
const smallRangeRows = 5_000

/**
 * A GIN index returns all matches unordered: right for rare terms, slow for common ones, which are found sooner
 * by scanning the list in order. A first short scan estimates which kind it is.
 */
export async function searchPostgres(db: Db, request: ListRequest): Promise<Matches> {
  const match = sql`search_terms @@ ${toTsQuery(request.terms)}::tsquery`
  if (request.prices && (await isSmallRange(db, request))) {
    return searchSmallRange(db, request, match)
  }
  const first = await db.all<ListingMatch>(scanQuery(request, match, firstScanRows))
  if (first.length === request.limit) {
    return { matches: first, count: await countCommonMatches(db, request, match) }
  }
  const [matches, count] = await Promise.all([
    findFartherOn(db, request, match, first.length),
    countMatches(db, indexQuery(request, match)),
  ])
  return { matches, count }
}

/** Extrapolates how many rows a full page needs; when that is too many, uses the index. */
async function findFartherOn(db: Db, request: ListRequest, match: Sql, foundInFirst: number) {
  const { limit } = request
  const rows = Math.ceil((1.5 * firstScanRows * limit) / foundInFirst)
  if (rows <= maxScanRows) {
    const matches = await db.all<ListingMatch>(scanQuery(request, match, rows))
    if (matches.length === limit) return matches
  }
  return db.all<ListingMatch>(
    sortedQuery(request, indexQuery(request, match, afterCursor(request))),
  )
}

/** The inner LIMIT keeps the planner from pushing the condition down to the GIN index. */
function scanQuery(request: ListRequest, match: Sql, rows: number): Sql {
  return sql`
    SELECT id, price_cents FROM (
      SELECT id, price_cents, search_terms FROM listings
      WHERE category = ${request.category} ${afterCursor(request)}
      ORDER BY ${sortOrder(request)} LIMIT ${rows}
    ) AS scanned
    WHERE ${match} ORDER BY ${sortOrder(request)} LIMIT ${request.limit}`
}

async function countCommonMatches(db: Db, request: ListRequest, match: Sql): Promise<number> {
  const inScan = await countMatches(
    db,
    sql`SELECT id FROM (
      SELECT id, search_terms FROM listings WHERE category = ${request.category} ${withinPrices(request)}
      ORDER BY id DESC LIMIT ${maxScanRows}
    ) AS scanned WHERE ${match}`,
  )
  return inScan > maxExactTotal ? inScan : countMatches(db, indexQuery(request, match))
}

function indexQuery(request: ListRequest, match: Sql, where = withinPrices(request)): Sql {
  return sql`SELECT id, price_cents FROM listings WHERE ${match} ${where}`
}

async function isSmallRange(db: Db, request: ListRequest): Promise<boolean> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM listings WHERE category = ${request.category} ${withinPrices(request)}
      LIMIT ${smallRangeRows + 1}
    ) AS counted`)
  return (row?.count ?? 0) <= smallRangeRows
}

/** OFFSET 0 is an optimisation fence: the planner must not use the GIN index here. */
async function searchSmallRange(db: Db, request: ListRequest, match: Sql): Promise<Matches> {
  const filterQuery = (where: Sql) => sql`
    SELECT id, price_cents FROM (
      SELECT id, price_cents, search_terms FROM listings
      WHERE category = ${request.category} ${where} OFFSET 0
    ) AS in_range WHERE ${match}`
  const [matches, count] = await Promise.all([
    db.all<ListingMatch>(sortedQuery(request, filterQuery(afterCursor(request)))),
    countMatches(db, filterQuery(withinPrices(request))),
  ])
  return { matches, count }
}

function sortedQuery(request: ListRequest, matches: Sql): Sql {
  return sql`
    WITH matches AS MATERIALIZED (${matches})
    SELECT id, price_cents FROM matches ORDER BY ${sortOrder(request)} LIMIT ${request.limit}`
}

async function countMatches(db: Db, matches: Sql): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${matches} LIMIT ${maxExactTotal + 1}) AS counted`)
  return row?.count ?? 0
}

function sortOrder({ order }: ListRequest): Sql {
  if (order === 'new') return sql`id DESC`
  return order === 'price' ? sql`price_cents, id` : sql`price_cents DESC, id DESC`
}

function withinPrices(request: ListRequest): Sql {
  return request.prices ? within(priceRange(request)) : empty
}

function afterCursor(request: ListRequest): Sql {
  if (request.order !== 'new') return within(remainingPriceRange(request))
  const { after } = request
  return sql`${after ? sql`AND id < ${after.id}` : empty} ${withinPrices(request)}`
}

function within({ low, high }: PriceRange): Sql {
  return sql`
    AND (price_cents, id) > (${low.priceCents}, ${low.id})
    AND (price_cents, id) < (${high.priceCents}, ${high.id})`
}

/** Terms contain neither quotes nor backslashes, so a quoted one cannot inject syntax. */
export function toTsQuery(terms: SearchTerm[]): string {
  const all = terms.map(({ anyOf, isPrefix }) => {
    const alternatives = anyOf.map((term) => `'${term}'${isPrefix ? ':*' : ''}`)
    return `(${alternatives.join(' | ')})`
  })
  return all.join(' & ')
}
