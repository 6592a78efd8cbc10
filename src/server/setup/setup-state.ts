import sql from 'sql-template-tag'
import type { SetupStep } from '#contract/setup-steps.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { lockKey } from '../database/sql-fragments.ts'
import { AppError } from '../errors.ts'

/** Whether a new site with these settings is set up in the browser first. A try-out is ready at once. */
export const needsSetup = ({ NODE_ENV, isTryOut }: Pick<Config, 'NODE_ENV' | 'isTryOut'>) =>
  NODE_ENV === 'production' && !isTryOut

/**
 * Whether the set-up is finished, or was never needed because there are students. Sample students do not count: a try-out
 * that becomes a real site has nobody who can log in.
 */
export async function isSetupFinished(db: Db): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM site_state WHERE name = ${finished}
    UNION ALL SELECT 1 AS found FROM (SELECT id FROM users WHERE is_sample = 0 LIMIT 1) AS students`)
  return row !== undefined
}

/**
 * Makes the changes of the set-up wait for each other, so that two browsers cannot both finish it. Throws 409 if it is
 * finished: a request may have passed the check of its link before.
 */
export async function lockSetup(tx: Db): Promise<void> {
  await lockKey(tx, 'setup')
  if (await isSetupFinished(tx)) throw alreadyFinished()
}

export const alreadyFinished = () =>
  new AppError('conflict', 'The set-up is already finished. Log in to continue.')

const finished = 'setup-finished'

/** Ends the set-up and forgets what it kept. Returns false if it had ended before. */
export async function markFinished(tx: Db, now: number): Promise<boolean> {
  const row = await tx.get(sql`
    INSERT INTO site_state (name, value) VALUES (${finished}, ${String(now)})
    ON CONFLICT (name) DO NOTHING RETURNING name`)
  if (!row) return false
  await deleteSetupValues(tx)
  return true
}

/** Deletes everything that the set-up stored, except that it is finished. */
async function deleteSetupValues(db: Db) {
  await db.run(sql`DELETE FROM site_state WHERE name LIKE 'setup-%' AND name <> ${finished}`)
}

/**
 * Deletes what nobody needs any more. A restore ends the set-up without a word, and its rows have a name, an email and a
 * password hash, and links that would work again on an emptied site.
 */
export async function deleteSetupLeftovers(db: Db, now: number): Promise<void> {
  if (await isSetupFinished(db)) return deleteSetupValues(db)
  const admin = await readSetupValue(db, 'admin')
  if (!admin || admin.expiresAt > now) return
  // The same person may have asked for another code since it was read.
  await db.run(sql`
    DELETE FROM site_state WHERE name = 'setup-admin' AND value = ${JSON.stringify(admin)}`)
}

/** The values that are stored until the set-up is finished. */
interface SetupValues {
  steps: SetupStep[]
  /** The code of the last test email. */
  mail: SentCode
  /** Who waits for a code to become the first admin. */
  admin: SentCode & WaitingAdmin
}

/** A code that was sent to an address. */
export interface SentCode {
  email: string
  codeHash: string
  expiresAt: number
  failedTries: number
}

export interface WaitingAdmin {
  firstName: string
  lastName: string
  email: string
  /** Empty on a site without passwords. */
  passwordHash: string
}

export async function readSetupValue<Name extends keyof SetupValues>(
  db: Db,
  name: Name,
): Promise<SetupValues[Name] | undefined> {
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = ${`setup-${name}`}`,
  )
  return row && JSON.parse(row.value)
}

/** Call it in a transaction that has locked the set-up. */
export async function writeSetupValue<Name extends keyof SetupValues>(
  tx: Db,
  name: Name,
  value: SetupValues[Name],
) {
  const text = JSON.stringify(value)
  await tx.run(sql`
    INSERT INTO site_state (name, value) VALUES (${`setup-${name}`}, ${text})
    ON CONFLICT (name) DO UPDATE SET value = ${text}`)
}

export async function markStepDone(tx: Db, step: SetupStep) {
  const steps = (await readSetupValue(tx, 'steps')) ?? []
  if (!steps.includes(step)) await writeSetupValue(tx, 'steps', [...steps, step])
}

/** The prefix of rows that are named after the hash of a link. Machines without a common folder have links of their own. */
const linkPrefix = 'setup-link '

export async function findLinkHashes(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    sql`SELECT name FROM site_state WHERE name LIKE ${`${linkPrefix}%`}`,
  )
  return rows.map(({ name }) => name.slice(linkPrefix.length))
}

export async function insertLinkHash(db: Db, hash: string, now: number) {
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES (${linkPrefix + hash}, ${String(now)})
    ON CONFLICT (name) DO NOTHING`)
}

export async function deleteLinkHashes(db: Db) {
  await db.run(sql`DELETE FROM site_state WHERE name LIKE ${`${linkPrefix}%`}`)
}
