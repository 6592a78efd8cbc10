import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import type { ListCriteria } from './list-criteria.ts'
import { toTsQuery } from './search-postgres.ts'
import { toFtsMatch } from './search-sqlite.ts'

/** How many of a category's newest listings are looked through. It bounds the cost of a search with rare words. */
const newestRows = 250

interface News {
  /** Listings that were posted later are new. */
  since: number
  /** The student who reads them. Their own listings are left out. */
  readerId: number
  limit: number
}

/**
 * Selects the id and the rank, as `place`, of new listings that match a search. Listings that a renewal has moved up are
 * not new. It is a part of a larger statement, so that many searches cost one.
 */
export function newMatches(
  { dialect }: Pick<Db, 'dialect'>,
  { category, terms, prices }: Pick<ListCriteria, 'category' | 'terms' | 'prices'>,
  { since, readerId, limit }: News,
): Sql {
  const isNew = sql`
    posted_at > ${since} AND ranked_at = posted_at AND seller_id <> ${readerId}
    ${prices ? sql`AND price_cents BETWEEN ${prices.min} AND ${prices.max}` : empty}`
  if (dialect === 'sqlite' && terms.length > 0) {
    return sql`
      SELECT listings.id, listings.rank AS place FROM (
        SELECT rowid AS position FROM search_newest
        WHERE search_newest MATCH ${toFtsMatch(terms)} AND rowid <= (1 << 32) - COALESCE((
          SELECT rank FROM listings WHERE listed AND category = ${category}
          ORDER BY rank DESC LIMIT 1 OFFSET ${newestRows - 1}), 0)
        ORDER BY rowid
      ) JOIN listings ON listings.rank = (1 << 32) - position
      WHERE ${isNew} ORDER BY listings.rank DESC LIMIT ${limit}`
  }
  // The inner LIMIT keeps PostgreSQL from using the GIN index, which would find old listings too.
  const hasTerms = terms.length > 0 ? sql`AND search_terms @@ ${toTsQuery(terms)}::tsquery` : empty
  return sql`
    SELECT id, place FROM (
      SELECT id, rank AS place, posted_at, ranked_at, seller_id, price_cents
        ${terms.length > 0 ? sql`, search_terms` : empty}
      FROM listings WHERE listed AND category = ${category}
      ORDER BY rank DESC LIMIT ${newestRows}
    ) AS newest
    WHERE ${isNew} ${hasTerms} ORDER BY place DESC LIMIT ${limit}`
}
