import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sql from 'sql-template-tag'
import { inject, onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { atEnd, atFileEnd } from './cleanup.ts'
import { countDeadlocks } from './count-deadlocks.ts'
import type { TestPostgres } from './global-setup.ts'

export type Engine = 'sqlite' | 'postgres'

/** For tests of features where the engines may differ: queries, locks and races, search, migrations, jobs, backups. */
export const engines: readonly Engine[] = ['sqlite', 'postgres']

/** For all other tests, where the engine makes no difference: SQLite, and both with `npm run test:all`. */
export const anyEngine: readonly Engine[] = process.env.TEST_ALL ? engines : ['sqlite']

/** Opens a migrated database. It is dropped when the test ends, or the file if a hook opened it. */
export async function openTestDatabase(engine: Engine): Promise<Db> {
  if (engine === 'sqlite') {
    const path = join(await temporaryFolder(), 'quad.db')
    await copyFile(await sqliteTemplate(), path)
    return closeAtEnd(openSqlite(path))
  }
  return closeAtEnd(openPostgres(await createDatabase(await postgresTemplate())))
}

/**
 * Opens a migrated database without rows for the current test. On PostgreSQL the next test of this worker takes it over with
 * its connections, whose prepared statements take longer to warm up than most tests run.
 */
export async function borrowTestDatabase(engine: Engine): Promise<Db> {
  if (engine === 'sqlite') return openTestDatabase(engine)
  const db = idleDatabases.pop() ?? (await openReusableDatabase())
  onTestFinished(async () => {
    if (await emptyDatabase(db)) idleDatabases.push(db)
  })
  return db
}

const idleDatabases: Db[] = []

async function openReusableDatabase(): Promise<Db> {
  const db = openPostgres(await createDatabase(await postgresTemplate(), () => undefined))
  tableCount ??= (await readTables(db)).length
  return db
}

let tableCount: number | undefined

const readTables = (db: Db) =>
  db.all<{ name: string }>(sql`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'migrations'`)

/**
 * Empties a database. Returns false if a test closed it, changed its schema or caused a deadlock: no other test may get it.
 */
async function emptyDatabase(db: Db): Promise<boolean> {
  try {
    const tables = await readTables(db)
    // As a replica, the session does not run triggers, which refuse to delete log entries, and does not check references.
    await db.script(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      ${tables.map(({ name }) => `DELETE FROM ${name};`).join('')}
      SELECT setval(seqrelid, seqstart, false) FROM pg_sequence;
      COMMIT`)
    return tables.length === tableCount && (await countDeadlocks(db)) === 0
  } catch {
    return false
  }
}

/** Returns the settings for a server process: an empty database and an empty data folder. */
export async function testDatabaseSettings(
  engine: Engine,
): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const DATA_DIR = await temporaryFolder()
  return engine === 'sqlite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await createDatabase() }
}

function closeAtEnd(db: Db): Db {
  atEnd(() => db.close())
  return db
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let sqliteFile: Promise<string> | undefined

/** Creates the template, once per worker. */
function sqliteTemplate(): Promise<string> {
  sqliteFile ??= (async () => {
    const path = join(inject('runFolder'), `${crypto.randomUUID()}.db`)
    const db = openSqlite(path)
    await migrate(db)
    await db.close()
    return path
  })()
  return sqliteFile
}

let postgresServer: Promise<TestPostgres> | undefined

/** Finds the PostgreSQL server. The main process starts it when the first test of a run asks for it. */
function findServer(): Promise<TestPostgres> {
  postgresServer ??= fetch(inject('postgresStarter')).then(async (response) => {
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as TestPostgres
  })
  return postgresServer
}

let adminClient: Promise<Client> | undefined

/** Opens one connection per test file, because opening one costs as much as creating a database. */
function connectAsAdmin(): Promise<Client> {
  adminClient ??= (async () => {
    const client = new Client((await findServer()).url)
    await client.connect()
    atFileEnd(() => {
      adminClient = undefined
      return client.end()
    })
    return client
  })()
  return adminClient
}

const templateLock = 0x51756164
let postgresDatabase: Promise<string> | undefined

/** Creates the template once per run, under an advisory lock that the other workers wait for. */
function postgresTemplate(): Promise<string> {
  postgresDatabase ??= (async () => {
    const name = `${(await findServer()).prefix}template`
    const client = await connectAsAdmin()
    await client.query('SELECT pg_advisory_lock($1)', [templateLock])
    try {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
      if (rowCount === 0) await createTemplate(client, name)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [templateLock])
    }
    return name
  })()
  return postgresDatabase
}

/** Creates the template. The rename comes last, so that a database whose migration failed is never used as the template. */
async function createTemplate(client: Client, name: string): Promise<void> {
  const unfinished = `${name}_${crypto.randomUUID().slice(0, 8)}`
  await client.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`)
  const db = openPostgres(await databaseUrl(unfinished))
  await migrate(db).finally(() => db.close())
  await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
}

async function createDatabase(template = 'template0', dropLater = atEnd): Promise<string> {
  const name = `${(await findServer()).prefix}${crypto.randomUUID().replaceAll('-', '')}`
  const client = await connectAsAdmin()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  dropLater(async () => {
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return databaseUrl(name)
}

async function databaseUrl(database: string): Promise<string> {
  const url = new URL((await findServer()).url)
  url.pathname = `/${database}`
  return url.href
}
