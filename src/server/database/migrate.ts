import { AsyncLocalStorage } from 'node:async_hooks'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import sql from 'sql-template-tag'
import { minuteMs } from '../durations.ts'
import { errorReason, StartupError } from '../errors.ts'
import {
  DatabaseBusy,
  DatabaseUnavailable,
  type Db,
  type Dialect,
  isMissingTable,
} from './database.ts'
import type { RoomData } from './room-data.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
const fileName = /^(?<name>\d{3}-[a-z0-9-]+)(?:(?:\.(?<dialect>sqlite|postgres))?\.sql|\.ts)$/
const testName = /\.test\.ts$/
const defaultTimeoutMs = minuteMs
const lockId = 0x51756164

interface Migration {
  name: string
  file: string
}

/** The function that a TypeScript migration exports, for rows that SQL alone cannot compute. */
export type MigrateRows = (tx: Db, now: number) => Promise<void>

export interface MigrateOptions {
  folder?: string
  /** How long to wait for another process that changes the database. */
  timeoutMs?: number
  /** Runs before the first change to a database that an earlier version used. Other processes wait for it. */
  beforeUpgrade?: () => Promise<void>
}

/** Brings the database to the schema that this code expects. Several processes may call it at once. */
export function migrate(db: Db, options: MigrateOptions = {}): Promise<void> {
  return migrateUpTo(db, Number.POSITIVE_INFINITY, options)
}

/** Stops after the migration with this number, to get the schema of an earlier version. */
export async function migrateUpTo(
  db: Db,
  last: number,
  { folder = migrationsFolder, timeoutMs = defaultTimeoutMs, beforeUpgrade }: MigrateOptions = {},
): Promise<void> {
  const known = await listMigrations(folder, db.dialect)
  const applied = await readApplied(db)
  assertNoneUnknown(applied, known)
  const pending = known.filter(({ name }) => !applied.has(name))
  if (beforeUpgrade && applied.size > 0 && pending.length > 0) {
    await untilNotBusy(timeoutMs, () => runLocked(db, known, beforeUpgrade))
  }
  for (const migration of pending) {
    if (Number.parseInt(migration.name, 10) > last) return
    const run = await loadMigration(join(folder, migration.file))
    await untilNotBusy(timeoutMs, () => apply(db, migration, run, known))
  }
}

/** Returns the name of the last migration applied to this database, or undefined if it is empty. */
export async function lastMigration(db: Pick<Db, 'all'>): Promise<string | undefined> {
  return [...(await readApplied(db))].sort().at(-1)
}

/** Returns the names of the migrations that this code knows, in order. */
export async function listMigrationNames(dialect: Dialect): Promise<string[]> {
  return (await listMigrations(migrationsFolder, dialect)).map(({ name }) => name)
}

export async function newestMigration(dialect: Dialect): Promise<string | undefined> {
  return (await listMigrationNames(dialect)).at(-1)
}

async function loadMigration(path: string): Promise<MigrateRows> {
  if (path.endsWith('.ts')) return (await import(pathToFileURL(path).href)).migrateRows
  const text = await readFile(path, 'utf8')
  return (tx) => tx.script(text)
}

async function listMigrations(folder: string, dialect: Dialect): Promise<Migration[]> {
  const migrations: Migration[] = []
  const files = (await readdir(folder)).filter((file) => !testName.test(file))
  for (const file of files.sort()) {
    const { name, dialect: only } = fileName.exec(file)?.groups ?? {}
    if (!name) throw new Error(`${file} is not named like a migration.`)
    if (!only || only === dialect) migrations.push({ name, file })
  }
  const numbers = new Set(migrations.map(({ name }) => Number.parseInt(name, 10)))
  if (numbers.size < migrations.length) throw new Error('Two migrations have the same number.')
  return migrations
}

async function readApplied(db: Pick<Db, 'all'>): Promise<Set<string>> {
  try {
    const rows = await db.all<{ name: string }>(sql`SELECT name FROM migrations`)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (isMissingTable(error)) return new Set()
    if (error instanceof DatabaseUnavailable) throw error
    throw new StartupError(
      'The database has a table "migrations" of another program. Set DATA_DIR or DATABASE_URL to a database for Quad alone.',
      { cause: error },
    )
  }
}

function assertNoneUnknown(applied: Set<string>, known: Migration[]): void {
  const unknown = [...applied].find((name) => !known.some((migration) => migration.name === name))
  if (!unknown) return
  throw new StartupError(
    `The database was last used by a newer version of Quad, which made the change "${unknown}". Update Quad, or set DATA_DIR or DATABASE_URL to another database.`,
  )
}

/** Applies a migration completely and once, or not at all: lock, migration and record are one transaction. */
async function apply(db: Db, migration: Migration, run: MigrateRows, known: Migration[]) {
  try {
    await db.transaction(async (tx) => {
      await lock(tx)
      await tx.script(
        'CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
      )
      const applied = await readApplied(tx)
      assertNoneUnknown(applied, known)
      if (applied.has(migration.name)) return
      await run(tx, Date.now())
      await tx.run(sql`
        INSERT INTO migrations (id, name, applied_at)
        VALUES (${Number.parseInt(migration.name, 10)}, ${migration.name}, ${Date.now()})`)
    })
  } catch (error) {
    if (error instanceof DatabaseBusy || error instanceof StartupError) throw error
    throw new StartupError(
      `The database change ${migration.file} failed and was undone: ${errorReason(error)}`,
      { cause: error },
    )
  }
}

/** Runs `work` while no other process migrates. Skips it if another process has just finished all migrations. */
async function runLocked(db: Db, known: Migration[], work: () => Promise<void>) {
  // `work` reads the database with its own connection, which the guard forbids inside a transaction.
  const runOutside = AsyncLocalStorage.snapshot()
  await db.transaction(async (tx) => {
    await lock(tx)
    const applied = await readApplied(tx)
    if (known.some(({ name }) => !applied.has(name))) await runOutside(work)
  })
}

/** Takes an advisory lock. On SQLite, BEGIN IMMEDIATE has already locked the file. */
async function lock(tx: Db): Promise<void> {
  if (tx.dialect === 'sqlite') return
  // A migration or backup may take long. If its process dies, the database server must notice and free the lock.
  await tx.script(`
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL client_connection_check_interval = '1s'`)
  await tx.all(sql`SELECT pg_advisory_xact_lock(${lockId})`)
}

async function untilNotBusy(timeoutMs: number, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error
      if (Date.now() > deadline) {
        throw new StartupError(
          'Another process is changing the database in DATA_DIR or DATABASE_URL; try again in a moment.',
          { cause: error },
        )
      }
      await sleep(100)
    }
  }
}

export const databaseData: RoomData = {
  tables: {
    migrations: { notInBackups: 'a restore creates the schema by running the migrations' },
    site_state: {
      notInBackups:
        'it describes the site that is restored into, such as whether its demo is filled',
    },
  },
}
