import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'

/** How long one that is not confirmed counts. */
export const countedMs = hourMs

interface UnconfirmedSignUp {
  userId: number
  networkHash: string
  createdAt: number
}

export async function insertUnconfirmedSignUp(db: Db, signUp: UnconfirmedSignUp) {
  const { userId, networkHash, createdAt } = signUp
  await db.run(sql`
    INSERT INTO unconfirmed_sign_ups (user_id, network_hash, created_at)
    VALUES (${userId}, ${networkHash}, ${createdAt})`)
}

/** The nth newest that still counts and was made at or before `before`. */
export function findNthSignUp(
  db: Db,
  { networkHash, n, before, now }: { networkHash: string; n: number; before: number; now: number },
): Promise<Pick<UnconfirmedSignUp, 'createdAt'> | undefined> {
  return db.get(sql`
    SELECT created_at AS "createdAt" FROM unconfirmed_sign_ups
    WHERE network_hash = ${networkHash}
      AND created_at > ${now - countedMs} AND created_at <= ${before}
    ORDER BY created_at DESC LIMIT 1 OFFSET ${n - 1}`)
}

export async function deleteUnconfirmedSignUp(db: Db, userId: number) {
  await db.run(sql`DELETE FROM unconfirmed_sign_ups WHERE user_id = ${userId}`)
}

export async function deleteExpiredSignUps(db: Db, now: number) {
  await db.run(sql`DELETE FROM unconfirmed_sign_ups WHERE created_at <= ${now - countedMs}`)
}
