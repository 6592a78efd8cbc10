import sql from 'sql-template-tag'
import type { Db } from './database.ts'

/** Transactions that lock the same key wait for each other until they end. SQLite serialises all of them anyway. */
export async function lockKey(tx: Db, key: string) {
  if (tx.dialect === 'postgres') {
    await tx.all(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  }
}
