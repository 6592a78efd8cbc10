import type { AnyCategory } from '#categories/index.ts'
import { maxPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { ListPage } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { browseListings } from './browse-queries.ts'
import { encodeCursor, parseCursor } from './cursor.ts'
import { type ListCriteria, maxExactTotal } from './list-criteria.ts'
import { findHighestPriceCents } from './listing-queries.ts'
import { readListed } from './read-listed.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import { toSearchTerms } from './search-text.ts'

/** One page of a category's list, filtered and in order. */
export async function listListings(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  now: number,
): Promise<ListPage> {
  const criteria = toListCriteria(category, query)
  const [{ matches, count }, highestPriceCents] = await Promise.all([
    findMatches(db, criteria),
    findHighestPriceCents(db, category.id),
  ])
  const page = matches.slice(0, query.limit)
  const last = matches.length > query.limit ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  return {
    results: await readListed(db, category, ids, now),
    next: last ? encodeCursor(query.order, last) : null,
    total: Math.min(count, maxExactTotal),
    total_exact: count <= maxExactTotal,
    max_price: highestPriceCents / 100,
  }
}

function findMatches(db: Db, criteria: ListCriteria) {
  if (criteria.terms.length === 0) return browseListings(db, criteria)
  return db.dialect === 'sqlite' ? searchSqlite(db, criteria) : searchPostgres(db, criteria)
}

/** Requests one listing more than the page holds, to know whether another page follows. */
function toListCriteria(category: AnyCategory, query: ListQuery): ListCriteria {
  const { order, cursor, minPriceCents: min, maxPriceCents: max } = query
  return {
    category: category.id,
    terms: toSearchTerms(category, query.q, query.conditions),
    order,
    prices:
      min === undefined && max === undefined
        ? undefined
        : { min: min ?? 0, max: max ?? toCents(maxPrice) },
    ...(cursor !== undefined && parseCursor(order, cursor)),
    limit: query.limit + 1,
  }
}
