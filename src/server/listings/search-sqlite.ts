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

/** The rowids of each FTS5 table encode its sort order, so a page is read from the cursor on, without sorting. */
export async function searchSqlite(db: Db, criteria: ListCriteria): Promise<Matches> {
  const match = toFtsMatch(criteria.terms)
  if (criteria.prices) return searchWithinPrices(db, criteria, match)
  const matches = await db.all<ListingMatch>(pageQuery(criteria, match, false))
  const isOnlyPage = !criteria.after && !criteria.afterRank && matches.length < criteria.limit
  return { matches, count: isOnlyPage ? matches.length : await countMatches(db, criteria, match) }
}

/** A page without the count of all. */
export function searchPageSqlite(db: Db, criteria: ListCriteria): Promise<ListingMatch[]> {
  return db.all<ListingMatch>(pageQuery(criteria, toFtsMatch(criteria.terms), false))
}

/** The count decides between sorting all matches and walking the newest. */
async function searchWithinPrices(db: Db, criteria: ListCriteria, match: string): Promise<Matches> {
  const count = await countMatches(db, criteria, match)
  const matches = await db.all<ListingMatch>(pageQuery(criteria, match, count <= maxExactTotal))
  return { matches, count }
}

async function countMatches(db: Db, criteria: ListCriteria, match: string): Promise<number> {
  const matches = criteria.prices
    ? sql`search_by_price WHERE search_by_price MATCH ${match} ${within(priceRange(criteria))}`
    : sql`search_newest WHERE search_newest MATCH ${match}`
  const row = await db.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${matches} LIMIT ${maxExactTotal + 1})`,
  )
  return row?.count ?? 0
}

function pageQuery(criteria: ListCriteria, match: string, canSortAll: boolean): Sql {
  const { order, prices, afterRank, limit } = criteria
  if (order === 'new') {
    if (prices && canSortAll) return newestBySorting(criteria, match)
    return sql`
      SELECT listings.id, listings.rank, 0 AS price_cents FROM (
        SELECT rowid AS position FROM search_newest WHERE search_newest MATCH ${match}
        ${afterRank ? sql`AND rowid > (1 << 32) - ${afterRank}` : empty}
        ${prices ? hasPriceWithin(prices) : empty}
        ORDER BY rowid LIMIT ${limit}
      ) JOIN listings ON listings.rank = (1 << 32) - position
      ORDER BY position`
  }
  return sql`
    SELECT rowid & 4294967295 AS id, 0 AS rank, rowid >> 32 AS price_cents FROM search_by_price
    WHERE search_by_price MATCH ${match} ${within(remainingPriceRange(criteria))}
    ORDER BY rowid ${order === 'price' ? empty : sql`DESC`} LIMIT ${limit}`
}

/** Sorts all matches of a narrow price range: walking the newest could pass many that are outside it. */
function newestBySorting(criteria: ListCriteria, match: string): Sql {
  const { afterRank, limit } = criteria
  return sql`
    SELECT listings.id, listings.rank, listings.price_cents FROM (
      SELECT rowid & 4294967295 AS id FROM search_by_price
      WHERE search_by_price MATCH ${match} ${within(priceRange(criteria))}
    ) AS matches JOIN listings ON listings.id = matches.id
    ${afterRank ? sql`WHERE listings.rank < ${afterRank}` : empty}
    ORDER BY listings.rank DESC LIMIT ${limit}`
}

function hasPriceWithin({ min, max }: { min: number; max: number }): Sql {
  return sql`AND EXISTS (
    SELECT 1 FROM listings
    WHERE rank = (1 << 32) - search_newest.rowid AND price_cents BETWEEN ${min} AND ${max})`
}

function within({ low, high }: PriceRange): Sql {
  return sql`
    AND rowid > (${low.priceCents} << 32) + ${low.id}
    AND rowid < (${high.priceCents} << 32) + ${high.id}`
}

/** An FTS5 query. Terms contain neither quotes nor spaces, so a quoted one cannot inject syntax. */
export function toFtsMatch(terms: SearchTerm[]): string {
  const all = terms.map(({ anyOf, isPrefix }) => {
    const alternatives = anyOf.map((term) => `"${term}"${isPrefix ? ' *' : ''}`)
    return `(${alternatives.join(' OR ')})`
  })
  return all.join(' AND ')
}
