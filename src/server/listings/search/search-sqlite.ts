import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { maxExactTotal } from '#contract/list-parameters.ts'
import type { Db } from '../../database/database.ts'
import {
  type KeyRange,
  type ListCriteria,
  type ListingMatch,
  type Matches,
  orderBy,
  pageOfSorted,
  priceRange,
  remainingRange,
} from './list-criteria.ts'
import { alternativesOf, type SearchTerm } from './search-terms.ts'

/**
 * Searches the FTS5 tables. Their rowids encode rank and price, so a page in these orders is read from the cursor on,
 * without sorting. If reading may have to pass many listings that do not match, the count decides whether to sort all
 * matches instead.
 */
export async function searchSqlite(db: Db, criteria: ListCriteria): Promise<Matches> {
  if (criteria.prices || criteria.order.by === 'day') {
    const count = await countSqlite(db, criteria)
    return { matches: await searchPageSqlite(db, criteria, count <= maxExactTotal), count }
  }
  const matches = await searchPageSqlite(db, criteria)
  const isOnlyPage = !criteria.after && matches.length < criteria.limit
  return { matches, count: isOnlyPage ? matches.length : await countSqlite(db, criteria) }
}

/** Returns a page without the total count. With `canSortAll`, the matches are known to be few. */
export async function searchPageSqlite(
  db: Db,
  criteria: ListCriteria,
  canSortAll = false,
): Promise<ListingMatch[]> {
  if (criteria.order.by === 'day' && !canSortAll) {
    const scanned = await scanByDay(db, criteria)
    if (scanned.length === criteria.limit) return scanned
  }
  return db.all<ListingMatch>(pageQuery(criteria, canSortAll))
}

export async function countSqlite(db: Db, criteria: ListCriteria): Promise<number> {
  const matches = criteria.prices
    ? idsWithinPrices(criteria)
    : sql`SELECT 1 FROM search_newest WHERE search_newest MATCH ${toFtsMatch(criteria.terms)}`
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (${matches} LIMIT ${maxExactTotal + 1})`,
  )
  return row?.count ?? 0
}

function pageQuery(criteria: ListCriteria, canSortAll: boolean): Sql {
  const { order } = criteria
  if (order.by === 'price') return pageByPrice(criteria)
  if (canSortAll) return pageBySorting(criteria)
  return order.by === 'rank' ? pageByRank(criteria) : pageByDay(criteria)
}

function pageByRank({ terms, after, prices, limit }: ListCriteria): Sql {
  return sql`
    SELECT listings.id, listings.rank AS key FROM (
      SELECT rowid AS position FROM search_newest WHERE search_newest MATCH ${toFtsMatch(terms)}
      ${after ? sql`AND rowid > (1 << 32) - ${after.key}` : empty}
      ${prices ? hasPriceWithin(prices) : empty}
      ORDER BY rowid LIMIT ${limit}
    ) JOIN listings ON listings.rank = (1 << 32) - position
    ORDER BY position`
}

function pageByPrice(criteria: ListCriteria): Sql {
  const { terms, order, limit } = criteria
  return sql`
    SELECT rowid & 4294967295 AS id, rowid >> 32 AS key FROM search_by_price
    WHERE search_by_price MATCH ${toFtsMatch(terms)} ${within(remainingRange(criteria))}
    ORDER BY rowid ${raw(order.isDescending ? 'DESC' : 'ASC')} LIMIT ${limit}`
}

/** A page of 24 is full after this many listings, if one of ten matches. Rarer matches are few enough to read all. */
const scannedRows = 250

/**
 * Reads the next listings in the order of days and looks for the terms in their texts. Common terms fill the page after a
 * few of them, while the search index has too many matches to read.
 */
async function scanByDay(db: Db, criteria: ListCriteria): Promise<ListingMatch[]> {
  const { category, terms, order, after, prices, limit } = criteria
  const rows = await db.all<ListingMatch & { text: string }>(sql`
    SELECT id, key, ' ' || search_text || ' ' AS text FROM (
      SELECT id, ${order.key} AS key, price_cents, search_text FROM listings
      WHERE listed AND category = ${category} ${afterDay(order, after)}
      ${orderBy(order)} LIMIT ${scannedRows}
    )
    ${prices ? sql`WHERE price_cents BETWEEN ${prices.min} AND ${prices.max}` : empty}
    ${orderBy(order, sql`key`)}`)
  const matches: ListingMatch[] = []
  for (const { id, key, text } of rows) {
    if (matches.length === limit) break
    if (terms.every((each) => isInText(text, each))) matches.push({ id, key })
  }
  return matches
}

/** Spaces separate the terms of a text, and no term contains one. */
const isInText = (text: string, each: SearchTerm): boolean =>
  alternativesOf(each).some(({ term, isPrefix }) =>
    text.includes(isPrefix ? ` ${term}` : ` ${term} `),
  )

function afterDay({ key }: ListCriteria['order'], after: ListCriteria['after']): Sql {
  return after
    ? sql`AND ${key} >= ${after.key} AND (${key} > ${after.key} OR id > ${after.id})`
    : empty
}

/**
 * Walks the index by day and looks up each listing in the matches. The unary plus keeps SQLite from sorting the
 * matches.
 */
function pageByDay(criteria: ListCriteria): Sql {
  const { category, order, after, limit } = criteria
  const { key } = order
  return sql`
    SELECT id, ${key} AS key FROM listings
    WHERE listed AND category = ${category} AND +id IN (${idsWithinPrices(criteria)})
    ${afterDay(order, after)}
    ${orderBy(order)} LIMIT ${limit}`
}

/** Sorts all matches. This is for few matches: walking the list could pass many listings that do not match. */
function pageBySorting(criteria: ListCriteria): Sql {
  const { key } = criteria.order
  return pageOfSorted(
    criteria,
    sql`SELECT id, ${key} AS key FROM listings WHERE id IN (${idsWithinPrices(criteria)})`,
  )
}

/** Selects the ids of all matches within the price range. */
function idsWithinPrices(criteria: ListCriteria): Sql {
  return sql`
    SELECT rowid & 4294967295 FROM search_by_price
    WHERE search_by_price MATCH ${toFtsMatch(criteria.terms)} ${within(priceRange(criteria))}`
}

function hasPriceWithin({ min, max }: { min: number; max: number }): Sql {
  return sql`AND EXISTS (
    SELECT 1 FROM listings
    WHERE rank = (1 << 32) - search_newest.rowid AND price_cents BETWEEN ${min} AND ${max})`
}

function within({ low, high }: KeyRange): Sql {
  return sql`
    AND rowid > (${low.key} << 32) + ${low.id}
    AND rowid < (${high.key} << 32) + ${high.id}`
}

/** Returns an FTS5 query. Terms contain neither quotes nor spaces, so a quoted term cannot inject syntax. */
export function toFtsMatch(terms: SearchTerm[]): string {
  const all = terms.map((each) => {
    const alternatives = alternativesOf(each).map(
      ({ term, isPrefix }) => `"${term}"${isPrefix ? ' *' : ''}`,
    )
    return `(${alternatives.join(' OR ')})`
  })
  return all.join(' AND ')
}
