import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'

/** Something may be to tell. While a listing is taken down nothing is told of it, nor noted. */
const hasChanged = sql`
  listings.status NOT IN ('hidden', 'removed') AND (listings.status <> known_status OR EXISTS (
    SELECT 1 FROM listing_prices
    WHERE listing_prices.listing_id = listings.id AND until > known_at))`

/** A page of those who asked for mail about favourites, by id. */
export function findStudentsOfFavourites(
  db: Db,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<{ id: number; has_changes: number }[]> {
  return db.all<{ id: number; has_changes: number }>(sql`
    SELECT id, EXISTS (
      SELECT 1 FROM favourites JOIN listings ON listings.id = listing_id
      WHERE user_id = users.id AND ${hasChanged}) AS has_changes
    FROM users WHERE mail_favourites = 1 AND mail_saved = 1 AND id > ${afterId}
    ORDER BY id LIMIT ${limit}`)
}

export interface ChangedFavourite {
  listing_id: number
  category: CategoryId
  known_at: number
  known_status: ListingStatus
}

/** The last saved first. */
export function findChangedFavourites(tx: Db, userId: number): Promise<ChangedFavourite[]> {
  return tx.all<ChangedFavourite>(sql`
    SELECT listing_id, category, known_at, known_status FROM favourites
    JOIN listings ON listings.id = listing_id
    WHERE user_id = ${userId} AND ${hasChanged}
    ORDER BY created_at DESC, listing_id DESC`)
}

/** Of these listings, those that the student has saved. */
export async function findSavedAmong(
  db: Db,
  userId: number,
  listingIds: number[],
): Promise<Set<number>> {
  if (listingIds.length === 0) return new Set()
  const rows = await db.all<{ listing_id: number }>(sql`
    SELECT listing_id FROM favourites
    WHERE user_id = ${userId} AND listing_id IN (${join(listingIds)})`)
  return new Set(rows.map(({ listing_id }) => listing_id))
}

/** What a student has heard of a favourite: the status, and the prices that had ended by then. */
export interface KnownFavourite {
  listingId: number
  status: ListingStatus
  knownAt: number
}

/** In the order of the ids, in which all lock them. */
export async function markKnown(tx: Db, userId: number, known: KnownFavourite[]): Promise<void> {
  for (const { listingId, status, knownAt } of known.toSorted(
    (a, b) => a.listingId - b.listingId,
  )) {
    await tx.run(sql`
      UPDATE favourites SET known_at = ${knownAt}, known_status = ${status}
      WHERE user_id = ${userId} AND listing_id = ${listingId}`)
  }
}
