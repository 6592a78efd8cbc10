import { readPeriod } from '#categories/periods.ts'
import {
  categoryOf,
  type Listing,
  type ListingContent,
  type ListingFacts,
} from '#contract/listing.ts'
import type { Db } from '../database/database.ts'
import { threadExpiry } from './thread-expiry.ts'
import { updateThreadExpiry } from './thread-expiry-queries.ts'
import { lockThreadsOfListings } from './thread-locks.ts'

const lastDayOf = (listing: ListingFacts) => readPeriod(categoryOf(listing), listing.details)?.last

/** In the transaction that edits a listing: its threads follow the last day of what it offers, to an earlier one too. */
export async function moveThreadExpiry(
  tx: Db,
  saved: Listing,
  edited: ListingContent,
): Promise<void> {
  if (lastDayOf(saved) === lastDayOf(edited)) return
  for (const { id: threadId, last_message_at } of await lockThreadsOfListings(tx, [saved.id])) {
    await updateThreadExpiry(tx, threadId, threadExpiry(edited, last_message_at))
  }
}
