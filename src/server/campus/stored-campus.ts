import sql from 'sql-template-tag'
import { z } from 'zod'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import { campusSchema, describeCampusProblems } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { type SiteTexts, siteTexts } from '#contract/site-texts.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { lockKey } from '../database/sql-fragments.ts'
import { StartupError } from '../errors.ts'

/** Settings that are refused. The message names each wrong value, one per line. */
export class CampusError extends StartupError {}

/** Parses settings from the database. */
export const parseCampus = (text: string): CampusSettings => parseCampusFile(text).settings

/** The settings of a file, and the texts that it may have beside them. */
export interface CampusFile {
  settings: CampusSettings
  texts: SiteTexts
}

export function parseCampusFile(text: string): CampusFile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CampusError(`It is not valid JSON: ${(error as Error).message}`)
  }
  const { texts = {}, ...rest } = Object(value)
  const settings = campusSchema.safeParse(rest)
  const parsedTexts = z.object({ texts: siteTexts }).safeParse({ texts })
  if (settings.success && parsedTexts.success) {
    return { settings: settings.data, texts: parsedTexts.data.texts }
  }
  const problems = [settings.error, parsedTexts.error].flatMap((error) =>
    error ? describeCampusProblems(error) : [],
  )
  throw new CampusError(problems.join('\n'))
}

interface StoredCampus {
  id: number
  /** The settings as JSON. Those of an older release may no longer be valid. */
  text: string
  changedBy: number | null
  changedAt: number
}

/** Returns the versions of the settings, the newest first. */
export function findCampusHistory(db: Db, limit: number): Promise<StoredCampus[]> {
  return db.all<StoredCampus>(sql`
    SELECT id, settings AS text, changed_by AS "changedBy", changed_at AS "changedAt"
    FROM campus_settings ORDER BY id DESC LIMIT ${limit}`)
}

/**
 * Makes the changes of admins and operators wait for each other, so that the newest version is the last one that was
 * saved. Call it first in a transaction that inserts one.
 */
export const lockCampusSettings = (tx: Db) => lockKey(tx, 'campus settings')

export async function insertCampus(
  tx: Db,
  settings: CampusSettings,
  { changedBy, now }: { changedBy: number | null; now: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO campus_settings (settings, changed_by, changed_at)
    VALUES (${JSON.stringify(settings)}, ${changedBy}, ${now})`)
}

const fixedSettings = 'campus'

/**
 * Throws for another currency or time zone once there is a listing: the prices and days of listings would mean something
 * else. `site_state` has those that the listings were posted with.
 */
export async function checkFixedSettings(db: Db, settings: CampusSettings): Promise<void> {
  const { timeZone, currency } = settings
  const hasListing = await hasListings(db)
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = ${fixedSettings}`,
  )
  const before: FixedSettings = row ? JSON.parse(row.value) : builtInCampus
  if (hasListing && before.timeZone !== timeZone) {
    throw new CampusError(`timeZone: Must stay ${before.timeZone}, because there are listings.`)
  }
  if (hasListing && before.currency.code !== currency.code) {
    throw new CampusError(
      `currency: Must stay ${before.currency.code}, because there are listings.`,
    )
  }
  if (!hasListing || !row) await writeFixedSettings(db, settings)
}

/**
 * Whether there are listings of real students. Those of samples may change their currency and their days. SQLite would read
 * all students without a listing first, but a CROSS JOIN begins with the table on its left.
 */
export async function hasListings(db: Db): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM listings CROSS JOIN users
    WHERE users.id = seller_id AND is_sample = 0 LIMIT 1`)
  return row !== undefined
}

type FixedSettings = Pick<CampusSettings, 'timeZone' | 'currency'>

async function writeFixedSettings(db: Db, { timeZone, currency }: FixedSettings) {
  const value = JSON.stringify({ timeZone, currency })
  await db.run(sql`
    INSERT INTO site_state (name, value) VALUES (${fixedSettings}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = ${value}`)
}

/**
 * Takes the currency and the time zone of a restored backup: those of its settings or, if it has none, those of this
 * process, which CAMPUS_FILE may have set. Backups do not have `site_state`.
 */
export async function fixRestoredSettings(tx: Db): Promise<void> {
  const [newest] = await findCampusHistory(tx, 1)
  const restored: FixedSettings = newest ? JSON.parse(newest.text) : campus
  await writeFixedSettings(tx, restored)
}

export const campusData: RoomData = {
  tables: {
    campus_settings: { key: ['id'], hasGeneratedId: true },
    site_texts: { key: ['id'], hasGeneratedId: true },
  },
}
