import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import {
  type ListCriteria,
  type ListingMatch,
  type Matches,
  maxExactTotal,
  type PriceRange,
  priceRange,
  remainingPriceRange,
} from './list-criteria.ts'
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
export async function searchPostgres(db: Db, criteria: ListCriteria): Promise<Matches> {
  const match = toMatch(criteria)
  if (criteria.prices && (await isSmallRange(db, criteria))) {
    return searchSmallRange(db, criteria, match)
  }
  const first = await db.all<ListingMatch>(scanQuery(criteria, match, firstScanRows))
  if (first.length === criteria.limit) {
    return { matches: first, count: await countCommonMatches(db, criteria, match) }
  }
  const [matches, count] = await Promise.all([
    findByLongerScanOrIndex(db, criteria, match, first.length),
    countMatches(db, indexQuery(criteria, match)),
  ])
  return { matches, count }
}

/** A page without the count of all. */
export async function searchPagePostgres(db: Db, criteria: ListCriteria): Promise<ListingMatch[]> {
  const match = toMatch(criteria)
  const first = await db.all<ListingMatch>(scanQuery(criteria, match, firstScanRows))
  if (first.length === criteria.limit) return first
  return findByLongerScanOrIndex(db, criteria, match, first.length)
}

const toMatch = ({ terms }: ListCriteria) => sql`search_terms @@ ${toTsQuery(terms)}::tsquery`

/** Extrapolates how many rows a full page needs; when that is too many, uses the index. */
async function findByLongerScanOrIndex(
  db: Db,
  criteria: ListCriteria,
  match: Sql,
  foundInFirst: number,
) {
  const { limit } = criteria
  const rows = Math.ceil((1.5 * firstScanRows * limit) / foundInFirst)
  if (rows <= maxScanRows) {
    const matches = await db.all<ListingMatch>(scanQuery(criteria, match, rows))
    if (matches.length === limit) return matches
  }
  return db.all<ListingMatch>(
    sortedQuery(criteria, indexQuery(criteria, match, afterCursor(criteria))),
  )
}

/** The inner LIMIT keeps the planner from pushing the condition down to the GIN index. */
function scanQuery(criteria: ListCriteria, match: Sql, rows: number): Sql {
  return sql`
    SELECT id, rank, price_cents FROM (
      SELECT id, rank, price_cents, search_terms FROM listings
      WHERE listed AND category = ${criteria.category} ${afterCursor(criteria)}
      ORDER BY ${sortOrder(criteria)} LIMIT ${rows}
    ) AS scanned
    WHERE ${match} ORDER BY ${sortOrder(criteria)} LIMIT ${criteria.limit}`
}

async function countCommonMatches(db: Db, criteria: ListCriteria, match: Sql): Promise<number> {
  const inScan = await countMatches(
    db,
    sql`SELECT id FROM (
      SELECT id, search_terms FROM listings
      WHERE listed AND category = ${criteria.category} ${withinPrices(criteria)}
      ORDER BY rank DESC LIMIT ${maxScanRows}
    ) AS scanned WHERE ${match}`,
  )
  return inScan > maxExactTotal ? inScan : countMatches(db, indexQuery(criteria, match))
}

function indexQuery(criteria: ListCriteria, match: Sql, where = withinPrices(criteria)): Sql {
  return sql`SELECT id, rank, price_cents FROM listings WHERE listed AND ${match} ${where}`
}

async function isSmallRange(db: Db, criteria: ListCriteria): Promise<boolean> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM listings WHERE listed AND category = ${criteria.category} ${withinPrices(criteria)}
      LIMIT ${smallRangeRows + 1}
    ) AS counted`)
  return (row?.count ?? 0) <= smallRangeRows
}

/** OFFSET 0 is an optimisation fence: the planner must not use the GIN index here. */
async function searchSmallRange(db: Db, criteria: ListCriteria, match: Sql): Promise<Matches> {
  const filterQuery = (where: Sql) => sql`
    SELECT id, rank, price_cents FROM (
      SELECT id, rank, price_cents, search_terms FROM listings
      WHERE listed AND category = ${criteria.category} ${where} OFFSET 0
    ) AS in_range WHERE ${match}`
  const [matches, count] = await Promise.all([
    db.all<ListingMatch>(sortedQuery(criteria, filterQuery(afterCursor(criteria)))),
    countMatches(db, filterQuery(withinPrices(criteria))),
  ])
  return { matches, count }
}

function sortedQuery(criteria: ListCriteria, matches: Sql): Sql {
  return sql`
    WITH matches AS MATERIALIZED (${matches})
    SELECT id, rank, price_cents FROM matches ORDER BY ${sortOrder(criteria)} LIMIT ${criteria.limit}`
}

async function countMatches(db: Db, matches: Sql): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${matches} LIMIT ${maxExactTotal + 1}) AS counted`)
  return row?.count ?? 0
}

function sortOrder({ order }: ListCriteria): Sql {
  if (order === 'new') return sql`rank DESC`
  return order === 'price' ? sql`price_cents, id` : sql`price_cents DESC, id DESC`
}

function withinPrices(criteria: ListCriteria): Sql {
  return criteria.prices ? within(priceRange(criteria)) : empty
}

function afterCursor(criteria: ListCriteria): Sql {
  if (criteria.order !== 'new') return within(remainingPriceRange(criteria))
  const { afterRank } = criteria
  return sql`${afterRank ? sql`AND rank < ${afterRank}` : empty} ${withinPrices(criteria)}`
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
