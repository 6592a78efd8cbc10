import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { engines, openTestDatabase, testDatabaseSettings } from '#tests/support/databases.ts'
import { StartupError } from '../errors.ts'
import type { Db } from './database.ts'
import { listMigrationNames, migrate } from './migrate.ts'
import type { DatabaseSettings } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const migrateProcess = resolve(import.meta.dirname, '../../../tests/support/migrate-process.ts')

function open({ DATABASE_URL, DATA_DIR }: DatabaseSettings, lockTimeoutMs = 5_000): Db {
  const db = DATABASE_URL
    ? openPostgres(DATABASE_URL, { lockTimeoutMs })
    : openSqlite(join(DATA_DIR, 'quad.db'), { lockTimeoutMs })
  onTestFinished(() => db.close())
  return db
}

async function migrationFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

function startMigrating(settings: DatabaseSettings, folder: string) {
  const args = [migrateProcess, JSON.stringify(settings), folder]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  return { child, exit: once(child, 'exit') }
}

async function recorded(db: Db): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`SELECT name FROM migrations ORDER BY id`)
  return rows.map(({ name }) => name)
}

/** Returns handles that hold back their first answer until all of them have been asked. */
function readTogether(databases: Db[]): Db[] {
  const all = Promise.withResolvers<void>()
  let asked = 0
  return databases.map((db) => ({
    ...db,
    all: async <Row extends object>(query: Sql) => {
      try {
        return await db.all<Row>(query)
      } finally {
        asked += 1
        if (asked === databases.length) all.resolve()
        await all.promise
      }
    },
  }))
}

/** Migrations that take as long as the table `pace` says: forever at its first value, no time after `hurry`. */
const slowly = {
  '001-pace.sql': 'CREATE TABLE pace (n INTEGER); INSERT INTO pace VALUES (2000000000);',
  '002-slow.sqlite.sql': `
    CREATE TABLE slow (n INTEGER);
    INSERT INTO slow VALUES (1);
    INSERT INTO slow SELECT 2 WHERE 0 < (
      WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < (SELECT n FROM pace))
      SELECT count(*) FROM c);`,
  '002-slow.postgres.sql': `
    CREATE TABLE slow (n INTEGER);
    INSERT INTO slow VALUES (1);
    INSERT INTO slow SELECT 2 FROM pace, pg_sleep(pace.n / 1000);`,
}
const hurry = sql`UPDATE pace SET n = 1`

it('every migration exists for both engines', async () => {
  const [sqlite, postgres] = await Promise.all([
    listMigrationNames('sqlite'),
    listMigrationNames('postgres'),
  ])
  expect(sqlite).toEqual(postgres)
})

