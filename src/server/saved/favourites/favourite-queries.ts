import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { forKeyShare, isOneOf } from '../../database/sql-fragments.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { userHasToConfirm } from '../../students/user-queries.ts'

/** Returns the last saved listing first. */
export async function findFavouriteIds(db: Db, studentId: number): Promise<number[]> {
  const rows = await db.all<{ listing_id: number }>(sql`
    SELECT listing_id FROM favourites WHERE user_id = ${studentId}
    ORDER BY created_at DESC, listing_id DESC`)
  return rows.map(({ listing_id }) => listing_id)
}

export interface FavouriteRow {
  listing_id: number
  category: CategoryId
  created_at: number
}

/** Returns the last saved listing first. */
export function findFavourites(db: Db, studentId: number): Promise<FavouriteRow[]> {
  return db.all<FavouriteRow>(sql`
    SELECT listing_id, category, created_at FROM favourites
    JOIN listings ON listings.id = listing_id
    WHERE user_id = ${studentId} ORDER BY created_at DESC, listing_id DESC`)
}

/**
 * Counts how many students have saved each of these listings. Listings that nobody has saved are left out. Accounts
 * that have to be confirmed do not count, because anybody can make them.
 */
export async function countFavourites(
  db: Db,
  listingIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.all<{ id: number; count: number }>(sql`
    SELECT listing_id AS id, count(*) AS count
    FROM favourites JOIN users ON users.id = user_id
    WHERE ${isOneOf(db, sql`listing_id`, listingIds)} AND NOT (${userHasToConfirm}) AND banned_at IS NULL
    GROUP BY listing_id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface NewFavourite {
  studentId: number
  listingId: number
  now: number
}

/** Locks the listing against deletion. Returns false if the listing is already deleted. */
export async function insertFavourite(
  tx: Db,
  { studentId, listingId, now }: NewFavourite,
): Promise<boolean> {
  const { changes } = await tx.run(sql`
    INSERT INTO favourites (user_id, listing_id, created_at, known_at, known_status)
    SELECT ${studentId}, id, ${now}, ${now}, status FROM listings
    WHERE id = ${listingId} ${forKeyShare(tx)}`)
  return changes > 0
}

export async function deleteFavourite(tx: Db, studentId: number, { category, id }: ListingKey) {
  await tx.run(sql`
    DELETE FROM favourites WHERE user_id = ${studentId} AND listing_id = (
      SELECT id FROM listings WHERE id = ${id} AND category = ${category})`)
}

export async function deleteFavourites(tx: Db, studentId: number) {
  await tx.run(sql`DELETE FROM favourites WHERE user_id = ${studentId}`)
}

/**
 * Marks all changes so far as known, so that no email is sent about them. A listing that was taken down keeps the
 * status that the student knows, in case it returns.
 */
export async function markFavouritesKnown(tx: Db, studentId: number, now: number) {
  await tx.run(sql`
    UPDATE favourites SET known_at = ${now}, known_status = COALESCE((
      SELECT status FROM listings
      WHERE id = listing_id AND status NOT IN ('hidden', 'removed')), known_status)
    WHERE user_id = ${studentId}`)
}
