import type { CategoryDefinition } from '#categories/define-category.ts'
import { readPeriod } from '#categories/periods.ts'
import type { Db } from '../database/database.ts'
import { threadExpiry } from './thread-expiry.ts'
import { updateThreadExpiry } from './thread-expiry-queries.ts'
import { lockThreadsOfListings } from './thread-locks.ts'

type Values = Readonly<Record<string, unknown>>

/** In the transaction that edits a listing: its threads follow the last day of what it offers, to an earlier one too. */
export async function moveThreadExpiry(
  tx: Db,
  category: CategoryDefinition,
  { id, saved, input }: { id: number; saved: Values; input: Values },
): Promise<void> {
  if (readPeriod(category, saved)?.last === readPeriod(category, input)?.last) return
  for (const { id: threadId, last_message_at } of await lockThreadsOfListings(tx, [id])) {
    await updateThreadExpiry(tx, threadId, threadExpiry(category, input, last_message_at))
  }
}
