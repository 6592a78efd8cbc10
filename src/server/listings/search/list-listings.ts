import type { AnyCategory } from '#categories/index.ts'
import { maxExactTotal } from '#contract/list-parameters.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import type { ListPage } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import { findHighestPriceCents } from '../listing-queries.ts'
import type { SellerNames } from '../present-listing.ts'
import { encodeCursor } from './cursor.ts'
import { findMatches } from './find-matches.ts'
import { toListCriteria } from './list-criteria.ts'
import { readListed } from './read-listed.ts'

/** One page of a category's list, filtered and in order. */
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
