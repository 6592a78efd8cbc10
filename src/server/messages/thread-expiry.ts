import sql from 'sql-template-tag'
import { addMonths } from '#categories/days.ts'
import { readPeriod } from '#categories/periods.ts'
import {
  categoryOf,
  type Listing,
  type ListingContent,
  type ListingFacts,
} from '#contract/listing.ts'
import { threadDaysAfterPeriod, threadMonths } from '#contract/message-rules.ts'
import { addCampusDays, campusIsoDate, endOfCampusDay } from '#format/campus-date.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { isOfHeldStudent } from '../students/restrictions/requests.ts'
import { lockThreadsOfListings } from './thread-locks.ts'

/** Returns when the thread stops taking messages and is deleted. */
export function threadExpiry(listing: ListingFacts, lastMessageAt: number): number {
  const afterMessage = endOfCampusDay(addMonths(campusIsoDate(lastMessageAt), threadMonths))
  const lastDay = readPeriod(categoryOf(listing), listing.details)?.last
  if (!lastDay) return afterMessage
  return Math.max(afterMessage, addCampusDays(endOfCampusDay(lastDay), threadDaysAfterPeriod))
}

const lastDayOf = (listing: ListingFacts) => readPeriod(categoryOf(listing), listing.details)?.last

/**
 * Call it in the transaction that edits a listing. The expiry of its threads follows the last day of the offer, even to
 * an earlier day.
 */
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

async function updateThreadExpiry(tx: Db, id: number, expiresAt: number): Promise<void> {
  await tx.run(sql`UPDATE threads SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** Each thread deletes about twelve rows of other tables. */
const threadsPerBatch = 15

/** Deletes expired threads with their messages, except those of a student on hold. */
export async function deleteExpiredThreads(db: Db, now: number): Promise<void> {
  const where = sql`expires_at <= ${now} AND NOT EXISTS (
    SELECT 1 FROM thread_members WHERE thread_members.thread_id = threads.id
      AND ${isOfHeldStudent(sql`thread_members.user_id`)})`
  await cleanUp(db, {
    table: 'threads',
    primaryKey: ['id'],
    where,
    locksInOrder: true,
    batchSize: threadsPerBatch,
  })
}
