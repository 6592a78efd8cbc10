import sql from 'sql-template-tag'
import type { Db } from '#server/database/database.ts'

/** A transaction that ends in one is tried again, after a second in which both have waited. SQLite has none. */
export async function countDeadlocks(db: Db): Promise<number> {
  if (db.dialect === 'sqlite') return 0
  const row = await db.get<{ deadlocks: number }>(
    sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  )
  return row?.deadlocks ?? 0
}
