import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/database.ts'

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
