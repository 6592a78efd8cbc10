import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sql, { raw } from 'sql-template-tag'
import type { Db, Dialect } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { StartupError } from '../errors.ts'
import { privateFolderMode } from '../files/private-files.ts'
import type { S3Config } from '../files/s3-url.ts'
import type { PhotoStore } from '../photos/photo-store.ts'
import { anotherIsRunning } from './backup-state.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { BackupError } from './tar.ts'
import { createThrowAwayDatabase, dropThrowAwayDatabase } from './throw-away-database.ts'

/** What a rehearsal needs to know. It is sent to another process. */
export interface RehearsalRequest {
  backup: { path: string } | { name: string; bucket: S3Config }
  /** The folder for the throw-away database and for a backup from the bucket. */
  folder: string
  /** The PostgreSQL database of the site, if that is what it uses. */
  databaseUrl: string | undefined
  /** The size of the site's database, which the throw-away one needs too. */
  databaseBytes: number
}

export interface RehearsalResult {
  bytes: number
  rows: number
  photos: number
  database: Dialect
  /** What was wrong, in a sentence. It is shown to operators, so it quotes no row. */
  problem: string | null
}

export type RehearsalPlace = Pick<RehearsalRequest, 'folder' | 'databaseUrl'>

/** The room that a rehearsal leaves to the site, whose writes fail when the disk is full. */
const reservedBytes = 256 * 1024 * 1024

/**
 * Restores a backup into a throw-away database, and counts what is there against the backup's own totals. Photos are read
 * and counted, but not stored again. Nothing is left behind, also when `signal` is aborted.
 */
export async function rehearseRestore(
  request: RehearsalRequest,
  signal?: AbortSignal,
): Promise<RehearsalResult> {
  const result: RehearsalResult = {
    bytes: 0,
    rows: 0,
    photos: 0,
    database: 'sqlite',
    problem: null,
  }
  const scratch = await openScratchFolder(request.folder)
  if (!scratch) return { ...result, problem: anotherIsRunning }
  try {
    const throwAway = request.databaseUrl
      ? await createThrowAwayDatabase(request.databaseUrl)
      : undefined
    result.database = throwAway ? 'postgres' : 'sqlite'
    try {
      const path = await fetchBackup(request, { scratch, result, signal })
      const backup = await checkBackup(path)
      const db = await openDatabase({ DATABASE_URL: throwAway?.url, DATA_DIR: scratch.folder })
      try {
        // Nothing is synced to the disk, because commits of the site would have to wait for it.
        if (db.dialect === 'sqlite') await db.script('PRAGMA synchronous = OFF')
        result.problem = await restoreAndCount(db, backup, { result, signal })
      } finally {
        await db.close()
      }
    } finally {
      await throwAway?.drop()
    }
  } catch (error) {
    result.problem = describeProblem(error)
  } finally {
    await scratch.remove()
  }
  return result
}

interface RunningRehearsal {
  result: RehearsalResult
  signal: AbortSignal | undefined
}

/** Restores the backup. Returns what differs from its totals in a sentence, or null. */
export async function restoreAndCount(
  db: Db,
  backup: CheckedBackup,
  { result, signal }: RunningRehearsal,
): Promise<string | null> {
  const { totals, manifest } = backup
  const store = createCountingStore()
  const differences: string[] = []
  const { photosMissing } = await restoreBackup({
    db,
    store,
    backup,
    overwrite: false,
    onProgress: () => signal?.throwIfAborted(),
    async afterRows(tx) {
      // The transaction may run twice.
      result.rows = 0
      differences.length = 0
      for (const [table, expected] of Object.entries(totals.rows)) {
        const row = await tx.get<{ count: number }>(
          sql`SELECT count(*) AS count FROM ${raw(table)}`,
        )
        const found = row?.count ?? 0
        result.rows += found
        if (found !== expected) differences.push(`${found} of ${expected} rows of ${table}`)
      }
    },
  })
  result.photos = store.names.size
  if (store.names.size !== totals.photos) {
    differences.push(`${store.names.size} of ${totals.photos} photos`)
  }
  const lost = photosMissing - totals.photosMissing
  if (manifest.contents === 'database and photos' && lost > 0) {
    differences.push(`rows of photos without their files (${lost})`)
  }
  return differences.length > 0 ? `It restored ${differences.join(', ')}.` : null
}

