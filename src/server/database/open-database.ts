import { access, constants, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { errorReason, StartupError } from '../errors.ts'
import { privateFileMode, privateFolderMode } from '../files/private-files.ts'
import { DatabaseUnavailable, type Db } from './database.ts'
import { openSqlite, primaryCode } from './sqlite.ts'

/** "Quad" in ASCII. The first migration writes it into the file. */
const applicationId = 0x51756164
const minPostgresVersion = 15

export interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
  WORKERS?: number
}

/** Opens the configured database, or throws a StartupError that says what to fix. */
export async function openDatabase(settings: DatabaseSettings): Promise<Db> {
  const { DATABASE_URL, DATA_DIR, WORKERS = 1 } = settings
  if (!DATABASE_URL) return openSqliteIn(DATA_DIR)
  return openPostgresAt(DATABASE_URL, maxConnectionsPerProcess(WORKERS))
}

/** Divides the connections among the processes. PostgreSQL's default max_connections is 100. */
function maxConnectionsPerProcess(workers: number): number {
  return Math.max(2, Math.min(10, Math.floor(90 / workers)))
}

async function openSqliteIn(folder: string): Promise<Db> {
  try {
    await mkdir(folder, { recursive: true, mode: privateFolderMode })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be created or written to. Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
  const path = join(folder, 'quad.db')
  try {
    await createPrivateFile(path)
    return await assertOwnFile(openSqlite(path), path)
  } catch (error) {
    throw error instanceof StartupError ? error : describeFileError(path, error)
  }
}

/**
 * Creates an empty file, which is an empty database. SQLite gives the -wal and -shm files the same mode. Errors are
 * ignored, because SQLite's own error explains best why the file cannot be created.
 */
async function createPrivateFile(path: string) {
  const file = await open(path, 'wx', privateFileMode).catch(() => undefined)
  await file?.close()
}

async function assertOwnFile(db: Db, path: string): Promise<Db> {
  const file = await db.get<{ id: number; tables: number }>(sql`
    SELECT application_id AS id, (SELECT count(*) FROM sqlite_schema) AS tables
    FROM pragma_application_id`)
  if (file?.id === applicationId || file?.tables === 0) return db
  await db.close()
  throw new StartupError(
    `The file ${path} is another program's database. Move it away, or set DATA_DIR to another folder.`,
  )
}

function describeFileError(path: string, error: unknown): StartupError {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = primaryCode(cause)
  const isCorrupt = code === 11 || code === 26
  const message = isCorrupt
    ? `The file ${path} is damaged or not a database. Put a backup in its place, or set DATA_DIR to another folder.`
    : `The database file ${path} cannot be opened: ${errorReason(cause)}. Check that this user may read and write it, or set DATA_DIR to another folder.`
  return new StartupError(message, { cause })
}

async function openPostgresAt(url: string, maxConnections: number): Promise<Db> {
  // The driver is imported only when used. With SQLite it is never loaded.
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(url, { maxConnections })
  try {
    const server = await db.get<{ version: number }>(
      sql`SELECT current_setting('server_version_num')::int AS version`,
    )
    const version = Math.floor((server?.version ?? 0) / 10_000)
    if (version < minPostgresVersion) {
      throw new StartupError(
        `The server in DATABASE_URL runs PostgreSQL ${version}; version ${minPostgresVersion} or newer is needed.`,
      )
    }
    return db
  } catch (error) {
    await db.close()
    throw error instanceof StartupError ? error : describeServerError(url, error)
  }
}

function describeServerError(url: string, error: unknown): StartupError {
  const { host = '', pathname = '' } = URL.parse(url) ?? {}
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new StartupError(serverErrorMessage(code, host, pathname.slice(1), cause), { cause })
}

function serverErrorMessage(code: string, host: string, database: string, cause: unknown): string {
  if (code === '3D000') {
    return `PostgreSQL at ${host} has no database called "${database}". Create it, or change DATABASE_URL.`
  }
  if (code.startsWith('28')) {
    return `PostgreSQL at ${host} refuses the user name or password in DATABASE_URL.`
  }
  return `PostgreSQL at ${host} cannot be reached (${errorReason(cause)}). Check that it runs and that DATABASE_URL is right.`
}
