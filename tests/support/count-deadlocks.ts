import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/**
 * Counts deadlocks. A transaction in a deadlock is tried again, after both have waited for a second. SQLite has no
 * deadlocks.
 */
export async function countDeadlocks(db: Db): Promise<number> {
  if (db.dialect === 'sqlite') return 0
  const row = await db.get<{ deadlocks: number }>(
    sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  )
  return row?.deadlocks ?? 0
}
