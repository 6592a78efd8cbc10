import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { Db } from '../../database/database.ts'
import { forKeyShare } from '../../database/sql-fragments.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { userHasToConfirm } from '../../students/user-queries.ts'

/** The last saved first. */
export async function findFavouriteIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db.all<{ listing_id: number }>(sql`
    SELECT listing_id FROM favourites WHERE user_id = ${userId}
    ORDER BY created_at DESC, listing_id DESC`)
  return rows.map(({ listing_id }) => listing_id)
}

export interface FavouriteRow {
  listing_id: number
  category: CategoryId
  created_at: number
}

/** The last saved first. */
export function findFavourites(db: Db, userId: number): Promise<FavouriteRow[]> {
  return db.all<FavouriteRow>(sql`
    SELECT listing_id, category, created_at FROM favourites
    JOIN listings ON listings.id = listing_id
    WHERE user_id = ${userId} ORDER BY created_at DESC, listing_id DESC`)
}

/**
 * How many students have saved each listing of a seller; those that nobody has are left out. Accounts that have to be
 * confirmed do not count: anybody can make them.
 */
export async function countFavouritesBySeller(
  db: Db,
  sellerId: number,
): Promise<Map<number, number>> {
  const rows = await db.all<{ id: number; count: number }>(sql`
    SELECT listing_id AS id, count(*) AS count
    FROM favourites JOIN listings ON listings.id = listing_id JOIN users ON users.id = user_id
    WHERE seller_id = ${sellerId} AND NOT (${userHasToConfirm}) AND banned_at IS NULL
    GROUP BY listing_id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface NewFavourite {
  userId: number
  listingId: number
  now: number
}

/** The listing is locked against deletion. False if it is deleted already. */
export async function insertFavourite(
  tx: Db,
  { userId, listingId, now }: NewFavourite,
): Promise<boolean> {
  const { changes } = await tx.run(sql`
    INSERT INTO favourites (user_id, listing_id, created_at, known_at, known_status)
    SELECT ${userId}, id, ${now}, ${now}, status FROM listings
    WHERE id = ${listingId} ${forKeyShare(tx)}`)
  return changes > 0
}

export async function deleteFavourite(tx: Db, userId: number, { category, id }: ListingKey) {
  await tx.run(sql`
    DELETE FROM favourites WHERE user_id = ${userId} AND listing_id = (
      SELECT id FROM listings WHERE id = ${id} AND category = ${category})`)
}

export async function deleteFavourites(tx: Db, userId: number) {
  await tx.run(sql`DELETE FROM favourites WHERE user_id = ${userId}`)
}

/** What has changed so far is no news any more. What was taken down is as it was before, should it return. */
export async function markFavouritesKnown(tx: Db, userId: number, now: number) {
  await tx.run(sql`
    UPDATE favourites SET known_at = ${now}, known_status = COALESCE((
      SELECT status FROM listings
      WHERE id = listing_id AND status NOT IN ('hidden', 'removed')), known_status)
    WHERE user_id = ${userId}`)
}
