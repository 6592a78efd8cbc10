import { readFile, stat } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { builtInCampus } from '#campus/built-in.ts'
import { countCampusChange, setCampus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import type { SiteTexts } from '#contract/site-texts.ts'
import { type Db, isMissingTable } from '../database/database.ts'
import { AppError } from '../errors.ts'
import { keepLogo } from './look.ts'
import { createTextWatch } from './site-texts.ts'
import {
  CampusError,
  type CampusFile,
  checkFixedSettings,
  findCampusHistory,
  parseCampus,
  parseCampusFile,
} from './stored-campus.ts'

type EncodeLogo = (dataUrl: string) => Promise<string>

interface CampusSourceDeps {
  db: Db
  /** The path of CAMPUS_FILE. If it is set, the file wins over the database. */
  file: string | undefined
  log: { warn(message: string): void }
  /** Encodes the logo of a file again. It rejects with an `AppError` if the picture cannot be used. */
  encodeLogo?: EncodeLogo | undefined
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
 * Returns a function that sets the campus of this process from the first of three sources: CAMPUS_FILE, the database, and
 * the built-in campus. It does nothing while they are unchanged, and rejects if the file or the newest row is wrong.
 */
function createCampusReader({ db, file, encodeLogo }: Omit<CampusSourceDeps, 'log' | 'onChange'>) {
  const source = file ? fileSource(file, encodeLogo) : databaseSource(db)
  // The campus of a process is the built-in one before it has read any settings.
  let knownState = noSettings
  let fileTexts: SiteTexts = {}
  async function takeChange(afterChange?: () => Promise<void>): Promise<void> {
    const state = await source.readState()
    if (state === knownState) return
    try {
      const { settings, texts } = await source.read()
      await checkFixedSettings(db, settings)
      fileTexts = texts
      setCampus(keepLogo(settings))
      await afterChange?.()
    } catch (error) {
      // Wrong settings stay wrong. After any other error, such as one of the database, they are read again.
      if (error instanceof CampusError) knownState = state
      throw error
    }
    knownState = state
  }
  return { takeChange, fileTexts: () => fileTexts }
}

/** Sets the campus of this process. Rejects if the settings are wrong, because there are no older ones to keep. */
export async function openCampusSource(deps: CampusSourceDeps): Promise<CampusSource> {
  const { db, log, onChange } = deps
  const { takeChange, fileTexts } = createCampusReader(deps)
  const hasNewText = createTextWatch(db)
  await takeChange()
  await hasNewText()
  let warned = ''
  async function refreshNow() {
    if (await hasNewText()) countCampusChange()
    try {
      await takeChange(async () => {
        warned = ''
        await onChange?.()
      })
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
    fileTexts,
  }
}

/** Sets the campus once, for a command. A database that an older version made has no settings. */
export async function loadCampus(db: Db, file: string | undefined): Promise<void> {
  try {
    await createCampusReader({ db, file }).takeChange()
  } catch (error) {
    if (!isMissingTable(error)) throw error
  }
}

/** A change is on all pages within a second. */
const refreshMs = 500

/** Refreshes the source again and again. Returns a function that stops it. */
export function keepRefreshing(source: CampusSource, log: { warn(message: string): void }) {
  let isBusy = false
  let warned = ''
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    try {
      await source.refresh()
      warned = ''
    } catch (error) {
      const { message } = error as Error
      // The next try is half a second away, and would fill the log with the same line.
      if (message === warned) return
      warned = message
      log.warn(`The campus settings could not be read. ${message}`)
    } finally {
      isBusy = false
    }
  }, refreshMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The state of a database without settings. */
const noSettings = ''

interface SettingsSource {
  /** Returns a text that is another one once the settings have changed. */
  readState(): Promise<string>
  read(): Promise<CampusFile>
}

const fileSource = (file: string, encodeLogo?: EncodeLogo): SettingsSource => ({
  async readState() {
    const { mtimeMs, size } = await stat(file).catch((error: NodeJS.ErrnoException) => {
      throw new CampusError(
        error.code === 'ENOENT'
          ? `CAMPUS_FILE does not exist: ${file}`
          : `CAMPUS_FILE cannot be read: ${error.message}`,
      )
    })
    return `${mtimeMs} ${size}`
  },
  async read() {
    const { settings, texts } = parseCampusFile(await readFile(file, 'utf8'))
    if (!encodeLogo) return { settings, texts }
    return { settings: await encodeSettingsLogo(settings, encodeLogo), texts }
  },
})

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

const databaseSource = (db: Db): SettingsSource => ({
  async readState() {
    // A restore may bring another version with the same number.
    const row = await db.get<{ id: number; changedAt: number }>(sql`
      SELECT id, changed_at AS "changedAt" FROM campus_settings ORDER BY id DESC LIMIT 1`)
    return row ? `${row.id} ${row.changedAt}` : noSettings
  },
  async read() {
    const [newest] = await findCampusHistory(db, 1)
    // The rows are gone after the restore of an older backup.
    return newest ? parseCampusFile(newest.text) : { settings: builtInCampus, texts: {} }
  },
})
