import sql from 'sql-template-tag'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'

interface ConfirmationCode {
  codeHash: string
  failedTries: number
  createdAt: number
}

/** The newest first. */
export function findLiveCodes(
  db: Db,
  userId: number,
  { now, limit }: { now: number; limit: number },
): Promise<ConfirmationCode[]> {
  return db.all<ConfirmationCode>(sql`
    SELECT code_hash AS "codeHash", failed_tries AS "failedTries", created_at AS "createdAt"
    FROM confirmation_codes WHERE user_id = ${userId} AND expires_at > ${now}
    ORDER BY id DESC LIMIT ${limit}`)
}

interface NewCode {
  userId: number
  codeHash: string
  createdAt: number
  expiresAt: number
}

export async function insertCode(db: Db, { userId, codeHash, createdAt, expiresAt }: NewCode) {
  await db.run(sql`
    INSERT INTO confirmation_codes (user_id, code_hash, created_at, expires_at)
    VALUES (${userId}, ${codeHash}, ${createdAt}, ${expiresAt})`)
}

/** Counts a wrong try against every code: whichever it was meant for, it was a guess at each. */
export async function countFailedTry(db: Db, userId: number) {
  await db.run(sql`
    UPDATE confirmation_codes SET failed_tries = failed_tries + 1 WHERE user_id = ${userId}`)
}

export async function deleteUserCodes(db: Db, userId: number) {
  await db.run(sql`DELETE FROM confirmation_codes WHERE user_id = ${userId}`)
}

export async function deleteExpiredCodes(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'confirmation_codes', primaryKey: ['id'], where })
}
