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
import { alternativesOf, type SearchTerm } from './search-terms.ts'

/** How many rows are scanned in list order before the GIN index is used instead. A large page needs more to be filled. */
const firstRows = ({ limit }: ListCriteria) => Math.max(200, 2 * limit)
const maxScanRows = 10_000
/** A price range with no more listings than this is filtered as a whole. */
const smallRangeRows = 5_000

/**
 * Searches by scanning the list or by index. A GIN index returns all matches unordered. This is right for rare terms
 * and slow for common ones, which a scan in list order finds sooner. A first short scan estimates how common the terms
 * are.
 */
export async function searchPostgres(db: Db, criteria: ListCriteria): Promise<Matches> {
  const match = toMatch(criteria)
  if (criteria.prices && (await isSmallRange(db, criteria))) {
    return searchSmallRange(db, criteria, match)
  }
  const first = await db.all<ListingMatch>(scanQuery(criteria, match, firstRows(criteria)))
  if (first.length === criteria.limit) {
    return { matches: first, count: await countCommonMatches(db, criteria, match) }
  }
  const [matches, count] = await Promise.all([
    findByLongerScanOrIndex(db, criteria, match, first.length),
    countPostgres(db, criteria),
  ])
  return { matches, count }
}

export function countPostgres(db: Db, criteria: ListCriteria): Promise<number> {
  return countMatches(db, indexQuery(criteria, toMatch(criteria)))
}

/** Returns a page without the total count. */
export async function searchPagePostgres(db: Db, criteria: ListCriteria): Promise<ListingMatch[]> {
  const match = toMatch(criteria)
  if (criteria.prices && (await isSmallRange(db, criteria))) {
    return db.all<ListingMatch>(pageOfSorted(criteria, inSmallRange(criteria, match)))
  }
  const first = await db.all<ListingMatch>(scanQuery(criteria, match, firstRows(criteria)))
  if (first.length === criteria.limit) return first
  return findByLongerScanOrIndex(db, criteria, match, first.length)
}

const toMatch = ({ terms }: ListCriteria) => sql`search_terms @@ ${toTsQuery(terms)}::tsquery`

/** Estimates how many rows a full page needs. If they are too many, uses the index. */
async function findByLongerScanOrIndex(
  db: Db,
  criteria: ListCriteria,
  match: Sql,
  foundInFirst: number,
) {
  const { limit } = criteria
  const rows = Math.ceil((1.5 * firstRows(criteria) * limit) / foundInFirst)
  if (rows <= maxScanRows) {
    const matches = await db.all<ListingMatch>(scanQuery(criteria, match, rows))
    if (matches.length === limit) return matches
  }
  return db.all<ListingMatch>(pageOfSorted(criteria, indexQuery(criteria, match)))
}

/** Scans the list in order. The inner LIMIT keeps the planner from using the GIN index for the condition. */
function scanQuery(criteria: ListCriteria, match: Sql, rows: number): Sql {
  const { category, order, limit } = criteria
  return sql`
    SELECT id, key FROM (
      SELECT id, ${order.key} AS key, search_terms FROM listings
      WHERE listed AND category = ${category} ${afterCursor(criteria)}
      ${orderBy(order)} LIMIT ${rows}
    ) AS scanned
    WHERE ${match} ${orderBy(order, sql`key`)} LIMIT ${limit}`
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
  return inScan > maxExactTotal ? inScan : countPostgres(db, criteria)
}

function indexQuery(criteria: ListCriteria, match: Sql): Sql {
  return sql`
    SELECT id, ${criteria.order.key} AS key FROM listings
    WHERE listed AND ${match} ${withinPrices(criteria)}`
}

async function isSmallRange(db: Db, criteria: ListCriteria): Promise<boolean> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM listings WHERE listed AND category = ${criteria.category} ${withinPrices(criteria)}
      LIMIT ${smallRangeRows + 1}
    ) AS counted`)
  return (row?.count ?? 0) <= smallRangeRows
}

/** Selects from a small price range. OFFSET 0 is an optimisation fence: the planner must not use the GIN index here. */
function inSmallRange(criteria: ListCriteria, match: Sql): Sql {
  const { category, order } = criteria
  return sql`
    SELECT id, key FROM (
      SELECT id, ${order.key} AS key, search_terms FROM listings
      WHERE listed AND category = ${category} ${withinPrices(criteria)} OFFSET 0
    ) AS in_range WHERE ${match}`
}

async function searchSmallRange(db: Db, criteria: ListCriteria, match: Sql): Promise<Matches> {
  const inRange = inSmallRange(criteria, match)
  const [matches, count] = await Promise.all([
    db.all<ListingMatch>(pageOfSorted(criteria, inRange)),
    countMatches(db, inRange),
  ])
  return { matches, count }
}

async function countMatches(db: Db, matches: Sql): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM (${matches} LIMIT ${maxExactTotal + 1}) AS counted`)
  return row?.count ?? 0
}

function withinPrices({ prices }: ListCriteria): Sql {
  return prices ? sql`AND price_cents >= ${prices.min} AND price_cents <= ${prices.max}` : empty
}

function afterCursor(criteria: ListCriteria): Sql {
  const { order, after } = criteria
  if (order.by === 'rank') {
    return sql`${after ? sql`AND rank < ${after.key}` : empty} ${withinPrices(criteria)}`
  }
  const { key } = order
  const { low, high } = remainingRange(criteria)
  return sql`
    AND (${key}, id) > (${low.key}, ${low.id}) AND (${key}, id) < (${high.key}, ${high.id})
    ${order.by === 'price' ? empty : withinPrices(criteria)}`
}

/** Returns a tsquery. Terms contain neither quotes nor backslashes, so a quoted term cannot inject syntax. */
export function toTsQuery(terms: SearchTerm[]): string {
  const all = terms.map((each) => {
    const alternatives = alternativesOf(each).map(
      ({ term, isPrefix }) => `'${term}'${isPrefix ? ':*' : ''}`,
    )
    return `(${alternatives.join(' | ')})`
  })
  return all.join(' & ')
}
