import sql from 'sql-template-tag'
import { confirmWithinDays } from '#contract/account-rules.ts'
import type { User } from '#contract/accounts.ts'
import type { KeyedHash } from '../../app-secret.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'
import { tooMany } from '../../errors.ts'
import { userHasToConfirm } from '../user-queries.ts'

/** A network's sign-ups stop while this many of the last hour had time to confirm and did not. */
const maxUnconfirmed = 30
const timeToConfirmMs = 30 * minuteMs

const hashNetwork = (keyedHash: KeyedHash, network: string) =>
  keyedHash('network of a sign-up', network)

export function recordUnconfirmedSignUp(
  db: Db,
  keyedHash: KeyedHash,
  { studentId, network, createdAt }: { studentId: number; network: string; createdAt: number },
) {
  const networkHash = hashNetwork(keyedHash, network)
  return insertUnconfirmedSignUp(db, { studentId, networkHash, createdAt })
}

/**
 * Throws 429 for a network with too many unconfirmed sign-ups, until the oldest of them is an hour old. Call it only
 * for networks that students don't use. A sign-up counts only if someone has typed in a code since, or if its address
 * was refused: while emails are slow, nobody can confirm.
 */
export async function requireConfirmedSignUps(
  db: Db,
  keyedHash: KeyedHash,
  { network, now }: { network: string; now: number },
) {
  const counted = { networkHash: hashNetwork(keyedHash, network), n: maxUnconfirmed, now }
  const confirmedAt = (await findLastConfirmation(db, now)) ?? 0
  const before = Math.min(now - timeToConfirmMs, confirmedAt)
  const deciding = await findNthSignUp(db, { ...counted, before })
  if (!deciding) return
  throw tooMany(
    "Too many new accounts on your network haven't confirmed their email. Use another network, such as mobile data, or try again later.",
    { until: deciding.createdAt + countedMs, now },
  )
}

/** How long an unconfirmed sign-up counts. */
const countedMs = hourMs

interface UnconfirmedSignUp {
  studentId: number
  networkHash: string
  createdAt: number
}

export async function insertUnconfirmedSignUp(db: Db, signUp: UnconfirmedSignUp) {
  const { studentId, networkHash, createdAt } = signUp
  await db.run(sql`
    INSERT INTO unconfirmed_sign_ups (user_id, network_hash, created_at)
    VALUES (${studentId}, ${networkHash}, ${createdAt})`)
}

/**
 * Finds the nth newest sign-up that still counts. It was made at or before `before`, or a mail server has refused its
 * address.
 */
function findNthSignUp(
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

/**
 * Returns when somebody last typed in a code, which shows that emails arrive. Returns undefined if nobody has during
 * the time for which sign-ups count.
 */
async function findLastConfirmation(db: Db, now: number): Promise<number | undefined> {
  const row = await db.get<{ createdAt: number }>(sql`
    SELECT created_at AS "createdAt" FROM security_events
    WHERE created_at > ${now - countedMs} AND kind = 'email confirmation'
    ORDER BY created_at DESC LIMIT 1`)
  return row?.createdAt
}

/** Whether a confirmed student logged in or confirmed from this network in the last 30 days. */
export async function isUsedByStudents(db: Db, networkHash: string): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM security_events JOIN users ON users.id = user_id
    WHERE network_hash = ${networkHash} AND kind IN ('login', 'email confirmation')
      AND NOT (${userHasToConfirm}) AND is_sample = 0 AND banned_at IS NULL
    LIMIT 1`)
  return row !== undefined
}

export async function deleteUnconfirmedSignUp(db: Db, studentId: number) {
  await db.run(sql`DELETE FROM unconfirmed_sign_ups WHERE user_id = ${studentId}`)
}

export async function deleteExpiredSignUps(db: Db, now: number) {
  const where = sql`created_at <= ${now - countedMs}`
  await cleanUp(db, { table: 'unconfirmed_sign_ups', primaryKey: ['user_id'], where })
}

/**
 * A condition on `users`: the account was never confirmed in time. Accounts with a listing or a role are left out: they
 * are from a time when VERIFY_EMAIL was off, and the job must not delete the only admin.
 */
const isAbandonedAt = (now: number) => sql`
  ${userHasToConfirm} AND role = 'student' AND held_at IS NULL AND created_at <= ${now - confirmWithinDays * dayMs}
  AND NOT EXISTS (SELECT 1 FROM listings WHERE seller_id = users.id)`

/** The plus sign keeps SQLite from reading all users in the order of their ids instead of the index on unconfirmed ones. */
export function findAbandonedAccounts(db: Db, now: number): Promise<Pick<User, 'id' | 'email'>[]> {
  return db.all(sql`SELECT id, email FROM users WHERE ${isAbandonedAt(now)} ORDER BY +id`)
}

export async function isAbandoned(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM users WHERE id = ${id} AND ${isAbandonedAt(now)}`)
  return row !== undefined
}
