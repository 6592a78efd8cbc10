import sql, { empty, join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../database/database.ts'
import type { Person } from '../students/person.ts'
import { userHasToConfirm } from '../students/user-queries.ts'
import { isFreeUntilEnd } from './moving-out/moving-sale-queries.ts'

export interface ListingKey {
  category: CategoryId
  id: number
}

/** A listing with its seller's name. */
export interface ListingRow extends ListingKey {
  title: string
  price_cents: number
  description: string
  details: string
  photos: string
  posted_at: number
  updated_at: number
  status: ListingStatus
  status_changed_at: number
  ends_at: number
  ranked_at: number
  renewed_at: number | null
  /** The price before the last drop, and when the seller began to ask that price. */
  was_price_cents: number | null
  was_price_since: number | null
  /** 1 if the seller takes no offers, else 0. */
  is_firm: number
  /** The price it went for, if it is sold and the seller has said so. */
  went_for_cents: number | null
  seller_id: number
  first_name: string
  last_name: string
  /** The moving-out page that it is on. Only the queries for its own page and for a seller's list read it. */
  moving_sale_id?: number | null
  /** 1 if it ends when that page says that free things do, else 0. Read by the same queries. */
  is_free_until_end?: number
}

export interface ListingRowWithEmail extends ListingRow {
  email: string
  /** 0 if the seller hides the email from others, else 1. */
  shows_email: number
  /** 1 if nobody has proved that they read the seller's mailbox, else 0. */
  seller_is_unproven: number
  /** When the seller last confirmed their email. */
  confirmed_at: number | null
  /** Since when the mailbox refuses our email, or null. */
  bounced_at: number | null
  /** 1 for a sample student, who has no mailbox, else 0. */
  is_sample: number
}

export const sellerOf = ({
  seller_id,
  email,
  seller_is_unproven,
}: ListingRowWithEmail): Person => ({
  id: seller_id,
  email,
  isUnproven: seller_is_unproven === 1,
})

const listingColumns = sql`
  listings.category, listings.id, listings.title, listings.price_cents, listings.description, listings.details,
  listings.photos, listings.posted_at, listings.updated_at, listings.status,
  listings.status_changed_at, listings.ends_at,
  listings.ranked_at, listings.renewed_at, listings.was_price_cents, listings.was_price_since,
  listings.is_firm, listings.went_for_cents, listings.seller_id, users.first_name, users.last_name`

const movingSaleColumns = sql`
  (SELECT sale_id FROM moving_sale_items WHERE listing_id = listings.id) AS moving_sale_id,
  CASE WHEN ${isFreeUntilEnd} THEN 1 ELSE 0 END AS is_free_until_end`

/** Returns the rows in no particular order. Deleted listings are left out. */
export async function findListingsByIds(db: Db, ids: readonly number[]): Promise<ListingRow[]> {
  if (ids.length === 0) return []
  return db.all<ListingRow>(sql`
    SELECT ${listingColumns} FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.id IN (${join([...ids])})`)
}

export function findListing(
  db: Db,
  { category, id }: ListingKey,
): Promise<ListingRowWithEmail | undefined> {
  return db.get<ListingRowWithEmail>(sql`
    SELECT ${listingColumns}, ${movingSaleColumns}, users.email, users.shows_email, users.confirmed_at, users.bounced_at, users.is_sample,
      CASE WHEN ${userHasToConfirm} THEN 1 ELSE 0 END AS seller_is_unproven
    FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.id = ${id} AND listings.category = ${category}`)
}

/** Returns a seller's listings, newest first. With `onlyListed`, for other readers, it returns only listed ones. */
export function findListingsOfSeller(
  db: Db,
  category: CategoryId,
  sellerId: number,
  { onlyListed, limit }: { onlyListed: boolean; limit: number },
): Promise<ListingRow[]> {
  return db.all<ListingRow>(sql`
    SELECT ${listingColumns}, ${movingSaleColumns}
    FROM listings JOIN users ON users.id = listings.seller_id
    WHERE listings.seller_id = ${sellerId} AND listings.category = ${category}
    ${onlyListed ? sql`AND listings.listed` : empty}
    ORDER BY listings.rank DESC LIMIT ${limit}`)
}

export async function findHighestPriceCents(db: Db, category: CategoryId): Promise<number> {
  const row = await db.get<{ cents: number }>(sql`
    SELECT price_cents AS cents FROM listings WHERE listed AND category = ${category}
    ORDER BY price_cents DESC LIMIT 1`)
  return row?.cents ?? 0
}

/** The columns that posting and editing write. */
export interface ListingColumns {
  title: string
  price_cents: number
  description: string
  details: string
  search_text: string
}

export async function insertListing(
  db: Db,
  listing: ListingColumns & {
    category: CategoryId
    seller_id: number
    posted_at: number
    ends_at: number
  },
): Promise<number> {
  const { posted_at } = listing
  const rank = await reserveRank(db)
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
      search_text, posted_at, updated_at, status_changed_at, rank, ranked_at, ends_at)
    VALUES (${listing.category}, ${listing.seller_id}, ${listing.title}, ${listing.price_cents},
      ${listing.description}, ${listing.details}, '[]', ${listing.search_text},
      ${posted_at}, ${posted_at}, ${posted_at}, ${rank}, ${posted_at}, ${listing.ends_at})
    RETURNING id`)
  if (!row) throw new Error('The listing was not inserted.')
  return row.id
}

export async function updateListingRow(
  db: Db,
  id: number,
  listing: ListingColumns & { updated_at: number; ends_at: number },
): Promise<void> {
  await db.run(sql`
    UPDATE listings SET title = ${listing.title}, price_cents = ${listing.price_cents},
      description = ${listing.description}, details = ${listing.details},
      search_text = ${listing.search_text}, updated_at = ${listing.updated_at},
      ends_at = ${listing.ends_at}
    WHERE id = ${id}`)
}

/** Writes details that the owner has not changed. */
export async function updateListingDetails(
  db: Db,
  id: number,
  { details, search_text }: Pick<ListingColumns, 'details' | 'search_text'>,
): Promise<void> {
  await db.run(sql`
    UPDATE listings SET details = ${details}, search_text = ${search_text} WHERE id = ${id}`)
}

export async function updateListingPhotos(db: Db, id: number, photos: string): Promise<void> {
  await db.run(sql`UPDATE listings SET photos = ${photos} WHERE id = ${id}`)
}

/** Returns false if there is no such listing. */
export async function deleteListingRow(db: Db, { category, id }: ListingKey): Promise<boolean> {
  const { changes } = await db.run(
    sql`DELETE FROM listings WHERE id = ${id} AND category = ${category}`,
  )
  return changes > 0
}

/** Returns rows of any category by their ids. Deleted listings are left out. */
export async function findListingRows(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, ListingRow>> {
  const rows = await findListingsByIds(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns a new rank, higher than all before. Call it after bumping the category's version, which locks a row. The
 * ranks of a category then become visible in order, so a reader who continues from a rank misses no listing.
 */
export async function reserveRank(tx: Db): Promise<number> {
  const [rank] = await reserveRanks(tx, 1)
  if (rank === undefined) throw new Error('No rank was reserved.')
  return rank
}

/** Returns new ranks in ascending order. */
export async function reserveRanks(tx: Db, count: number): Promise<number[]> {
  if (tx.dialect === 'postgres') {
    // Each rank needs its own nextval: a setval would undo the ranks that other transactions have drawn since.
    const rows = await tx.all<{ rank: number }>(sql`
      SELECT nextval(pg_get_serial_sequence('listing_ranks', 'id')) AS rank
      FROM generate_series(1, ${count}::int)`)
    return rows.map(({ rank }) => Number(rank)).toSorted((a, b) => a - b)
  }
  // AUTOINCREMENT remembers the highest id that was ever used.
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO listing_ranks DEFAULT VALUES RETURNING id`)
  const first = Number(row?.id)
  if (count > 1) await tx.run(sql`INSERT INTO listing_ranks (id) VALUES (${first + count - 1})`)
  await tx.run(sql`DELETE FROM listing_ranks`)
  return Array.from({ length: count }, (_, index) => first + index)
}
