import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { forUpdate } from '../database/row-locks.ts'

export async function updateThreadExpiry(tx: Db, id: number, expiresAt: number): Promise<void> {
  await tx.run(sql`UPDATE threads SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** With their messages. */
export async function deleteExpiredThreads(db: Db, now: number): Promise<void> {
  await db.run(sql`
    DELETE FROM threads WHERE id IN (
      SELECT id FROM threads WHERE expires_at <= ${now} ORDER BY id ${forUpdate(db)})`)
}
