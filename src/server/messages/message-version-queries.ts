import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { forUpdate } from '../database/sql-fragments.ts'

/** An expression for the version of everything that a student's threads show. It is 0 until the first change. */
export const messageVersion = (studentId: Sql): Sql =>
  sql`COALESCE((SELECT version FROM message_versions WHERE message_versions.user_id = ${studentId}), 0)`

/**
 * Call it in the transaction that changes what these students see of their threads. The transaction must have locked
 * their accounts, because the foreign key of a new row locks them too. `thread-locks.ts` explains the order of locks.
 */
export async function bumpMessageVersions(tx: Db, studentIds: number[]): Promise<void> {
  for (const id of new Set(studentIds.toSorted((a, b) => a - b))) {
    await tx.run(sql`
      INSERT INTO message_versions (user_id, version) VALUES (${id}, 1)
      ON CONFLICT (user_id) DO UPDATE SET version = message_versions.version + 1`)
  }
}

/**
 * Bumps the versions of everyone who has a thread with one of these students, whose name or reachability has changed, and
 * of those who have a thread about one of these listings.
 */
export async function bumpVersionsOfOthers(
  tx: Db,
  studentIds: number[],
  listingIds: number[] = [],
): Promise<void> {
  if (studentIds.length === 0) return
  await bumpInOrder(tx, withMembersOf(listingIds, othersOf(studentIds)))
}

/**
 * Bumps the versions of the student and of everyone who has a thread with them. Call it when a block changes who can
 * write to whom. It also bumps the versions of those who have a thread about one of these listings.
 */
export async function bumpVersionsOfBothSides(
  tx: Db,
  studentId: number,
  listingIds: number[] = [],
): Promise<void> {
  const own = sql`SELECT user_id FROM message_versions WHERE user_id = ${studentId}`
  await bumpInOrder(tx, withMembersOf(listingIds, sql`${othersOf([studentId])} UNION ${own}`))
}

/** Bumps the versions of both sides of all threads about these listings, whose title, status or price may have changed. */
export async function bumpVersionsOfThreads(tx: Db, ...listingIds: number[]): Promise<void> {
  if (listingIds.length === 0) return
  await bumpInOrder(tx, membersOf(listingIds))
}

const membersOf = (listingIds: number[]): Sql => sql`
  SELECT user_id FROM thread_members JOIN threads ON threads.id = thread_members.thread_id
  WHERE threads.listing_id IN (${join(listingIds)})`

/** One statement locks all versions in the order of ids. */
const withMembersOf = (listingIds: number[], studentIds: Sql): Sql =>
  listingIds.length === 0 ? studentIds : sql`${studentIds} UNION ${membersOf(listingIds)}`

/**
 * Call it after all rows were replaced. The versions of a backup may be lower than those that open tabs have seen; the
 * time makes sure that no version is used for two states.
 */
export async function bumpAllMessageVersions(tx: Db, now: number): Promise<void> {
  await tx.run(sql`UPDATE message_versions SET version = ${now}`)
}

const othersOf = (studentIds: number[]): Sql => sql`
  SELECT other.user_id FROM thread_members AS own
  JOIN thread_members AS other
    ON other.thread_id = own.thread_id AND other.is_buyer = 1 - own.is_buyer
  WHERE own.user_id IN (${join(studentIds)})`

/** Only updates rows: the first message of a thread has inserted both. Inserting here would lock the accounts too late. */
async function bumpInOrder(tx: Db, studentIds: Sql): Promise<void> {
  await tx.run(sql`
    UPDATE message_versions SET version = version + 1 WHERE user_id IN (
      SELECT user_id FROM message_versions WHERE user_id IN (${studentIds})
      ORDER BY user_id ${forUpdate(tx)})`)
}

/**
 * Counts the threads with unread messages inside another statement, so that it needs no query of its own. An expired
 * thread counts until the cleanup deletes it within the hour: a check of the end would slow down every request.
 */
export const unreadThreads = (studentId: Sql | number): Sql =>
  sql`(SELECT COUNT(*) FROM thread_members WHERE user_id = ${studentId} AND unread > 0)`

export async function countUnreadThreads(db: Db, studentId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT ${unreadThreads(studentId)} AS count`)
  return row?.count ?? 0
}
