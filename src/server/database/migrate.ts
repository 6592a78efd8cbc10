import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import {
  DatabaseBusy,
  DatabaseUnavailable,
  type Db,
  type Dialect,
  isMissingTable,
  reasonOf,
  StartupError,
} from './database.ts'

const ownFolder = join(import.meta.dirname, 'migrations')
const fileName = /^(?<name>\d{3}-[a-z0-9-]+)(?:\.(?<dialect>sqlite|postgres))?\.sql$/
const patienceMs = 60_000
const lockId = 0x51756164

interface Migration {
  name: string
  file: string
}

/** Brings the database to the schema this code expects; safe when several processes start at once. */
export function migrate(db: Db, folder = ownFolder, patience = patienceMs): Promise<void> {
  return migrateUpTo(db, Number.POSITIVE_INFINITY, folder, patience)
}

/** No further than the migration of that number: the schema of an earlier version. */
export async function migrateUpTo(
  db: Db,
  last: number,
  folder = ownFolder,
  patience = patienceMs,
): Promise<void> {
  const known = await migrationsIn(folder, db.dialect)
  const done = await applied(db)
  assertNoneUnknown(done, known)
  for (const migration of known.filter(({ name }) => !done.has(name))) {
    if (Number.parseInt(migration.name, 10) > last) return
    const text = await readFile(join(folder, migration.file), 'utf8')
    await untilFree(patience, () => apply(db, migration, text, known))
  }
}

/** The last change made to this database, by name; undefined for one that is empty. */
export async function lastMigration(db: Pick<Db, 'all'>): Promise<string | undefined> {
  return [...(await applied(db))].sort().at(-1)
}

/** The last change that this code would make, by name. */
export async function newestMigration(dialect: Dialect): Promise<string | undefined> {
  return (await migrationsIn(ownFolder, dialect)).at(-1)?.name
}

async function migrationsIn(folder: string, dialect: Dialect): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await readdir(folder)).sort()) {
    const { name, dialect: only } = fileName.exec(file)?.groups ?? {}
    if (!name) throw new Error(`${file} is not named like a migration.`)
    if (!only || only === dialect) migrations.push({ name, file })
  }
  const numbers = new Set(migrations.map(({ name }) => Number.parseInt(name, 10)))
  if (numbers.size < migrations.length) throw new Error('Two migrations have the same number.')
  return migrations
}

async function applied(db: Pick<Db, 'all'>): Promise<Set<string>> {
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

function assertNoneUnknown(done: Set<string>, known: Migration[]): void {
  const unknown = [...done].find((name) => !known.some((migration) => migration.name === name))
  if (!unknown) return
  throw new StartupError(
    `The database was last used by a newer version of Quad, which made the change "${unknown}". Update Quad, or set DATA_DIR or DATABASE_URL to another database.`,
  )
}

/** The lock, the change and its record are one transaction: it happens whole, once, or not at all. */
async function apply(db: Db, migration: Migration, text: string, known: Migration[]) {
  try {
    await db.transaction(async (tx) => {
      await lock(tx)
      await tx.script(
        'CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
      )
      const done = await applied(tx)
      assertNoneUnknown(done, known)
      if (done.has(migration.name)) return
      await tx.script(text)
      await tx.run(sql`
        INSERT INTO migrations (id, name, applied_at)
        VALUES (${Number.parseInt(migration.name, 10)}, ${migration.name}, ${Date.now()})`)
    })
  } catch (error) {
    if (error instanceof DatabaseBusy || error instanceof StartupError) throw error
    throw new StartupError(
      `The database change ${migration.file} failed and was undone: ${reasonOf(error)}`,
      { cause: error },
    )
  }
}

/** SQLite has the lock already: its transactions begin with it. */
async function lock(tx: Db): Promise<void> {
  if (tx.dialect === 'sqlite') return
  // A change may take long, and one whose process died must not hold the lock until it is done.
  await tx.script(
    "SET LOCAL statement_timeout = 0; SET LOCAL client_connection_check_interval = '1s'",
  )
  await tx.all(sql`SELECT pg_advisory_xact_lock(${lockId})`)
}

async function untilFree(patience: number, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + patience
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
      await pause(100)
    }
  }
}
