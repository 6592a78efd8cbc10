import sql from 'sql-template-tag'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'

export async function updateThreadExpiry(tx: Db, id: number, expiresAt: number): Promise<void> {
  await tx.run(sql`UPDATE threads SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** With their messages. */
export async function deleteExpiredThreads(db: Db, now: number): Promise<void> {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, {
    table: 'threads',
    primaryKey: ['id'],
    where,
    locksInOrder: true,
    batchSize: 50,
  })
}
