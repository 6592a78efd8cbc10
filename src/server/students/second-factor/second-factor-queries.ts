import sql, { type Sql } from 'sql-template-tag'
import { secondFactorDays } from '#contract/account-rules.ts'
import type { SessionUser } from '#contract/accounts.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, minuteMs } from '../../durations.ts'

const secondFactorMs = secondFactorDays * dayMs

/** A condition: the student has an authenticator app, or a passkey that asks for a finger, a face or a PIN. */
const hasFactor = (studentId: number): Sql => sql`(
  EXISTS (SELECT 1 FROM authenticators WHERE user_id = ${studentId} AND secret IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${studentId} AND verifies_user = 1))`

export async function hasSecondFactor(db: Db, studentId: number): Promise<boolean> {
  const row = await db.get<{ found: number }>(sql`
    SELECT CASE WHEN ${hasFactor(studentId)} THEN 1 ELSE 0 END AS found`)
  return row?.found === 1
}

/**
 * Returns what staff have to do before their role counts, or null. Call it only for staff. A session may have used a
 * second factor that is removed now, so the time alone opens nothing.
 */
export async function readSecondFactorState(
  db: Db,
  studentId: number,
  context: { secondFactorAt: number | null; isTryOut: boolean; now: number },
): Promise<SessionUser['secondFactor']> {
  const { secondFactorAt, isTryOut, now } = context
  if (!(await hasSecondFactor(db, studentId))) return isTryOut ? null : 'missing'
  return secondFactorAt !== null && now - secondFactorAt < secondFactorMs ? null : 'due'
}

/** How long the set-up of an app may take. Later, somebody else may have begun it. */
const setUpMs = 10 * minuteMs

export interface Authenticator {
  /** The encrypted secret, or null while no app is set up. */
  secret: string | null
  addedAt: number | null
  lastStep: number
}

export function findAuthenticator(db: Db, studentId: number): Promise<Authenticator | undefined> {
  return db.get<Authenticator>(sql`
    SELECT secret, added_at AS "addedAt", last_step AS "lastStep"
    FROM authenticators WHERE user_id = ${studentId}`)
}

/** Returns the encrypted secret of an app that is being set up, or null if none is, or if it takes too long. */
export async function findPendingSecret(
  db: Db,
  studentId: number,
  now: number,
): Promise<string | null> {
  const row = await db.get<{ secret: string | null }>(sql`
    SELECT pending_secret AS secret FROM authenticators
    WHERE user_id = ${studentId} AND pending_at > ${now - setUpMs}`)
  return row?.secret ?? null
}

export async function setPendingSecret(
  db: Db,
  studentId: number,
  { secret, now }: { secret: string; now: number },
) {
  await db.run(sql`
    INSERT INTO authenticators (user_id, pending_secret, pending_at)
    VALUES (${studentId}, ${secret}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET pending_secret = ${secret}, pending_at = ${now}`)
}

/** Ends the set-up of an app. Call it when the student changes how they log in: a stranger may have begun it. */
export async function forgetPendingSecret(db: Db, studentId: number) {
  await db.run(sql`
    UPDATE authenticators SET pending_secret = NULL, pending_at = NULL WHERE user_id = ${studentId}`)
}

/** Replaces the app by the pending one, of which the code of this step was used. */
export async function activatePendingSecret(
  db: Db,
  studentId: number,
  { step, now }: { step: number; now: number },
) {
  await db.run(sql`
    UPDATE authenticators
    SET secret = pending_secret, pending_secret = NULL, pending_at = NULL, added_at = ${now},
      last_step = ${step}
    WHERE user_id = ${studentId} AND pending_secret IS NOT NULL`)
}

