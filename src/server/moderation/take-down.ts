import type { Db } from '../database/database.ts'
import { scheduleEnd } from '../listings/end-listings.ts'
import type { ListingKey } from '../listings/listing-queries.ts'
import { bumpCategoryVersion } from '../response-cache/category-versions.ts'
import {
  findListingsTakenDown,
  findListingsToTakeDown,
  type NewTakedown,
  restoreStatus,
  saveTakedown,
} from './takedown-queries.ts'

/**
 * Hides or removes a listing, for the entry of the log that says so. The version is bumped first: it locks the category
 * against everything else that changes the status, and empties the caches of all processes at the commit.
 */
export async function takeDown(tx: Db, listing: ListingKey, takedown: NewTakedown): Promise<void> {
  await bumpCategoryVersion(tx, listing.category)
  await saveTakedown(tx, listing, takedown)
}

/** Back to the status that it had, since when it had it; one whose end has come meanwhile expires by the clock. */
export async function putBack(tx: Db, listing: ListingKey, now: number): Promise<void> {
  await bumpCategoryVersion(tx, listing.category)
  const restored = await restoreStatus(tx, listing)
  if (restored) await scheduleEnd(tx, restored.ends_at, now)
}

/** Removes what the sellers have, but not what a decision of its own has removed: the end of a ban must not bring it back. */
export async function removeListingsOf(
  tx: Db,
  sellerIds: readonly number[],
  { logId, now }: Omit<NewTakedown, 'status'>,
): Promise<void> {
  for (const sellerId of sellerIds) {
    for (const listing of await findListingsToTakeDown(tx, sellerId)) {
      await takeDown(tx, listing, { status: 'removed', logId, now })
    }
  }
}

/** What this entry of the log took down. */
export async function putBackListings(tx: Db, logId: number, now: number): Promise<void> {
  for (const listing of await findListingsTakenDown(tx, logId)) await putBack(tx, listing, now)
}
