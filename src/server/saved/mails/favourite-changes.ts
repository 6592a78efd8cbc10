import sql, { join } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import { isListed, type ListingStatus, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import { findListingRows, type ListingRow } from '../../listings/listing-queries.ts'
import {
  currentPrice,
  findPreviousPrices,
  findPriceDrop,
  type PreviousPrice,
} from '../../listings/posting/prices.ts'
import { presentListing } from '../../listings/present-listing.ts'
import type { FavouriteChange } from './saved-mail-payload.ts'

/**
 * The changes to email, and the state of every favourite that was read. The student counts as knowing that state
 * afterwards.
 */
interface FavouritesConsidered {
  changes: FavouriteChange[]
  known: KnownFavourite[]
}

/**
 * Returns only the changes that it has read as known. On PostgreSQL, an edit may be committed at any time during the
 * run, even one that began earlier.
 */
export async function findFavouriteChanges(
  tx: Db,
  studentId: number,
  now: number,
): Promise<FavouritesConsidered> {
  const changed = await findChangedFavourites(tx, studentId)
  // Prices are read before the listings. A price that ends between the two reads is then not yet known, and is in the
  // next email.
  const previousPrices = await findPreviousPrices(
    tx,
    changed.map(({ listing_id }) => listing_id),
  )
  const rows = await findListingRows(
    tx,
    changed.map(({ listing_id }) => listing_id),
  )
  const considered: FavouritesConsidered = { changes: [], known: [] }
  for (const favourite of changed) {
    const { listing_id: listingId, category } = favourite
    const row = rows.get(listingId)
    if (!row) continue
    const previous = previousPrices.get(listingId) ?? []
    const status = statusAt(row, now)
    const knownAt = Math.max(favourite.known_at, ...previous.map(({ until }) => until))
    considered.known.push({ listingId, status, knownAt })
    const told = statusToTell(favourite.known_status, status)
    const price = priceToTell(favourite, row, previous, now)
    if (!told && !price) continue
    const change = { category, listingId, ...(told && { status: told }), ...(price && { price }) }
    considered.changes.push(change)
  }
  return considered
}

/** Returns the new status to email, or undefined. The end of a listing is not emailed, because it may be renewed. */
function statusToTell(known: ListingStatus, status: ListingStatus): ListingStatus | undefined {
  if (status === known) return undefined
  return isListed(status) || status === 'sold' ? status : undefined
}

/**
 * Returns the price drop to email, or undefined. It compares with the prices at and before the time when the student
 * last heard of the listing.
 */
function priceToTell(
  { known_at }: ChangedFavourite,
  row: ListingRow,
  previousPrices: PreviousPrice[],
  now: number,
): FavouriteChange['price'] {
  const listing = presentListing(row, now)
  if (!isListed(listing.status)) return undefined
  const current = currentPrice(listing, previousPrices)
  // The price that began at `known_at` is known, so the comparison starts just after.
  const previous = findPriceDrop(previousPrices, current, known_at + 1)
  return previous && { cents: row.price_cents, wasCents: previous.cents }
}

/**
 * A condition for favourites with a change to email. While a listing is taken down, its changes are neither emailed nor
 * marked as known.
 */
const hasChanged = sql`
  listings.status NOT IN ('hidden', 'removed') AND (listings.status <> known_status OR EXISTS (
    SELECT 1 FROM listing_prices
    WHERE listing_prices.listing_id = listings.id AND until > known_at))`

/** Returns a page of the students who want emails about favourites, in the order of ids. */
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

interface ChangedFavourite {
  listing_id: number
  category: CategoryId
  known_at: number
  known_status: ListingStatus
}

/** Returns the last saved listing first. */
function findChangedFavourites(tx: Db, studentId: number): Promise<ChangedFavourite[]> {
  return tx.all<ChangedFavourite>(sql`
    SELECT listing_id, category, known_at, known_status FROM favourites
    JOIN listings ON listings.id = listing_id
    WHERE user_id = ${studentId} AND ${hasChanged}
    ORDER BY created_at DESC, listing_id DESC`)
}

/** Finds the listings among these that the student has saved. */
export async function findSavedAmong(
  db: Db,
  studentId: number,
  listingIds: number[],
): Promise<Set<number>> {
  if (listingIds.length === 0) return new Set()
  const rows = await db.all<{ listing_id: number }>(sql`
    SELECT listing_id FROM favourites
    WHERE user_id = ${studentId} AND listing_id IN (${join(listingIds)})`)
  return new Set(rows.map(({ listing_id }) => listing_id))
}

/** The state of a favourite that the student knows: the status, and the prices that had ended by `knownAt`. */
interface KnownFavourite {
  listingId: number
  status: ListingStatus
  knownAt: number
}

/** Locks rows in the order of ids, like all other code. */
export async function markKnown(tx: Db, studentId: number, known: KnownFavourite[]): Promise<void> {
  for (const { listingId, status, knownAt } of known.toSorted(
    (a, b) => a.listingId - b.listingId,
  )) {
    await tx.run(sql`
      UPDATE favourites SET known_at = ${knownAt}, known_status = ${status}
      WHERE user_id = ${studentId} AND listing_id = ${listingId}`)
  }
}
