import sql from 'sql-template-tag'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import { userHasToConfirm } from '../user-queries.ts'

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

/** The nth newest that still counts: made at or before `before`, or with an address that a mail server has refused. */
export function findNthSignUp(
  db: Db,
  { networkHash, n, before, now }: { networkHash: string; n: number; before: number; now: number },
): Promise<Pick<UnconfirmedSignUp, 'createdAt'> | undefined> {
  return db.get(sql`
    SELECT created_at AS "createdAt" FROM unconfirmed_sign_ups
    WHERE network_hash = ${networkHash}
      AND created_at > ${now - countedMs}
      AND (created_at <= ${before} OR EXISTS (
        SELECT 1 FROM users WHERE id = user_id AND bounced_at IS NOT NULL))
    ORDER BY created_at DESC LIMIT 1 OFFSET ${n - 1}`)
}

/** When somebody last typed in a code, which shows that emails arrive; undefined if nobody has while sign-ups count. */
export async function findLastConfirmation(db: Db, now: number): Promise<number | undefined> {
  const row = await db.get<{ createdAt: number }>(sql`
    SELECT created_at AS "createdAt" FROM security_events
    WHERE created_at > ${now - countedMs} AND kind = 'email confirmation'
    ORDER BY created_at DESC LIMIT 1`)
  return row?.createdAt
}

/** Whether a confirmed student logged in or confirmed here in the last 30 days. */
export async function isUsedByStudents(db: Db, networkHash: string): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM security_events JOIN users ON users.id = user_id
    WHERE network_hash = ${networkHash} AND kind IN ('login', 'email confirmation')
      AND NOT (${userHasToConfirm}) AND is_sample = 0 AND banned_at IS NULL
    LIMIT 1`)
  return row !== undefined
}

export async function deleteUnconfirmedSignUp(db: Db, userId: number) {
  await db.run(sql`DELETE FROM unconfirmed_sign_ups WHERE user_id = ${userId}`)
}

export async function deleteExpiredSignUps(db: Db, now: number) {
  const where = sql`created_at <= ${now - countedMs}`
  await cleanUp(db, { table: 'unconfirmed_sign_ups', primaryKey: ['user_id'], where })
}
