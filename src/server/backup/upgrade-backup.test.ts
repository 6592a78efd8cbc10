import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { version } from '#contract/version.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Engine, engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { olderRows } from '#tests/support/older-backup.ts'
import { runJob } from '#tests/support/run-job.ts'
import { readConfig } from '../config.ts'
import type { Db } from '../database/database.ts'
import { lastMigration, listMigrationNames, migrateUpTo } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { hourMs } from '../durations.ts'
import { StartupError } from '../errors.ts'
import { openDiskStore } from '../photos/disk-store.ts'
import { prepareResources } from '../startup/resources.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { insertTableRows, readTableColumns, setLastIds, type TableRow } from './tables.ts'
import { backupCleanup, migrateWithBackup } from './upgrade-backup.ts'
import { writeBackup } from './write-backup.ts'

stayOnBuiltInCampus()

const names = await listMigrationNames('sqlite')
const numberOf = (name: string) => Number.parseInt(name, 10)
/** The numbers of the migrations, which may have gaps. */
const numbers = names.map(numberOf)
const [thirdNewest = 0, secondNewest = 0, newest = 0] = numbers.slice(-3)
const earlier = numbers.filter((number) => number >= 2 && number < newest)

const slow = { timeout: 60_000 }

/** Before 6, another table has the visits. */
const upgrades = engines.flatMap((engine) => [4, 6, secondNewest].map((last) => ({ engine, last })))

async function openEmpty(engine: Engine) {
  const settings = await testDatabaseSettings(engine)
  const open = async () => {
    const db = await openDatabase(settings)
    onTestFinished(() => db.close())
    return db
  }
  return { settings, folder: join(settings.DATA_DIR, 'backups'), db: await open(), open }
}

/** Opens a site of the first version that was upgraded up to this migration. */
async function openOlder(engine: Engine, last: number) {
  const site = await openEmpty(engine)
  const { db, folder, settings } = site
  await migrateUpTo(db, 2)
  for (const [table, rows] of Object.entries(olderRows['002-search'])) {
    await insertTableRows(db, table, await readTableColumns(db, table), rows as TableRow[])
  }
  // The listing with id 5 was deleted.
  await setLastIds(db, { users: 1, listings: 5 })
  await migrateUpTo(db, last)
  const lines: string[] = []
  const start = (from = db) =>
    migrateWithBackup(from, { folder, log: (line) => void lines.push(line) })
  const config = (more = {}) => readConfig({ ...settings, DEMO: '0', ...more })
  const files = async () => (await readdir(folder)).sort()
  return { ...site, lines, start, config, files }
}

/** Reads what the students of the first version had, in the schema of today. */
async function readRows(db: Db) {
  return {
    users: await db.all(sql`SELECT id, first_name, email, created_at FROM users`),
    listings: await db.all(
      sql`SELECT id, category, seller_id, title, price_cents, description, details, rank, status, posted_at
        FROM listings ORDER BY id`,
    ),
    photos: await db.all(sql`SELECT name, width, uploader_id FROM photos`),
    uses: await db.all(sql`SELECT photo_name, listing_id FROM photo_uses ORDER BY listing_id`),
    visits: await db.all(sql`SELECT day, path, visits FROM daily_visits ORDER BY path`),
  }
}

describe.each(upgrades)('an upgrade on $engine after migration $last', slow, ({ engine, last }) => {
  it('backs up every row first, once, and the backup can be restored', async () => {
    const { db, folder, lines, start, files } = await openOlder(engine, last)
    await start()
    const [name = ''] = await files()
    const number = String(last).padStart(3, '0')
    expect(name).toMatch(new RegExp(`^before-${version}-\\d{4}-\\d\\d-\\d\\d-${number}\\.tar$`))
    const path = join(folder, name)
    expect(lines).toEqual([
      `The database was backed up before the upgrade to Quad ${version}: ${path}`,
    ])
    expect(numberOf((await lastMigration(db)) ?? '')).toBe(newest)
    expect((await stat(path)).mode & 0o777).toBe(0o600)

    const backup = await checkBackup(path)
    expect(numberOf(backup.manifest.migration)).toBe(last)
    const other = await openEmpty(engine)
    const store = await openDiskStore(join(other.settings.DATA_DIR, 'uploads'))
    await restoreBackup({ db: other.db, store, backup, overwrite: false })
    const rows = await readRows(db)
    expect(rows).toMatchObject({ users: { length: 1 }, listings: { length: 4 } })
    expect(rows).toMatchObject({ uses: { length: 4 }, visits: { length: 2 } })
    expect(await readRows(other.db)).toEqual(rows)

    await start()
    expect(lines).toHaveLength(1)
    expect(await files()).toEqual([name])
  })
})