describe.each(engines)('migrations on %s', (engine) => {
  it('run in order, several statements each, once', async () => {
    const folder = await migrationFolder({
      '002-second.sql': 'UPDATE a SET n = n + 1; UPDATE a SET n = n * 10;',
      '001-first.sql': "CREATE TABLE a (n INTEGER, t TEXT); INSERT INTO a VALUES (1, 'x;y');",
      '003-third.sqlite.sql': 'UPDATE a SET n = n + 3',
      '003-third.postgres.sql': 'UPDATE a SET n = n + 3',
    })
    const db = open(await testDatabaseSettings(engine))
    await migrate(db, { folder })
    await migrate(db, { folder })
    expect(await db.all(sql`SELECT n, t FROM a`)).toEqual([{ n: 23, t: 'x;y' }])
    expect(await recorded(db)).toEqual(['001-first', '002-second', '003-third'])
  })

  it('leave nothing of one that fails, and name its file', async () => {
    const folder = await migrationFolder({
      '001-good.sql': 'CREATE TABLE good (n INTEGER)',
      '002-bad.sql': 'CREATE TABLE half (n INTEGER); INSERT INTO half VALUES (1); SELEC 1;',
    })
    const db = open(await testDatabaseSettings(engine))
    const failure = await migrate(db, { folder }).catch((error) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect(failure.message).toMatch(
      /^The database change 002-bad.sql failed and was undone: .*SELEC/,
    )
    expect(await recorded(db)).toEqual(['001-good'])
    await expect(db.all(sql`SELECT * FROM half`)).rejects.toThrow('half')
    await writeFile(join(folder, '002-bad.sql'), 'CREATE TABLE half (n INTEGER);')
    await migrate(db, { folder })
    expect(await recorded(db)).toEqual(['001-good', '002-bad'])
  })

  it('refuse a database that a newer version used', async () => {
    const db = await openTestDatabase(engine)
    await db.run(sql`INSERT INTO migrations VALUES (999, '999-from-tomorrow', 1)`)
    await expect(migrate(db)).rejects.toThrow(
      'newer version of Quad, which made the change "999-from-tomorrow"',
    )
    await expect(migrate(db)).rejects.toThrow(StartupError)
  })

  it("refuse another program's table of the same name", async () => {
    const db = open(await testDatabaseSettings(engine))
    await db.script('CREATE TABLE migrations (version TEXT)')
    await expect(migrate(db)).rejects.toThrow('a table "migrations" of another program')
  })

  it('ask one question when there is nothing to do', async () => {
    const db = await openTestDatabase(engine)
    const question = vi.spyOn(db, 'all')
    const change = vi.spyOn(db, 'transaction')
    await migrate(db)
    expect(question).toHaveBeenCalledTimes(1)
    expect(change).not.toHaveBeenCalled()
  })

  it('say so when another process takes too long over its own', async () => {
    const settings = await testDatabaseSettings(engine)
    const db = open(settings)
    const folder = await migrationFolder({ '001-first.sql': 'CREATE TABLE a (n INTEGER)' })
    await migrate(db, { folder })
    await writeFile(join(folder, '002-second.sql'), 'INSERT INTO a VALUES (1)')
    await db.transaction(async (tx) => {
      await tx.script(engine === 'postgres' ? 'LOCK TABLE a' : 'DELETE FROM a')
      const late = open(settings, 50)
      const failure = await migrate(late, { folder, timeoutMs: 0 }).catch((error) => error)
      expect(failure).toBeInstanceOf(StartupError)
      expect(failure.message).toBe(
        'Another process is changing the database in DATA_DIR or DATABASE_URL; try again in a moment.',
      )
    })
    await migrate(open(settings, 50), { folder })
    expect(await recorded(db)).toEqual(['001-first', '002-second'])
  })

  it('run once when two find them missing at the same moment', async () => {
    const settings = await testDatabaseSettings(engine)
    const folder = await migrationFolder({
      '001-first.sql': 'CREATE TABLE a (n INTEGER); INSERT INTO a VALUES (1);',
    })
    const both = readTogether([open(settings), open(settings)])
    await Promise.all(both.map((db) => migrate(db, { folder })))
    expect(await open(settings).all(sql`SELECT n FROM a`)).toEqual([{ n: 1 }])
  })

  it('run exactly once when several processes start together', async () => {
    const settings = await testDatabaseSettings(engine)
    const folder = await migrationFolder({
      '001-first.sql': 'CREATE TABLE a (n INTEGER); INSERT INTO a VALUES (1);',
      '002-second.sql': 'INSERT INTO a VALUES (2);',
    })
    const processes = [1, 2, 3].map(() => startMigrating(settings, folder))
    const exits = await Promise.all(processes.map(({ exit }) => exit))
    expect(exits).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ])
    const db = open(settings)
    expect(await db.all(sql`SELECT n FROM a ORDER BY n`)).toEqual([{ n: 1 }, { n: 2 }])
    expect(await recorded(db)).toEqual(['001-first', '002-second'])
  }, 30_000)

  it('are repeated whole after the process was killed half-way', async () => {
    const settings = await testDatabaseSettings(engine)
    const folder = await migrationFolder(slowly)
    const db = open(settings)
    const onlyPace = await migrationFolder({ '001-pace.sql': slowly['001-pace.sql'] })
    await migrate(db, { folder: onlyPace })
    const { child, exit } = startMigrating(settings, folder)
    onTestFinished(() => void child.kill('SIGKILL'))
    await vi.waitFor(() => expectChangeUnderWay(db, settings), { timeout: 20_000, interval: 50 })
    child.kill('SIGKILL')
    await exit
    await expect(db.all(sql`SELECT * FROM slow`)).rejects.toThrow('slow')
    expect(await recorded(db)).toEqual(['001-pace'])
    await db.run(hurry)
    await migrate(db, { folder })
    expect(await db.all(sql`SELECT n FROM slow ORDER BY n`)).toEqual([{ n: 1 }, { n: 2 }])
    expect(await recorded(db)).toEqual(['001-pace', '002-slow'])
  }, 60_000)
})

/** Fails until another process is in the middle of its migration. */
async function expectChangeUnderWay(db: Db, { DATA_DIR }: DatabaseSettings) {
  if (db.dialect === 'postgres') {
    const asleep = sql`
      SELECT 1 AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`
    expect(await db.all(asleep)).toHaveLength(1)
  } else {
    using other = new DatabaseSync(join(DATA_DIR, 'quad.db'), { timeout: 0 })
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked')
  }
}
