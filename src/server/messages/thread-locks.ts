import sql, { join } from 'sql-template-tag'
import { mailboxOf } from '#campus/campus.ts'
import type { Db } from '../database/database.ts'
import { forUpdate, lockKey } from '../database/sql-fragments.ts'

// Transactions that lock in different orders deadlock. All code about messages locks in this order, and skips what it
// does not need: accounts, the pair, categories, threads with the rows that belong to them, blocks, the counters of
// limits, versions. Several locks of one kind are taken in the order of ids.

interface Person {
  email: string
}

/** Locks the pair: until the transaction ends, no other transaction can begin a thread or write a block between the two. */
export function lockPair(tx: Db, a: Person, b: Person): Promise<void> {
  const mailboxes = [mailboxOf(a.email), mailboxOf(b.email)].toSorted()
  return lockKey(tx, `messages between ${mailboxes.join(' and ')}`)
}

/**
 * Returns false if the thread was deleted. The second of two concurrent messages waits here, so message ids are in the
 * order of the commits.
 */
export async function lockThread(tx: Db, id: number): Promise<boolean> {
  const row = await tx.get(sql`SELECT 1 AS found FROM threads WHERE id = ${id} ${forUpdate(tx)}`)
  return row !== undefined
}

/** Locks the threads that a student has with any of these students. */
export async function lockThreadsBetween(
  tx: Db,
  { studentId, otherIds, now }: { studentId: number; otherIds: number[]; now: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT id FROM threads WHERE expires_at > ${now} AND id IN (
      SELECT own.thread_id FROM thread_members AS own
      JOIN thread_members AS other ON other.thread_id = own.thread_id
      WHERE own.user_id = ${studentId} AND other.user_id IN (${join(otherIds)}))
    ORDER BY id ${forUpdate(tx)}`)
  return rows.map(({ id }) => id)
}

export async function lockThreadsOfStudent(tx: Db, studentId: number): Promise<void> {
  await tx.all(sql`
    SELECT id FROM threads
    WHERE id IN (SELECT thread_id FROM thread_members WHERE user_id = ${studentId})
    ORDER BY id ${forUpdate(tx)}`)
}

interface LockedThread {
  id: number
  last_message_at: number
}

export async function lockThreadsOfListings(tx: Db, listingIds: number[]): Promise<LockedThread[]> {
  if (listingIds.length === 0) return []
  return tx.all<LockedThread>(sql`
    SELECT id, last_message_at FROM threads WHERE listing_id IN (${join(listingIds)})
    ORDER BY id ${forUpdate(tx)}`)
}
