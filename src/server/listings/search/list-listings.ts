import { type AnyCategory, categoryById } from '#categories/index.ts'
import { minuteSteps, unsaidStep } from '#categories/minutes.ts'
import { maxExactTotal } from '#contract/list-parameters.ts'
import { type ListQuery, listQuery } from '#contract/list-query.ts'
import type { Listing } from '#contract/listing.ts'
import { isListed } from '#contract/listing-status.ts'
import type { ListPage } from '#contract/listings.ts'
import type { Db } from '../../database/database.ts'
import { findHighestPriceCents, findListingsByIds } from '../listing-queries.ts'
import { presentListing, type SellerNames } from '../present-listing.ts'
import { browseListings, countListings } from './browse-queries.ts'
import {
  encodeCursor,
  type ListCriteria,
  type ListingMatch,
  type Matches,
  minutesKey,
  splitMinutesKey,
  toListCriteria,
  toListOrder,
} from './list-criteria.ts'
import { countPostgres, searchPagePostgres, searchPostgres } from './search-postgres.ts'
import { countSqlite, searchPageSqlite, searchSqlite } from './search-sqlite.ts'
import { minutesSearchTerm } from './search-text.ts'

/** Returns one page of a category's list, filtered and in order. */
export async function listListings(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  now: number,
  names: SellerNames = 'short',
): Promise<Omit<ListPage, 'results' | 'close'> & { results: Listing[] }> {
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

/** Returns the first page of a list without its total and its highest price. */
export async function listFirst(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  now: number,
  names: SellerNames,
): Promise<Listing[]> {
  const criteria = toListCriteria(category, query)
  const isSearch = criteria.terms.length > 0 && criteria.order.placeId === undefined
  const matches = isSearch
    ? await searchPage(db, criteria)
    : (await findMatches(db, criteria)).matches
  const ids = matches.slice(0, query.limit).map(({ id }) => id)
  return readListed(db, ids, now, names)
}

function findMatches(db: Db, criteria: ListCriteria): Promise<Matches> {
  if (criteria.order.placeId) return findByMinutes(db, criteria, criteria.order.placeId)
  if (criteria.terms.length === 0) return browseListings(db, criteria)
  return db.dialect === 'sqlite' ? searchSqlite(db, criteria) : searchPostgres(db, criteria)
}

/**
 * Sorts by the steps of minutes to a campus, and each step by rank. There are few steps, so a page is a few searches for
 * the newest, which read indexes. An index of its own would need a column for every campus, and admins add campuses.
 */
async function findByMinutes(db: Db, criteria: ListCriteria, placeId: string): Promise<Matches> {
  const category: AnyCategory = categoryById[criteria.category]
  const count = await countMatches(db, criteria)
  const order = toListOrder('new', category)
  const after = criteria.after && splitMinutesKey(Number(criteria.after.key))
  const matches: ListingMatch[] = []
  for (const step of [...minuteSteps, unsaidStep]) {
    const limit = criteria.limit - matches.length
    if (limit === 0) break
    if (after && step < after.step) continue
    const page = await searchPage(
      db,
      {
        ...criteria,
        terms: [...criteria.terms, minutesSearchTerm(category, placeId, step)],
        order,
        after: after?.step === step ? { key: after.rank, id: 0 } : undefined,
        limit,
      },
      count,
    )
    for (const { id, key } of page) {
      matches.push({ id, key: minutesKey({ step, rank: Number(key) }) })
    }
  }
  return { matches, count }
}

/**
 * Returns a page without the total count. A price range may leave out nearly all that the terms match, so the matches
 * are counted first, unless they are known to be no more than `atMost`.
 */
export async function searchPage(
  db: Db,
  criteria: ListCriteria,
  atMost = Number.POSITIVE_INFINITY,
): Promise<ListingMatch[]> {
  if (db.dialect !== 'sqlite') return searchPagePostgres(db, criteria)
  const isFew = async () =>
    atMost <= maxExactTotal || (await countSqlite(db, criteria)) <= maxExactTotal
  return searchPageSqlite(db, criteria, criteria.prices !== undefined && (await isFew()))
}

/** Whether the category lists anything for a text, without any filter. */
export async function hasMatches(db: Db, category: AnyCategory, q: string): Promise<boolean> {
  const query = listQuery[category.id].parse({ q, limit: '1' })
  const { matches } = await findMatches(db, toListCriteria(category, query))
  return matches.length > 0
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
