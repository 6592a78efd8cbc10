import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus } from '#campus/campus.ts'
import { categories, categoryById } from '#categories/index.ts'
import { addCampusDays } from '#format/campus-date.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { startSession } from '#server/students/sessions/sessions.ts'
import {
  createBackupPath,
  openTestSite,
  readPublicResponses,
  seedTestSite,
  type TestSite,
} from '#tests/support/backup-site.ts'
import { keepCampusAfterTest, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines, testDatabaseSettings } from '#tests/support/databases.ts'
import { ada, createClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import {
  olderInputs,
  olderMigrations,
  olderPhoto,
  olderTime,
  writeOlderBackup,
} from '#tests/support/older-backup.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { openCampusSource } from '../campus/campus-source.ts'
import { checkFixedSettings, insertCampus } from '../campus/stored-campus.ts'
import { lastMigration, newestMigration } from '../database/migrate.ts'
import { minuteMs } from '../durations.ts'
import { reserveRank } from '../listings/listing-queries.ts'
import { recordSearchText, reindexListings } from '../listings/search/reindex-listings.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { BackupError } from './tar.ts'
import { writeBackup } from './write-backup.ts'

stayOnBuiltInCampus()

async function createBackupOnce() {
  const site = await openTestSite('sqlite')
  await seedTestSite(site)
  const path = await createBackupPath()
  await writeBackup({ ...site, path, now: site.clock.now })
  return { bytes: await readFile(path), responses: await readPublicResponses(site) }
}

let created: ReturnType<typeof createBackupOnce> | undefined

/** Returns a copy of the same backup for each test, and the public responses of its site. */
async function createBackup() {
  created ??= createBackupOnce()
  const { bytes, responses } = await created
  const path = await createBackupPath()
  await writeFile(path, bytes)
  return { path, responses, backup: await checkBackup(path) }
}

describe.each(engines)('restoreBackup on %s', { timeout: 60_000 }, (engine) => {
  it('requires --overwrite to replace users, listings or photos', async () => {
    const { backup } = await createBackup()
    const other = await openTestSite(engine)
    const before = await readPublicResponses(other)
    await expect(restoreBackup({ ...other, backup, overwrite: false })).rejects.toThrow(
      'The database has students or listings already. To replace it, say so: npm run restore -- FILE --overwrite',
    )
    expect(await readPublicResponses(other)).toEqual(before)
    expect((await Array.fromAsync(other.store.list())).flat()).toEqual([])

    const settings = await testDatabaseSettings(engine)
    const db = await openDatabase(settings)
    const store = await openDiskStore(join(settings.DATA_DIR, 'uploads'))
    const name = '0'.repeat(32)
    await store.put(name, [{ width: 320, bytes: Buffer.from('a photo') }])
    await expect(restoreBackup({ db, store, backup, overwrite: false })).rejects.toThrow(
      'There are photos already.',
    )
    await store.quarantine(name)
    await restoreBackup({ db, store, backup, overwrite: false })
    expect(await db.get(sql`SELECT count(*) AS n FROM listings`)).toEqual({ n: 7 })
    await db.close()
  })

  it('changes nothing if it fails half-way', async () => {
    const { backup } = await createBackup()
    const site = await openTestSite(engine)
    await seedTestSite(site)
    const before = await readPublicResponses(site)
    const onProgress = ({ rows }: { rows: number }) => {
      if (rows > 5) throw new Error('cut off')
    }
    await expect(restoreBackup({ ...site, backup, overwrite: true, onProgress })).rejects.toThrow(
      'cut off',
    )
    expect(await readPublicResponses(site)).toEqual(before)
    expect((await site.ada.get('/api/auth/me')).body).toMatchObject({ firstName: 'Ada' })
  })

  it('keeps the state of the site but that of the search text, and bumps its category versions', async () => {
    const { backup } = await createBackup()
    const site = await openTestSite(engine)
    const { db } = site
    await site.ada.post('/api/misc', listingInputs.misc)
    await db.run(sql`INSERT INTO site_state (name, value) VALUES ('demo', 'filled')`)
    await recordSearchText(db)
    const readVersion = async (category: string) => {
      const row = await db.get<{ version: number }>(
        sql`SELECT version FROM category_versions WHERE category = ${category}`,
      )
      return row?.version ?? 0
    }
    const before = await Promise.all(categories.map(({ id }) => readVersion(id)))
    expect(Math.max(...before)).toBeGreaterThan(0)
    await restoreBackup({ ...site, backup, overwrite: true })
    const after = await Promise.all(categories.map(({ id }) => readVersion(id)))
    for (const [index, version] of after.entries())
      expect(version).toBeGreaterThan(before[index] ?? 0)
    // The backup's listings may be from a site with higher versions. None may count as changed since.
    const newer = sql`
      SELECT listings.id FROM listings
      JOIN category_versions ON category_versions.category = listings.category
      WHERE listings.version > category_versions.version`
    expect(await db.all(sql`SELECT id FROM listings WHERE version > 0`)).not.toEqual([])
    expect(await db.all(newer)).toEqual([])
    expect(await db.all(sql`SELECT name FROM site_state ORDER BY name`)).toEqual([
      { name: 'campus' },
      { name: 'demo' },
    ])
  })

  it('takes the currency and the time zone of the backup', async () => {
    keepCampusAfterTest()
    const from = await openTestSite(engine)
    await from.ada.post('/api/misc', listingInputs.misc)
    const settings = { ...campus.settings, timeZone: 'Europe/Dublin' }
    await insertCampus(from.db, settings, { changedBy: null, now: from.clock.now })
    const path = await createBackupPath()
    await writeBackup({ db: from.db, path, now: from.clock.now })
    const { db, store } = await openTestSite(engine)
    await restoreBackup({ db, store, backup: await checkBackup(path), overwrite: true })
    await openCampusSource({ db, file: undefined, log: { warn: expect.fail } })
    expect(campus.timeZone).toBe('Europe/Dublin')
    await expect(checkFixedSettings(db, builtInCampus)).rejects.toThrow('Must stay Europe/Dublin')
  })

  it('restores a backup without photos and counts the missing photos', async () => {
    const site = await openTestSite(engine)
    await seedTestSite(site)
    const path = await createBackupPath()
    const { db, store, clock } = site
    const before = await readPublicResponses(site)
    await writeBackup({ db, path, now: clock.now })
    const backup = await checkBackup(path)
    expect(backup.manifest.contents).toBe('database')
    await restoreBackup({ db, store, backup, overwrite: true })
    expect(await readPublicResponses(site)).toEqual(before)
    const missing = (await Array.fromAsync(store.list())).flat()[0]?.name ?? ''
    await store.quarantine(missing)
    expect(await restoreBackup({ db, store, backup, overwrite: true })).toEqual({
      photosMissing: 1,
    })
  })
})

describe.each(engines)('restoreBackup of an older version on %s', (engine) => {
  it.each(olderMigrations)('runs the migrations after %s', async (migration) => {
    const backup = await checkBackup(await writeOlderBackup(migration))
    expect(backup.manifest.migration).toBe(migration)
    const site = await openTestSite(engine)
    const { db, visitor } = site
    const restoredAt = Date.now()
    expect(await restoreBackup({ ...site, backup, overwrite: true })).toEqual({ photosMissing: 0 })

    const search = async (query: string) =>
      (await visitor.get(`/api/misc?${query}`)).body.results.map(({ id }) => id)
    expect(await search('q=lamp')).toEqual([2, 1])
    expect(await search('q=lamp&order=-price')).toEqual([1, 2])
    expect(await search('q=elan')).toEqual([1])
    expect((await visitor.get('/api/misc/1')).body).toMatchObject({
      title: 'Desk lamp',
      price: 15,
      photos: [`/uploads/${olderPhoto.name}.webp`],
    })
    const photo = await site.app.inject(`/api/uploads/${olderPhoto.name}.webp`)
    expect(photo.rawPayload.equals(olderPhoto.bytes)).toBe(true)

    const views = await db.all(sql`SELECT listing_id, views FROM listing_views`)
    expect(views).toEqual(migration === '002-search' ? [] : [{ listing_id: 1, views: 7 }])
    const visits = await db.all(sql`SELECT path, visits FROM daily_visits ORDER BY path`)
    expect(visits).toEqual([
      { path: '/misc/1', visits: 2 },
      { path: 'other', visits: 1 },
    ])
    expect(await lastMigration(db)).toBe(await newestMigration(engine))
    expect(await db.all(sql`SELECT id, status, rank, listed FROM listings ORDER BY id`)).toEqual(
      [1, 2, 3, 4].map((id) => ({ id, status: 'available', rank: id, listed: 1 })),
    )
    const ends = await db.all<{ id: number; ends_at: number }>(
      sql`SELECT id, ends_at FROM listings WHERE category = 'misc'`,
    )
    // Old listings end at least 14 days after the restore, one per minute.
    const endIfRestored = (id: number, now: number) =>
      Math.max(addCampusDays(olderTime, 30), addCampusDays(now, 14) + id * minuteMs)
    for (const { id, ends_at } of ends) {
      expect(ends_at).toBeGreaterThanOrEqual(endIfRestored(id, restoredAt))
      expect(ends_at).toBeLessThanOrEqual(endIfRestored(id, Date.now()))
    }
    expect(await db.transaction((tx) => reserveRank(tx))).toBe(5)
    expect(await insertTestListing(db, 1)).toBe(6)
  })

  it('shows, filters and edits the listings of the first build', async () => {
    const backup = await checkBackup(await writeOlderBackup('002-search'))
    const site = await openTestSite(engine)
    const { app, db, visitor, clock } = site
    await restoreBackup({ ...site, backup, overwrite: true })
    await reindexListings(db)

    const find = async (url: string) => (await visitor.get(url)).body.results.map(({ id }) => id)
    expect(await find('/api/textbooks?course=MATH+135')).toEqual([3])
    const found: Record<string, number> = {
      '/api/textbooks': 3,
      '/api/textbooks?q=math135': 3,
      '/api/textbooks?q=stewart&listing_type=Selling&condition=Used,Worn': 3,
      '/api/rentals?beds=2': 4,
      '/api/rentals?bedrooms=3&place=room': 4,
      '/api/rentals?term=2027-winter': 4,
      '/api/rentals?term=2029-fall': 4,
      '/api/rentals?from=2027-01-05&to=2028-01-01&type=lease': 4,
      '/api/rentals?house_type=House,Apartment&furnished=1&location=columbia': 4,
      '/api/rentals?order=soonest': 4,
    }
    for (const [url, id] of Object.entries(found)) expect(await find(url), url).toEqual([id])
    expect(await find('/api/rentals?term=2026-fall')).toEqual([])
    expect(await find('/api/misc?listing_type=Selling')).toEqual([2, 1])
    expect((await visitor.get('/api/textbooks/3')).body).toMatchObject({
      course_code: 'MATH 135',
      course_codes: ['MATH 135'],
      listing_type: 'Selling',
      isbn: null,
      isbn_hyphenated: null,
    })
    expect((await visitor.get('/api/rentals/4')).body).toMatchObject({
      available_to: null,
      people_in_bedroom: 1,
    })

    const { token } = await startSession(db, { studentId: 1, device: null, now: clock.now })
    const cookie = `quad=${token.selector}.${token.secret}`
    for (const [id, { path }] of [
      [2, categoryById.misc],
      [3, categoryById.textbook],
      [4, categoryById.rental],
    ] as const) {
      const url = `/api/${path}/${id}`
      const before = (await visitor.get(url)).body
      const payload = olderInputs[id]
      const saved = await app.inject({ method: 'PUT', url, headers: { cookie }, payload })
      expect(saved.statusCode, saved.body).toBe(200)
      expect((await visitor.get(url)).body, url).toEqual(before)
    }
    expect(await find('/api/textbooks?course=math-135')).toEqual([3])
  })
})

it('checkBackup rejects a backup of a newer version', async () => {
  const path = await createBackupPath()
  const { db } = await openTestSite('sqlite')
  await writeBackup({ db, path, now: 0 })
  const bytes = (await readFile(path, 'latin1')).replace(/"\d{3}-[a-z]/, '"999-z')
  await writeFile(path, bytes, 'latin1')
  await expect(checkBackup(path)).rejects.toThrow(
    'The backup was made by a newer version of Quad. Update Quad first.',
  )
})

describe('checkBackup', () => {
  const check = (path: string) =>
    checkBackup(path).then(
      () => 'ok',
      (error) => (error instanceof BackupError ? error.message : error),
    )

  it('rejects a file if any byte of it changed', async () => {
    const { path } = await createBackup()
    const bytes = await readFile(path)
    const expected =
      /^The backup is damaged or was cut off\.|is not a backup of Quad\.|newer version/
    const positions = [
      0,
      5,
      130,
      148,
      156,
      257,
      511,
      512,
      560,
      bytes.length - 1,
      bytes.length - 1100,
    ]
    for (let at = 700; at < bytes.length; at += 997) positions.push(at)
    for (const at of positions) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0x20
      await writeFile(path, changed)
      expect(await check(path), `byte ${at} of ${bytes.length}`).toMatch(expected)
    }
    await writeFile(path, bytes)
    expect(await check(path)).toBe('ok')
  })

  it('rejects a truncated file and trailing bytes', async () => {
    const { path } = await createBackup()
    const bytes = await readFile(path)
    for (const length of [
      1_200,
      5_000,
      bytes.length - 2_000,
      bytes.length - 512,
      bytes.length - 1,
    ]) {
      await writeFile(path, bytes.subarray(0, length))
      expect(await check(path), `${length} bytes`).toMatch(
        /^The backup is damaged or was cut off\./,
      )
    }
    await writeFile(path, Buffer.concat([bytes, Buffer.alloc(512)]))
    expect(await check(path)).toBe('The backup is damaged or was cut off.')
  })

  it('rejects other files and a missing file', async () => {
    const path = await createBackupPath()
    for (const content of ['', 'hello', Buffer.alloc(4_096), Buffer.alloc(4_096, 'x')]) {
      await writeFile(path, content)
      expect(await check(path)).toBe(`The file ${path} is not a backup of Quad.`)
    }
    await rm(path)
    expect(await check(path)).toMatch(/cannot be read/)
  })
})

const enginePairs = engines.flatMap((from) => engines.map((to) => ({ from, to })))

async function backUp(site: TestSite) {
  const path = await createBackupPath()
  await writeBackup({ ...site, path, now: site.clock.now })
  return checkBackup(path)
}

const readEnds = ({ db }: TestSite) =>
  db.all(
    sql`SELECT id, rank, ranked_at, status_changed_at, ends_at FROM listings WHERE id < 7 ORDER BY id`,
  )

const messageTables = ['threads', 'thread_members', 'messages', 'blocks']
const moderationTables = [
  'moderation_log',
  'moderation_notes',
  'reports',
  'restrictions',
  'restriction_keys',
  'appeals',
]

async function readRows({ db }: TestSite, names: string[]) {
  const tables = await readAllTables(db)
  // The backup sorts rows by key, so both sides are sorted before they are compared.
  const rowsOf = (name: string) => tables[name]?.map((row) => JSON.stringify(row)).sort()
  return Object.fromEntries(names.map((name) => [name, rowsOf(name)]))
}

describe.each(enginePairs)(
  'backup on $from, restore on $to',
  { timeout: 60_000 },
  ({ from, to }) => {
    it('restores users, listings, photos and ids', async () => {
      const source = await openTestSite(from)
      const { lastId } = await seedTestSite(source)
      const backup = await backUp(source)

      const target = await openTestSite(to)
      await target.visitor.get('/api/misc?limit=100')
      const { photosMissing } = await restoreBackup({ ...target, backup, overwrite: true })

      expect(photosMissing).toBe(0)
      const responses = await readPublicResponses(target)
      expect(responses).toEqual(await readPublicResponses(source))
      expect(new Set(Object.values(responses).map(({ status }) => status))).toEqual(new Set([200]))
      expect(Object.keys(responses).length).toBeGreaterThan(30)
      // The sessions of both sites have ended.
      expect((await target.ada.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
      const client = createClient(target.app)
      expect(await client.logIn(ada)).toMatchObject({ status: 200, body: { id: 1 } })
      const posted = await client.post('/api/misc', listingInputs.misc)
      expect((posted.body as { id: number }).id).toBe(lastId + 1)
      // The new rank is also above the rank of the deleted listing.
      expect(await target.db.get(sql`SELECT max(rank) AS rank FROM listings`)).toEqual({
        rank: lastId + 1,
      })
      expect(
        await target.db.all(sql`SELECT id, status FROM listings WHERE status <> 'available'`),
      ).toEqual([{ id: 6, status: 'pending' }])
      expect(await readEnds(target)).toEqual(await readEnds(source))
      const names = [...moderationTables, ...messageTables]
      const tables = await readRows(source, names)
      for (const [table, rows] of Object.entries(tables)) expect(rows, table).not.toEqual([])
      expect(await readRows(target, names)).toEqual(tables)
      await expect(target.db.run(sql`DELETE FROM moderation_log`)).rejects.toThrow('append-only')
      const entry = { action: 'keep', actorId: 1, studentId: 2 } as const
      expect(await writeLog(target.db, entry, 0)).toBe((tables.moderation_log?.length ?? 0) + 1)
      const reply = { body: 'Thank you!' }
      expect(await client.post('/api/threads/1/messages', reply)).toMatchObject({
        status: 201,
        body: { message: { id: (tables.messages?.length ?? 0) + 1 } },
      })
      expect((await client.post('/api/threads/2/messages', reply)).status).toBe(403)
      expect((await client.get('/api/misc?q=lamp&limit=1')).body).toMatchObject({ total: 3 })
    })
  },
)
