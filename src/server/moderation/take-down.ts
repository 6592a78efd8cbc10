import type { Db } from '../database/database.ts'
import { scheduleEnd } from '../listings/lifecycle/end-listings.ts'
import type { ListingKey } from '../listings/listing-queries.ts'
import { lockThreadsOfListings } from '../messages/thread-locks.ts'
import { clearThreadTitles, restoreThreadTitles } from '../messages/thread-queries.ts'
import { bumpCategoryVersion } from '../versions/category-versions.ts'
import {
  findListingsTakenDown,
  findListingsToTakeDown,
  type NewTakedown,
  restoreStatus,
  saveTakedown,
} from './takedown-queries.ts'

/** Hides or removes a listing, for the entry of the log that says so. */
export const takeDown = (tx: Db, listing: ListingKey, takedown: NewTakedown): Promise<void> =>
  takeDownAll(tx, [listing], takedown)

async function takeDownAll(tx: Db, listings: ListingKey[], takedown: NewTakedown): Promise<void> {
  const ids = await lockListings(tx, listings)
  await clearThreadTitles(tx, ids)
  for (const listing of listings) await saveTakedown(tx, listing, takedown)
}

/**
 * The versions are bumped first: that locks the categories against everything else that changes a status, and empties
 * the caches of all processes at the commit. Then all threads are locked at once: `thread-locks.ts` has the order.
 */
async function lockListings(tx: Db, listings: ListingKey[]): Promise<number[]> {
  const changed = new Set(listings.map(({ category }) => category))
  for (const category of [...changed].toSorted()) await bumpCategoryVersion(tx, category)
  const ids = listings.map(({ id }) => id)
  await lockThreadsOfListings(tx, ids)
  return ids
}

/** Back to the status that it had, since when it had it; one whose end has come meanwhile expires by the clock. */
export const putBack = (tx: Db, listing: ListingKey, now: number): Promise<void> =>
  putBackAll(tx, [listing], now)

async function putBackAll(tx: Db, listings: ListingKey[], now: number): Promise<void> {
  await lockListings(tx, listings)
  for (const listing of listings) {
    const restored = await restoreStatus(tx, listing)
    if (!restored) continue
    await restoreThreadTitles(tx, listing.id)
    await scheduleEnd(tx, restored.ends_at, now)
  }
}

/** Removes what the sellers have, but not what a decision of its own has removed: the end of a ban must not bring it back. */
export async function removeListingsOf(
  tx: Db,
  sellerIds: readonly number[],
  { logId, now }: Omit<NewTakedown, 'status'>,
): Promise<void> {
  const listings: ListingKey[] = []
  for (const sellerId of sellerIds) listings.push(...(await findListingsToTakeDown(tx, sellerId)))
  await takeDownAll(tx, listings, { status: 'removed', logId, now })
}

/** What this entry of the log took down. */
export async function putBackListings(tx: Db, logId: number, now: number): Promise<void> {
  await putBackAll(tx, await findListingsTakenDown(tx, logId), now)
}
