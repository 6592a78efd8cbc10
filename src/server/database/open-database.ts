import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { DatabaseUnavailable, type Db, reasonOf, StartupError } from './database.ts'
import { openSqlite, primaryCode } from './sqlite.ts'

const applicationId = 0x51756164
const oldestPostgres = 15

export interface DatabaseSettings {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

/** Opens the configured database, or says in a sentence what to put right. */
export async function openDatabase({ DATABASE_URL, DATA_DIR }: DatabaseSettings): Promise<Db> {
  return DATABASE_URL ? openServer(DATABASE_URL) : openFile(DATA_DIR)
}

async function openFile(folder: string): Promise<Db> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be created or written to. Set DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    )
  }
  const path = join(folder, 'quad.db')
  try {
    return await ownFile(openSqlite(path), path)
  } catch (error) {
    throw error instanceof StartupError ? error : fileProblem(path, error)
  }
}

async function ownFile(db: Db, path: string): Promise<Db> {
  const file = await db.get<{ id: number; tables: number }>(sql`
    SELECT application_id AS id, (SELECT count(*) FROM sqlite_schema) AS tables
    FROM pragma_application_id`)
  if (file?.id === applicationId || file?.tables === 0) return db
  await db.close()
  throw new StartupError(
    `The file ${path} is another program's database. Move it away, or set DATA_DIR to another folder.`,
  )
}

function fileProblem(path: string, error: unknown): StartupError {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = primaryCode(cause)
  const corrupt = code === 11 || code === 26
  const sentence = corrupt
    ? `The file ${path} is damaged or not a database. Put a backup in its place, or set DATA_DIR to another folder.`
    : `The database file ${path} cannot be opened: ${reasonOf(cause)}. Check that this user may read and write it, or set DATA_DIR to another folder.`
  return new StartupError(sentence, { cause })
}

async function openServer(url: string): Promise<Db> {
  // Loaded only where it is used: the embedded database needs none of it.
  const { openPostgres } = await import('./postgres.ts')
  const db = openPostgres(url)
  try {
    const server = await db.get<{ version: number }>(
      sql`SELECT current_setting('server_version_num')::int AS version`,
    )
    const version = Math.floor((server?.version ?? 0) / 10_000)
    if (version < oldestPostgres) {
      throw new StartupError(
        `The server in DATABASE_URL runs PostgreSQL ${version}; version ${oldestPostgres} or newer is needed.`,
      )
    }
    return db
  } catch (error) {
    await db.close()
    throw error instanceof StartupError ? error : serverProblem(url, error)
  }
}

function serverProblem(url: string, error: unknown): StartupError {
  const { host = '', pathname = '' } = URL.parse(url) ?? {}
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return new StartupError(serverSentence(code, host, pathname.slice(1), cause), { cause })
}

function serverSentence(code: string, host: string, database: string, cause: unknown): string {
  if (code === '3D000') {
    return `PostgreSQL at ${host} has no database called "${database}". Create it, or change DATABASE_URL.`
  }
  if (code.startsWith('28')) {
    return `PostgreSQL at ${host} refuses the user name or password in DATABASE_URL.`
  }
  return `PostgreSQL at ${host} cannot be reached (${reasonOf(cause)}). Check that it runs and that DATABASE_URL is right.`
}
