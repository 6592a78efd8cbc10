import type { AnyCategory } from '#categories/index.ts'
import { maxExactTotal } from '#contract/list-parameters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import type { ListPage } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import { findHighestPriceCents, findListingsByIds } from '../listing-queries.ts'
import { presentListing, type SellerNames } from '../present-listing.ts'
import { browseListings, countListings } from './browse-queries.ts'
import { encodeCursor, type ListCriteria, type Matches, toListCriteria } from './list-criteria.ts'
import { countPostgres, searchPostgres } from './search-postgres.ts'
import { countSqlite, searchSqlite } from './search-sqlite.ts'

/** Returns one page of a category's list, filtered and in order. */
export async function listListings(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  now: number,
  names: SellerNames = 'short',
): Promise<Omit<ListPage, 'results'> & { results: Listing[] }> {
  const criteria = toListCriteria(category, query)
  const [{ matches, count }, highestPriceCents] = await Promise.all([
    findMatches(db, criteria),
    findHighestPriceCents(db, category.id),
  ])
  const page = matches.slice(0, query.limit)
  const last = matches.length > query.limit ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  return {
    results: await readListed(db, ids, now, names),
    next: last ? encodeCursor(query.order, last) : null,
    total: Math.min(count, maxExactTotal),
    total_exact: count <= maxExactTotal,
    max_price: highestPriceCents / 100,
  }
}

function findMatches(db: Db, criteria: ListCriteria): Promise<Matches> {
  if (criteria.terms.length === 0) return browseListings(db, criteria)
  return db.dialect === 'sqlite' ? searchSqlite(db, criteria) : searchPostgres(db, criteria)
}

/** Counts the matches of all pages, up to `maxExactTotal + 1`. */
export function countMatches(db: Db, criteria: ListCriteria): Promise<number> {
  if (criteria.terms.length === 0) return countListings(db, criteria)
  return db.dialect === 'sqlite' ? countSqlite(db, criteria) : countPostgres(db, criteria)
}

/**
 * Returns listings in the order of the ids. Listings that were deleted or have ended since they were found are left
 * out.
 */
export async function readListed(
  db: Db,
  ids: number[],
  now: number,
  names: SellerNames = 'short',
): Promise<Listing[]> {
  const rows = await findListingsByIds(db, ids)
  const listingById = new Map(rows.map((row) => [row.id, presentListing(row, now, names)]))
  const listings = ids.flatMap((id) => listingById.get(id) ?? [])
  return listings.filter(({ status }) => isListed(status))
}