/** Returns the path of the backup, after making sure that there is room for everything. */
async function fetchBackup(
  { backup, folder, databaseBytes }: RehearsalRequest,
  { scratch, result, signal }: RunningRehearsal & { scratch: ScratchFolder },
): Promise<string> {
  // SQLite writes all rows into its log and then into the file. The disk of a PostgreSQL server cannot be asked.
  const forRows = result.database === 'sqlite' ? 2 * databaseBytes : 0
  if ('path' in backup) {
    const file = await stat(backup.path).catch((error) => {
      throw new BackupError(`The file ${backup.path} cannot be read: ${error.message}`)
    })
    result.bytes = file.size
    await assertRoom(folder, forRows)
    return backup.path
  }
  const { openBackupBucket } = await import('./backup-bucket.ts')
  const bucket = openBackupBucket(backup.bucket, signal)
  try {
    result.bytes = (await bucket.find(backup.name))?.bytes ?? 0
    await assertRoom(folder, forRows + result.bytes)
    const path = join(scratch.folder, 'backup.tar')
    await bucket.download(backup.name, path)
    return path
  } finally {
    bucket.close()
  }
}

async function assertRoom(folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder)
  const [needed, free] = [bytes + reservedBytes, bavail * bsize]
  if (free >= needed) return
  throw new BackupError(
    `There is not enough room to try it: ${folder} needs ${formatSize(needed)}, and has ${formatSize(free)} free.`,
  )
}

const formatSize = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`

interface ScratchFolder {
  folder: string
  remove(): Promise<void>
}

/**
 * Opens the folder of the throw-away database, and empties it of what a killed process left. Returns undefined if another
 * rehearsal uses it. The lock of a SQLite file tells: the system frees it when its process ends, however it ends.
 */
async function openScratchFolder(parent: string): Promise<ScratchFolder | undefined> {
  const folder = join(parent, '.rehearsal')
  await mkdir(folder, { recursive: true, mode: privateFolderMode })
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    return undefined
  }
  const leftovers = ['quad.db', 'quad.db-wal', 'quad.db-shm', 'backup.tar']
  for (const name of leftovers) await rm(join(folder, name), { force: true })
  return {
    folder,
    async remove() {
      await rm(folder, { recursive: true, force: true })
      lock.close()
    },
  }
}

/** Removes what a killed rehearsal left. One that is running is left alone. */
export async function removeLeftovers({ folder, databaseUrl }: RehearsalPlace): Promise<void> {
  if (databaseUrl) await dropThrowAwayDatabase(databaseUrl)
  const exists = await stat(join(folder, '.rehearsal')).catch(() => undefined)
  if (exists) await (await openScratchFolder(folder))?.remove()
}

/** A store that keeps only the names of the photos, because their files would take as much room as those of the site. */
function createCountingStore(): PhotoStore & { names: Set<string> } {
  const names = new Set<string>()
  const unused = async () => {
    throw new Error('A restore does not use this.')
  }
  return {
    names,
    async put(name) {
      names.add(name)
    },
    async *list() {
      let page: { name: string; storedAt: number }[] = []
      for (const name of names) {
        page.push({ name, storedAt: 0 })
        if (page.length < 500) continue
        yield page
        page = []
      }
      yield page
    },
    get: unused,
    has: unused,
    fingerprint: unused,
    listQuarantined: unused,
    quarantine: unused,
    restore: unused,
    discard: unused,
    deleteIncomplete: unused,
  }
}

/** The codes of "no space left": of the system, of PostgreSQL and of SQLite. */
const noRoomCodes = ['ENOSPC', 'EDQUOT', '53100', '13']

/** Other errors than our own may quote a row, so only their code is kept. */
function describeProblem(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const code = findCode(error)
  if (noRoomCodes.includes(code)) return 'There is not enough room on the disk to restore it.'
  if (code) return `The throw-away database refused it (${code}).`
  if (error instanceof StartupError) return error.message
  return `The restore failed (${error instanceof Error ? error.name : 'unknown'}).`
}

function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('errcode' in error) return String(Number(error.errcode) & 0xff)
  // Errors of our own have codes in words.
  if ('code' in error && /^[A-Z0-9_]+$/.test(String(error.code))) return String(error.code)
  return findCode(error.cause)
}
