import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { forUpdate } from '../database/sql-fragments.ts'

/** The version of what a student's threads show, for another statement; 0 until the first change. */
export const messageVersion = (userId: Sql): Sql =>
  sql`COALESCE((SELECT version FROM message_versions WHERE message_versions.user_id = ${userId}), 0)`

/**
 * In the transaction that changes what these students see of their threads. It has locked their accounts, which the
 * foreign key of a new row locks too: `thread-locks.ts` has the order.
 */
export async function bumpMessageVersions(tx: Db, userIds: number[]): Promise<void> {
  for (const id of new Set(userIds.toSorted((a, b) => a - b))) {
    await tx.run(sql`
      INSERT INTO message_versions (user_id, version) VALUES (${id}, 1)
      ON CONFLICT (user_id) DO UPDATE SET version = message_versions.version + 1`)
  }
}

/**
 * The same for everyone who has a thread with one of these students: their name or whether they can be written to has
 * changed.
 */
export async function bumpVersionsOfOthers(tx: Db, ...userIds: number[]): Promise<void> {
  if (userIds.length > 0) await bumpInOrder(tx, othersOf(userIds))
}

/** The same for the student as well: whom they can write to has changed, and who can write to them. */
export async function bumpVersionsOfBothSides(tx: Db, userId: number): Promise<void> {
  const own = sql`SELECT user_id FROM message_versions WHERE user_id = ${userId}`
  await bumpInOrder(tx, sql`${othersOf([userId])} UNION ${own}`)
}

const othersOf = (userIds: number[]): Sql => sql`
  SELECT other.user_id FROM thread_members AS own
  JOIN thread_members AS other
    ON other.thread_id = own.thread_id AND other.is_buyer = 1 - own.is_buyer
  WHERE own.user_id IN (${join(userIds)})`

/** The first message has written the rows of both: nothing is inserted, which would lock their accounts late. */
async function bumpInOrder(tx: Db, userIds: Sql): Promise<void> {
  await tx.run(sql`
    UPDATE message_versions SET version = version + 1 WHERE user_id IN (
      SELECT user_id FROM message_versions WHERE user_id IN (${userIds})
      ORDER BY user_id ${forUpdate(tx)})`)
}

/**
 * Threads with something unread. Of another statement's user, so that it needs no query of its own. One that has expired
 * counts until the cleanup deletes it, within the hour: every request pays for this query.
 */
export const unreadThreads = (userId: Sql | number): Sql =>
  sql`(SELECT COUNT(*) FROM thread_members WHERE user_id = ${userId} AND unread > 0)`

export async function countUnreadThreads(db: Db, userId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`SELECT ${unreadThreads(userId)} AS count`)
  return row?.count ?? 0
}
