import type { AnyCategory } from '#categories/index.ts'
import { highestPrice } from '#categories/limits.ts'
import { toCents } from '#categories/stored-listing.ts'
import type { ListQuery } from '#contract/list-query.ts'
import type { ListingPage } from '#contract/listings.ts'
import type { Db } from '../database/database.ts'
import { browse } from './browse-queries.ts'
import type { ListRequest } from './list-request.ts'
import { type Found, highestPriceCents, mostCounted } from './listing-queries.ts'
import { readCursor, toCursor } from './page-cursor.ts'
import { presentListing } from './present-listing.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import { wantedBy } from './search-text.ts'

export async function listListings(
  db: Db,
  category: AnyCategory,
  query: ListQuery,
): Promise<ListingPage> {
  const request = requestFor(category, query)
  const [{ rows, count }, highest] = await Promise.all([
    find(db, request),
    highestPriceCents(db, category.id),
  ])
  const page = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? page.at(-1) : undefined
  return {
    results: page.map((row) => presentListing(category, row)),
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

function find(db: Db, request: ListRequest): Promise<Found> {
  if (request.wanted.length === 0) return browse(db, request)
  return db.dialect === 'sqlite' ? searchSqlite(db, request) : searchPostgres(db, request)
}
