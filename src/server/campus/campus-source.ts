import { readFile, stat } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, countCampusChange, setCampus } from '#campus/campus.ts'
import { campusSchema, describeCampusProblems } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { type SiteTexts, siteTexts } from '#contract/site-texts.ts'
import { type Db, isMissingTable } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { lockKey } from '../database/sql-fragments.ts'
import { AppError, StartupError } from '../errors.ts'
import { keepLogo } from './look.ts'
import { createTextWatch } from './site-texts.ts'

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

/** Saves the settings of an operator. */
export const importCampus = (db: Db, settings: CampusSettings, now: number): Promise<void> =>
  db.transaction(async (tx) => {
    await lockCampusSettings(tx)
    await keepFixedSettings(tx, settings)
    await insertCampus(tx, settings, { changedBy: null, now })
  })
type EncodeLogo = (dataUrl: string) => Promise<string>

interface CampusSourceDeps {
  db: Db
  /** The path of CAMPUS_FILE. If it is set, the file wins over the database. */
  file: string | undefined
  log: { warn(message: string): void }
  /** Encodes the logo of a file again. It rejects with an `AppError` if the picture cannot be used. */
  encodeLogo?: EncodeLogo
  /** Called after the campus of this process has changed. */
  onChange?: () => Promise<void>
}

export interface CampusSource {
  /** Reads the settings again if they have changed. Wrong settings are logged, and the old ones stay. */
  refresh(): Promise<void>
  /** Returns the texts that CAMPUS_FILE has. They win over those of the database. */
  fileTexts(): SiteTexts
}

/**
 * Sets the campus of this process from the first of three sources: CAMPUS_FILE, the database, and the built-in campus.
 * Rejects if the file or the newest row is wrong, because there are no older settings to keep.
 */
export async function openCampusSource(deps: CampusSourceDeps): Promise<CampusSource> {
  const { db, file, log, encodeLogo, onChange } = deps
  const reader = file ? createFileReader(file, encodeLogo) : createDatabaseReader(db)
  const hasNewText = createTextWatch(db)
  let fileTexts: SiteTexts = {}
  async function readChange(): Promise<boolean> {
    const changed = await reader.read()
    if (!changed) return false
    await keepFixedSettings(db, changed.settings).catch((error) => {
      // After an error of the database, these settings are read again.
      if (!(error instanceof CampusError)) reader.forget()
      throw error
    })
    fileTexts = changed.texts
    setCampus(keepLogo(changed.settings))
    return true
  }
  await readChange()
  await hasNewText()
  let warned = ''
  async function refreshNow() {
    if (await hasNewText()) countCampusChange()
    try {
      if (!(await readChange())) return
      warned = ''
      await onChange?.()
    } catch (error) {
      if (!(error instanceof CampusError)) throw error
      if (error.message === warned) return
      warned = error.message
      log.warn(
        `The campus settings stay as they are, because the new ones are wrong. ${error.message}`,
      )
    }
  }
  let last = Promise.resolve()
  return {
    refresh() {
      // One after the other: a slow one must not bring back older settings.
      last = last.catch(() => undefined).then(refreshNow)
      return last
    },
    fileTexts: () => fileTexts,
  }
}

/** Sets the campus once, for a command. A database that an older version made has no settings. */
export async function loadCampus(db: Db, file: string | undefined): Promise<void> {
  try {
    await openCampusSource({ db, file, log: { warn: () => {} } })
  } catch (error) {
    if (!isMissingTable(error)) throw error
  }
}

/** A change is on all pages within a second. */
const refreshMs = 500

/** Refreshes the source again and again. Returns a function that stops it. */
export function keepRefreshing(source: CampusSource, log: { warn(message: string): void }) {
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    try {
      await source.refresh()
    } catch (error) {
      log.warn(`The campus settings could not be read. ${(error as Error).message}`)
    } finally {
      isBusy = false
    }
  }, refreshMs)
  timer.unref()
  return () => clearInterval(timer)
}

const fixedSettings = 'campus'

/**
 * Refuses another currency or time zone once there is a listing: the prices and days of listings would mean something
 * else. `site_state` has those that the listings were posted with.
 */
export async function keepFixedSettings(db: Db, settings: CampusSettings): Promise<void> {
  const { timeZone, currency } = settings
  const listing = await db.get(sql`SELECT 1 AS found FROM listings LIMIT 1`)
  const row = await db.get<{ value: string }>(
    sql`SELECT value FROM site_state WHERE name = ${fixedSettings}`,
  )
  const before: FixedSettings = row ? JSON.parse(row.value) : builtInCampus
  if (listing && before.timeZone !== timeZone) {
    throw new CampusError(`timeZone: Must stay ${before.timeZone}, because there are listings.`)
  }
  if (listing && before.currency.code !== currency.code) {
    throw new CampusError(
      `currency: Must stay ${before.currency.code}, because there are listings.`,
    )
  }
  if (!listing || !row) await writeFixedSettings(db, settings)
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

/** Reads the settings if the file has changed since the last time. */
function createFileReader(file: string, encodeLogo?: EncodeLogo) {
  let readAt: string | undefined
  async function read(): Promise<CampusFile | undefined> {
    const { mtimeMs, size } = await stat(file).catch(() => {
      throw new CampusError(`CAMPUS_FILE does not exist: ${file}`)
    })
    const state = `${mtimeMs} ${size}`
    if (state === readAt) return undefined
    readAt = state
    const { settings, texts } = parseCampusFile(await readFile(file, 'utf8'))
    if (!encodeLogo) return { settings, texts }
    try {
      return { settings: await encodeSettingsLogo(settings, encodeLogo), texts }
    } catch (error) {
      // The decoder may be busy, so the file is read again.
      if (!(error instanceof CampusError)) readAt = undefined
      throw error
    }
  }
  const forget = () => {
    readAt = undefined
  }
  return { read, forget }
}

/** Encodes the logo of settings that come from a file, so that only pictures that this server made are used. */
export async function encodeSettingsLogo(
  settings: CampusSettings,
  encodeLogo: EncodeLogo,
): Promise<CampusSettings> {
  if (settings.logo === null) return settings
  try {
    return { ...settings, logo: await encodeLogo(settings.logo) }
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'unavailable'
    throw isRefused ? new CampusError(`logo: ${error.message}`) : error
  }
}

/** Reads the settings with their logo, for an export. */
export async function readStoredCampus(db: Db, file: string | undefined): Promise<CampusSettings> {
  if (file) return parseCampus(await readFile(file, 'utf8'))
  const [newest] = await findCampusHistory(db, 1)
  return newest ? parseCampus(newest.text) : builtInCampus
}

/** Reads the settings if the database has others than at the last time. */
function createDatabaseReader(db: Db) {
  let known = 0
  async function read(): Promise<CampusFile | undefined> {
    const row = await db.get<{ id: number | null }>(sql`SELECT MAX(id) AS id FROM campus_settings`)
    const id = row?.id ?? 0
    if (id === known) return undefined
    const [newest] = await findCampusHistory(db, 1)
    // Only now, so that settings whose reading failed are read again.
    known = newest?.id ?? 0
    // The rows are gone after the restore of an older backup.
    return newest ? parseCampusFile(newest.text) : { settings: builtInCampus, texts: {} }
  }
  const forget = () => {
    known = -1
  }
  return { read, forget }
}

export const campusData: RoomData = {
  tables: {
    campus_settings: { key: ['id'], hasGeneratedId: true },
    site_texts: { key: ['id'], hasGeneratedId: true },
  },
}