/** Returns false if the code of this step, or of a later one, was used before. Of concurrent calls, one succeeds. */
export async function spendStep(db: Db, studentId: number, step: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE authenticators SET last_step = ${step}
    WHERE user_id = ${studentId} AND last_step < ${step}`)
  return changes === 1
}

export async function deleteAuthenticator(db: Db, studentId: number): Promise<boolean> {
  const { changes } = await db.run(sql`DELETE FROM authenticators WHERE user_id = ${studentId}`)
  return changes === 1
}

export async function countRecoveryCodes(db: Db, studentId: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT COUNT(*) AS count FROM recovery_codes WHERE user_id = ${studentId}`)
  return row?.count ?? 0
}

export async function replaceRecoveryCodes(db: Db, studentId: number, hashes: readonly string[]) {
  await db.run(sql`DELETE FROM recovery_codes WHERE user_id = ${studentId}`)
  for (const hash of hashes) {
    await db.run(sql`
      INSERT INTO recovery_codes (user_id, code_hash) VALUES (${studentId}, ${hash})`)
  }
}

/** Returns true for exactly one of several concurrent calls. */
export async function spendRecoveryCode(db: Db, studentId: number, hash: string): Promise<boolean> {
  const { changes } = await db.run(sql`
    DELETE FROM recovery_codes WHERE user_id = ${studentId} AND code_hash = ${hash}`)
  return changes === 1
}

export async function rememberDevice(
  db: Db,
  device: { studentId: number; deviceHash: string; formerHash: string | null; now: number },
) {
  const { studentId, deviceHash, formerHash, now } = device
  await db.run(sql`
    DELETE FROM second_factor_devices
    WHERE user_id = ${studentId} AND device_hash = ${formerHash ?? ''}`)
  await db.run(sql`
    INSERT INTO second_factor_devices (user_id, device_hash, used_at)
    VALUES (${studentId}, ${deviceHash}, ${now})
    ON CONFLICT (user_id, device_hash) DO UPDATE SET used_at = ${now}`)
}

/** Returns when the student last used a second factor on the device, or null. */
export async function findDeviceUse(
  db: Db,
  { studentId, deviceHash }: { studentId: number; deviceHash: string | null },
): Promise<number | null> {
  const row = await db.get<{ used_at: number }>(sql`
    SELECT used_at FROM second_factor_devices
    WHERE user_id = ${studentId} AND device_hash = ${deviceHash ?? ''}`)
  return row?.used_at ?? null
}

/**
 * Asks for the second factor at the next login on this device. Call it after a logout and, for everybody else, after a
 * login: whoever uses the browser next can read its cookie.
 */
export async function forgetDevice(
  db: Db,
  deviceHash: string | null,
  { exceptFor = 0 }: { exceptFor?: number } = {},
) {
  if (deviceHash === null) return
  await db.run(sql`
    DELETE FROM second_factor_devices
    WHERE device_hash = ${deviceHash} AND user_id <> ${exceptFor}`)
}

/** Asks the student for the second factor at their next login on every device. */
export async function forgetDevices(db: Db, studentId: number) {
  await db.run(sql`DELETE FROM second_factor_devices WHERE user_id = ${studentId}`)
}

/**
 * Asks for the second factor again on every device and in every session, except the one that is kept, and ends the set-up
 * of an app. Call it when a second factor is removed or replaced: whoever has it may have used it elsewhere.
 */
export async function forgetSecondFactorUses(
  db: Db,
  studentId: number,
  keptSession: string | null = null,
) {
  await forgetDevices(db, studentId)
  await forgetPendingSecret(db, studentId)
  await db.run(sql`
    UPDATE sessions SET second_factor_at = NULL
    WHERE user_id = ${studentId} AND selector_hash <> ${keptSession ?? ''}`)
}

/** Deletes everything of the second factor but the passkeys. */
export async function forgetSecondFactor(db: Db, studentId: number) {
  await deleteAuthenticator(db, studentId)
  await replaceRecoveryCodes(db, studentId, [])
  await forgetSecondFactorUses(db, studentId)
}

export async function deleteExpiredDevices(db: Db, now: number) {
  const where = sql`used_at <= ${now - secondFactorMs}`
  await cleanUp(db, {
    table: 'second_factor_devices',
    primaryKey: ['user_id', 'device_hash'],
    where,
  })
}
