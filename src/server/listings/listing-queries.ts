import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../database/database.ts'
import { indexAtCommit } from './search-index.ts'

export interface ListedRow {
  id: number
  title: string
  price_cents: number
  description: string
  details: string
  photos: string
  posted_at: number
  seller_id: number
  first_name: string
  last_name: string
}

export interface ListingRow extends ListedRow {
  email: string
}

/** Totals are exact up to here. */
export const mostCounted = 1_000

/** The listings of a page in its order, and how many there are in all, counted to one past `mostCounted`. */
export interface Found {
  page: FoundListing[]
  count: number
}

/** With its price where the order goes by price. */
export interface FoundListing {
  id: number
  price_cents: number
}

const columns = sql`
  listings.id, listings.title, listings.price_cents, listings.description, listings.details,
  listings.photos, listings.posted_at, listings.seller_id, users.first_name, users.last_name`

/** Those of the category that there are, in no order. */
export async function rowsOf(db: Db, category: CategoryId, ids: number[]): Promise<ListedRow[]> {
  if (ids.length === 0) return []
  return db.all<ListedRow>(sql`
    SELECT ${columns} FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.id IN (${join(ids)}) AND listings.category = ${category}`)
}

export function findListing(
  db: Db,
  category: CategoryId,
  id: number,
): Promise<ListingRow | undefined> {
  return db.get<ListingRow>(sql`
    SELECT ${columns}, users.email FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.id = ${id} AND listings.category = ${category}`)
}

export function listingsOfSeller(db: Db, category: CategoryId, sellerId: number, most: number) {
  return db.all<ListedRow>(sql`
    SELECT ${columns} FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.seller_id = ${sellerId} AND listings.category = ${category}
    ORDER BY listings.id DESC LIMIT ${most}`)
}

export async function highestPriceCents(db: Db, category: CategoryId): Promise<number> {
  const row = await db.get<{ cents: number }>(sql`
    SELECT price_cents AS cents FROM listings WHERE category = ${category}
    ORDER BY price_cents DESC LIMIT 1`)
  return row?.cents ?? 0
}

/** What is written of a listing. */
export interface ListingColumns {
  title: string
  price_cents: number
  description: string
  details: string
  search_text: string
}

export async function insertListing(
  db: Db,
  listing: ListingColumns & { category: CategoryId; seller_id: number; posted_at: number },
): Promise<number> {
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at)
    VALUES (${listing.category}, ${listing.seller_id}, ${listing.title}, ${listing.price_cents},
      ${listing.description}, ${listing.details}, '[]', ${listing.search_text},
      ${listing.posted_at}, ${listing.posted_at})
    RETURNING id`)
  if (!row) throw new Error('The listing was not inserted.')
  indexAtCommit(db)
  return row.id
}

export async function updateListingColumns(
  db: Db,
  id: number,
  listing: ListingColumns & { updated_at: number },
): Promise<void> {
  await db.run(sql`
    UPDATE listings SET title = ${listing.title}, price_cents = ${listing.price_cents},
      description = ${listing.description}, details = ${listing.details},
      search_text = ${listing.search_text}, updated_at = ${listing.updated_at}
    WHERE id = ${id}`)
  indexAtCommit(db)
}

export async function updateListingPhotos(db: Db, id: number, photos: string): Promise<void> {
  await db.run(sql`UPDATE listings SET photos = ${photos} WHERE id = ${id}`)
}

/** False when there is no such listing. */
export async function deleteListingRow(db: Db, category: CategoryId, id: number): Promise<boolean> {
  const { changes } = await db.run(
    sql`DELETE FROM listings WHERE id = ${id} AND category = ${category}`,
  )
  return changes > 0
}
