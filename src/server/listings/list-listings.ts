import type { AnyCategory, CategoryId } from '#categories/index.ts'
import { highestPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { ListingPage } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { browse } from './browse-queries.ts'
import type { ListRequest } from './list-request.ts'
import { type Found, highestPriceCents, mostCounted, rowsOf } from './listing-queries.ts'
import { readCursor, toCursor } from './page-cursor.ts'
import { presentListing } from './present-listing.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import { wantedBy } from './search-text.ts'

/** A page but for the listings themselves. */
export type FoundPage = Omit<ListingPage, 'results'> & { ids: number[] }

/** Who knows what is listed. */
export interface Finder {
  search(db: Db, request: ListRequest): Promise<Found>
  highestPriceCents(db: Db, category: CategoryId): Promise<number>
}

export async function listListings(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
): Promise<ListingPage> {
  const { ids, ...page } = await findPage(db, category, query)
  const rows = await rowsOf(db, category.id, ids)
  const places = new Map(ids.map((id, place) => [id, place]))
  const inOrder = rows.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  return { results: inOrder.map((row) => presentListing(category, row)), ...page }
}

export async function findPage(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
  finder = databaseFinder,
): Promise<FoundPage> {
  const request = requestFor(category, query)
  const [{ page, count }, highest] = await Promise.all([
    request.wanted.length === 0 ? browse(db, request) : finder.search(db, request),
    finder.highestPriceCents(db, category.id),
  ])
  const shown = page.slice(0, query.limit)
  const last = page.length > query.limit ? shown.at(-1) : undefined
  return {
    ids: shown.map(({ id }) => id),
    next: last ? toCursor(query.order, { priceCents: last.price_cents, id: last.id }) : null,
    total: Math.min(count, mostCounted),
    total_exact: count <= mostCounted,
    max_price: highest / 100,
  }
}

/** One listing more than the page holds tells whether another page follows. */
function requestFor(category: AnyCategory, query: ListQuery): ListRequest {
  const { order, cursor, minPriceCents: min, maxPriceCents: max } = query
  return {
    category: category.id,
    wanted: wantedBy(category, query.q, query.conditions),
    order,
    prices:
      min === undefined && max === undefined
        ? undefined
        : { min: min ?? 0, max: max ?? toCents(highestPrice) },
    after: cursor === undefined ? undefined : readCursor(order, cursor),
    limit: query.limit + 1,
  }
}

export const databaseFinder: Finder = {
  search: (db, request) =>
    db.dialect === 'sqlite' ? searchSqlite(db, request) : searchPostgres(db, request),
  highestPriceCents,
}