describe.each(engines)('starts on %s', slow, (engine) => {
  it('can back up the schema of every earlier version', async () => {
    const { db, folder } = await openOlder(engine, 2)
    await mkdir(folder)
    for (const last of earlier) {
      await migrateUpTo(db, last)
      const path = join(folder, `${last}.tar`)
      await writeBackup({ db, path, now: Date.now(), isBeforeUpgrade: true })
      const { manifest, totals } = await checkBackup(path)
      expect(numberOf(manifest.migration)).toBe(last)
      expect(totals).toMatchObject({ rows: { users: 1, listings: 4, photo_uses: 4 } })
      expect(totals.rows[last < 6 ? 'visits' : 'daily_visits']).toBe(last < 6 ? 3 : 2)
      expect(totals.lastIds).toMatchObject({ users: 1, listings: 5 })
    }
  })

  it('back up nothing of a new database', async () => {
    const { db, folder, settings } = await openEmpty(engine)
    const lines: string[] = []
    await migrateWithBackup(db, { folder, log: (line) => void lines.push(line) })
    expect(lines).toEqual([])
    expect(await readdir(settings.DATA_DIR)).not.toContain('backups')
  })

  it('of two processes at once both succeed, and leave a whole backup', async () => {
    const { db, folder, open, start, files } = await openOlder(engine, thirdNewest)
    await Promise.all([start(db), start(await open())])
    expect(numberOf((await lastMigration(db)) ?? '')).toBe(newest)
    const [first = ''] = await files()
    expect(first).toMatch(new RegExp(`-0?${thirdNewest}\\.tar$`))
    for (const name of await files()) {
      expect((await checkBackup(join(folder, name))).totals.rows).toMatchObject({ listings: 4 })
    }
  })

  it('stop before any change if the backup fails, unless the setting is off', async () => {
    const { db, folder, config } = await openOlder(engine, secondNewest)
    await writeFile(folder, 'in the way')
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const failure = await prepareResources(config(), log).catch((error) => error)
    expect(failure).toBeInstanceOf(StartupError)
    expect(failure.message).toMatch(/the backup before it failed: .*Nothing was changed\./)
    expect(failure.message).toContain(`Make sure that ${folder} has room`)
    expect(failure.message).toMatch(/set BACKUP_BEFORE_UPGRADE=off\.$/)
    expect(numberOf((await lastMigration(db)) ?? '')).toBe(secondNewest)

    const off = config({ BACKUP_BEFORE_UPGRADE: 'off' })
    const { db: opened } = await prepareResources(off, log)
    onTestFinished(() => opened.close())
    expect(numberOf((await lastMigration(db)) ?? '')).toBe(newest)
    expect(lines).toEqual([])
  })
})

it('an upgrade that keeps failing deletes no backup, and replaces only its own', async () => {
  const { db, folder, start, files } = await openOlder('sqlite', 10)
  const older = [1, 2, 3].map((day) => `before-0.10.0-2026-01-0${day}-009.tar`)
  await mkdir(folder)
  for (const name of older) await writeFile(join(folder, name), '')
  // Migration 14 creates an index of this name.
  await db.script('CREATE INDEX users_banned ON users (email)')
  for (const _ of [1, 2, 3]) await expect(start()).rejects.toThrow('014-moderation')
  const suffixes = async () => (await files()).map((name) => name.slice(-8)).sort()
  expect(await suffixes()).toEqual([...older.map(() => '-009.tar'), '-010.tar', '-013.tar'])
  await db.script('DROP INDEX users_banned')
  await start()
  expect(await suffixes()).toEqual(['-010.tar', '-013.tar'])
})

it('old backups from before upgrades are deleted, and temporary files, and nothing else', async () => {
  const { db, folder, files } = await openOlder('sqlite', newest)
  let now = Date.UTC(2026, 10, 18, 12)
  const run = () => {
    now += hourMs
    return runJob(backupCleanup({ folder }), { db, now: () => now })
  }
  await run()
  const kept = [
    'before-0.10.0-2026-10-19-021.tar',
    'before-0.9.0-2026-11-01-021.tar',
    'before-0.9.0-2026-11-01-022.tar',
    'notes.txt',
    'quad-2026-11-17.tar',
  ]
  const fresh = '.before-0.9.0-2026-11-18-021.tar.2.part'
  const stale = ['.quad-2026-11-13.tar.1.part', '.before-0.9.0-2026-11-13-021.tar.1.part']
  const old = ['before-0.11.0-2026-10-18-024.tar', 'before-0.11.0-2026-10-19-020.tar']
  await mkdir(folder)
  for (const name of [...kept, fresh, ...stale, ...old]) await writeFile(join(folder, name), '')
  for (const name of stale) await utimes(join(folder, name), new Date(0), new Date(0))
  await utimes(join(folder, fresh), now / 1000, now / 1000)
  await run()
  expect(await files()).toEqual([fresh, ...kept])
  await rm(join(folder, 'before-0.9.0-2026-11-01-022.tar'))
  await rm(join(folder, 'before-0.9.0-2026-11-01-021.tar'))
  await writeFile(join(folder, 'before-0.11.0-2026-10-18-024.tar'), '')
  await run()
  expect(await files()).toEqual([fresh, kept[0], 'notes.txt', 'quad-2026-11-17.tar'])
})
