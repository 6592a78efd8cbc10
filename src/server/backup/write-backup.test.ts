import { AsyncLocalStorage } from 'node:async_hooks'
import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { deleteUnusedPhotos } from '#server/photos/delete-unused-photos.ts'
import { createBackupPath, openTestSite, seedTestSite } from '#tests/support/backup-site.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAppSecret } from '../app-secret.ts'
import { dayMs } from '../durations.ts'
import { readBackedUpPhotos, readBackedUpRows, withBackupFile } from './backup-format.ts'
import { checkBackup } from './check-backup.ts'
import { backedUpTables, readTableRows, type TableRow } from './tables.ts'
import { writeBackup } from './write-backup.ts'

function readContents(path: string) {
  return withBackupFile(path, async (file) => {
    const rows: Record<string, TableRow[]> = {}
    for await (const part of readBackedUpRows(file)) {
      rows[part.table] = [...(rows[part.table] ?? []), ...part.rows]
    }
    const photos: string[] = []
    for await (const { name } of readBackedUpPhotos(file)) photos.push(name)
    return { rows, photos }
  })
}

const parsePhotos = (listing: TableRow) => JSON.parse(String(listing.photos)) as { url: string }[]

describe.each(engines)('writeBackup on %s', { timeout: 60_000 }, (engine) => {
  it('is a consistent snapshot with all photos of its listings, despite concurrent changes', async () => {
    const site = await openTestSite(engine)
    await seedTestSite(site)
    const { ada, bob, db, store, clock, upload } = site
    const path = await createBackupPath()
    clock.now += 2 * dayMs
    const cleanUp = () => deleteUnusedPhotos({ db, store, now: clock.now })
    let posted = 0
    const post = async () => {
      const photo = await upload(bob, 100 + posted++)
      return bob.post('/api/misc', { ...listingInputs.misc, photos: [photo] })
    }
    const getRentals = async () =>
      (await ada.get('/api/users/1/rentals')).body as unknown as TableRow[]
    let reads = 0
    // The posts must run outside the async context of the snapshot's transaction.
    const runOutside = AsyncLocalStorage.snapshot()
    const totals = await writeBackup({
      db,
      path,
      now: clock.now,
      store: {
        ...store,
        // Between two photos, a listing is created, and the listings whose photos come next are deleted.
        async get(name, width) {
          if (reads++ === 1) {
            await post()
            for (const { id } of await getRentals()) await ada.delete(`/api/rentals/${id}`)
            await cleanUp()
          }
          return store.get(name, width)
        },
      },
      pause: () =>
        runOutside(async () => {
          if (posted === 3) return
          await post()
          const [first] = (await ada.get('/api/users/1/textbooks')).body as unknown as TableRow[]
          if (first) await ada.delete(`/api/textbooks/${first.id}`)
          await cleanUp()
        }),
    })
    const { rows, photos } = await readContents(path)
    expect((await checkBackup(path)).totals).toMatchObject({ photosMissing: 0, rows: totals.rows })
    const usedPhotos = (rows.listings ?? []).flatMap(parsePhotos).map(({ url }) => url.slice(9, 41))
    expect(usedPhotos.length).toBeGreaterThan(5)
    expect(usedPhotos.filter((name) => !photos.includes(name))).toEqual([])
    const uses = (rows.photo_uses ?? []).map(({ listing_id }) => listing_id)
    const withPhotos = rows.listings?.filter(({ photos }) => photos !== '[]')
    expect(new Set(uses)).toEqual(new Set(withPhotos?.map(({ id }) => id)))
    // The first listing was created before the snapshot, the next ones after it.
    expect(rows.listings?.filter(({ seller_id }) => seller_id === 2)).toHaveLength(4)
    expect(posted).toBe(3)
  })

  it('may contain a photo twice that is attached again meanwhile', async () => {
    const site = await openTestSite(engine)
    const { ada, store, clock, upload } = site
    const listing = { ...listingInputs.misc, photos: [await upload(ada, 1)] }
    await ada.post('/api/misc', listing)
    clock.now += 2 * dayMs
    const path = await createBackupPath()
    const get: typeof store.get = async (name, width) => {
      const bytes = await store.get(name, width)
      await ada.put('/api/misc/1', { ...listing, title: 'Brighter lamp' })
      return bytes
    }
    await writeBackup({ ...site, store: { ...store, get }, path, now: clock.now })
    expect((await checkBackup(path)).totals.photos).toBe(2)
    expect(new Set((await readContents(path)).photos).size).toBe(1)
  })

  it('contains rows of every backed-up table, and no reset tokens, mails or secrets', async () => {
    const site = await openTestSite(engine)
    await seedTestSite(site)
    const path = await createBackupPath()
    await writeBackup({ ...site, path, now: site.clock.now })
    const { rows } = await readContents(path)
    const names = backedUpTables.map(({ name }) => name)
    expect(Object.keys(rows)).toEqual(names.filter((name) => name !== 'listing_ranks'))
    expect(await site.db.get(sql`SELECT kind FROM jobs WHERE kind = 'secret-mail'`)).toBeDefined()
    expect(JSON.stringify(rows)).not.toMatch(/token=|password-reset/)
    const secret = await readAppSecret(site.db, { APP_SECRET: undefined })
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('has mode 0600, and leaves no file if it fails', async () => {
    const { db, store, clock } = await openTestSite(engine)
    const path = await createBackupPath()
    await writeBackup({ db, path, now: clock.now })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const failingPause = () => Promise.reject(new Error('the disk is full'))
    const secondPath = `${path}.2`
    await expect(
      writeBackup({ db, store, path: secondPath, now: clock.now, pause: failingPause }),
    ).rejects.toThrow('the disk is full')
    expect(await readdir(dirname(path))).toEqual(['backup.tar'])
  })

  it('counts photos that are missing in the store', async () => {
    const site = await openTestSite(engine)
    await seedTestSite(site)
    const path = await createBackupPath()
    const { store } = site
    const missing = (await Array.fromAsync(store.list())).flat()[0]?.name ?? ''
    await store.quarantine(missing)
    const { photosMissing } = await writeBackup({ ...site, path, now: site.clock.now })
    expect(photosMissing).toBe(1)
    expect((await readContents(path)).photos).not.toContain(missing)
  })
})

it.each(engines)('reads a hundred rows at a time on %s, and leaves out none', async (engine) => {
  const db = await openTestDatabase(engine)
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 250)
    INSERT INTO day_counts (day, name, label, count) SELECT n / 7, 'a name', 'label ' || n, 1 FROM numbers`)
  const table = backedUpTables.find(({ name }) => name === 'day_counts')
  if (!table) throw new Error('There is no such table.')
  const batches: number[] = []
  const labels = new Set<unknown>()
  for await (const rows of readTableRows(db, table)) {
    batches.push(rows.length)
    for (const { label } of rows) labels.add(label)
  }
  expect(batches).toEqual([100, 100, 50])
  expect(labels.size).toBe(250)
})
