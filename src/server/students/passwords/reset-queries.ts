import sql from 'sql-template-tag'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'

export interface Reset {
  tokenHash: string
  userId: number
  createdAt: number
  expiresAt: number
}

export async function insertReset(db: Db, { tokenHash, userId, createdAt, expiresAt }: Reset) {
  await db.run(sql`
    INSERT INTO password_resets (token_hash, user_id, created_at, expires_at)
    VALUES (${tokenHash}, ${userId}, ${createdAt}, ${expiresAt})`)
}

export async function findValidReset(db: Db, tokenHash: string, now: number) {
  const row = await db.get<{ user_id: number }>(sql`
    SELECT user_id FROM password_resets
    WHERE token_hash = ${tokenHash} AND expires_at > ${now}`)
  return row && { userId: row.user_id }
}

/** True for exactly one of several concurrent calls. */
export async function consumeReset(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    DELETE FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > ${now}`)
  return changes === 1
}

export async function deleteUserResets(db: Db, userId: number) {
  await db.run(sql`DELETE FROM password_resets WHERE user_id = ${userId}`)
}

export async function deleteExpiredResets(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'password_resets', primaryKey: ['token_hash'], where })
}
