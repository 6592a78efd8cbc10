import { AsyncLocalStorage } from 'node:async_hooks'
import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { sweepPhotos } from '#server/photos/sweep-photos.ts'
import { backupPath, fillSite, openSite } from '#tests/support/backup-site.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { postings } from '#tests/support/market.ts'
import { checkBackup } from './check-backup.ts'
import { backedUpPhotos, backedUpRows, withBackupFile } from './read-backup.ts'
import type { Row } from './table-rows.ts'
import { keptTables, tablesLeftOut } from './tables.ts'
import { writeBackup } from './write-backup.ts'

const day = 86_400_000

function contentsOf(path: string) {
  return withBackupFile(path, async (file) => {
    const rows: Record<string, Row[]> = {}
    for await (const part of backedUpRows(file)) {
      rows[part.table] = [...(rows[part.table] ?? []), ...part.rows]
    }
    const photos: string[] = []
    for await (const { name } of backedUpPhotos(file)) photos.push(name)
    return { rows, photos }
  })
}

const photosOf = (listing: Row) => JSON.parse(String(listing.photos)) as { url: string }[]

describe.each(engines)('a backup on %s', { timeout: 60_000 }, (engine) => {
  it('is one moment of the site, with every photo its listings show, whatever happens meanwhile', async () => {
    const site = await openSite(engine)
    await fillSite(site)
    const { ada, bob, db, store, clock, upload } = site
    const path = await backupPath()
    clock.now += 2 * day
    const sweep = () => sweepPhotos({ db, store, now: clock.now })
    let posted = 0
    const post = async () => {
      const photo = await upload(bob, 100 + posted++)
      return bob.post('/api/misc', { ...postings.misc, photos: [photo] })
    }
    const lists = async () => (await ada.get('/api/users/1/rentals')).body as unknown as Row[]
    let readings = 0
    // What others do is no part of the snapshot's transaction.
    const elsewhere = AsyncLocalStorage.snapshot()
    const totals = await writeBackup({
      db,
      path,
      now: clock.now,
      store: {
        ...store,
        // Between two photos somebody posts, and the student whose photos come next may leave.
        async get(name, width) {
          if (readings++ === 1) {
            await post()
            for (const { id } of await lists()) await ada.delete(`/api/rentals/${id}`)
            await sweep()
          }
          return store.get(name, width)
        },
      },
      pause: () =>
        elsewhere(async () => {
          if (posted === 3) return
          await post()
          const [first] = (await ada.get('/api/users/1/textbooks')).body as unknown as Row[]
          if (first) await ada.delete(`/api/textbooks/${first.id}`)
          await sweep()
        }),
    })
    const { rows, photos } = await contentsOf(path)
    expect((await checkBackup(path)).totals).toMatchObject({ photosMissing: 0, rows: totals.rows })
    const shown = (rows.listings ?? []).flatMap(photosOf).map(({ url }) => url.slice(9, 41))
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.filter((name) => !photos.includes(name))).toEqual([])
    const uses = (rows.photo_uses ?? []).map(({ listing_id }) => listing_id)
    expect(new Set(uses)).toEqual(new Set(rows.listings?.map(({ id }) => id)))
    // The first posting came before the snapshot, the next ones after it.
    expect(rows.listings?.filter(({ seller_id }) => seller_id === 2)).toHaveLength(4)
    expect(posted).toBe(3)
  })

  it('may hold a photo twice that came into use again meanwhile', async () => {
    const site = await openSite(engine)
    const { ada, store, clock, upload } = site
    const posting = { ...postings.misc, photos: [await upload(ada, 1)] }
    await ada.post('/api/misc', posting)
    clock.now += 2 * day
    const path = await backupPath()
    const get: typeof store.get = async (name, width) => {
      const bytes = await store.get(name, width)
      await ada.put('/api/misc/1', posting)
      return bytes
    }
    await writeBackup({ ...site, store: { ...store, get }, path, now: clock.now })
    expect((await checkBackup(path)).totals.photos).toBe(2)
    expect(new Set((await contentsOf(path)).photos).size).toBe(1)
  })

  it('decides for every table whether it is kept', async () => {
    const db = await openTestDatabase(engine)
    const tables =
      engine === 'sqlite'
        ? sql`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT IN ('search_pending', 'sqlite_sequence', 'sqlite_schema')`
        : sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
    const found = (await db.all<{ name: string }>(tables)).map(({ name }) => name)
    const decided = [...keptTables.map(({ name }) => name), ...Object.keys(tablesLeftOut)]
    expect(decided.toSorted()).toEqual(found.toSorted())
  })

  it('opens no session and no account', async () => {
    const site = await openSite(engine)
    await fillSite(site)
    const path = await backupPath()
    await writeBackup({ ...site, path, now: site.clock.now })
    const { rows } = await contentsOf(path)
    expect(Object.keys(rows)).toEqual(keptTables.map(({ name }) => name))
    expect(JSON.stringify(rows)).not.toContain('token=')
  })

  it('is for its owner alone, and leaves nothing behind when it fails', async () => {
    const { db, store, clock } = await openSite(engine)
    const path = await backupPath()
    await writeBackup({ db, path, now: clock.now })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const broken = () => Promise.reject(new Error('the disk is full'))
    const second = `${path}.2`
    await expect(
      writeBackup({ db, store, path: second, now: clock.now, pause: broken }),
    ).rejects.toThrow('the disk is full')
    expect(await readdir(dirname(path))).toEqual(['backup.tar'])
  })

  it('says which photos the store had lost already', async () => {
    const site = await openSite(engine)
    await fillSite(site)
    const path = await backupPath()
    const { store } = site
    const lost = (await Array.fromAsync(store.list())).flat()[0]?.name ?? ''
    await store.setAside(lost)
    const { photosMissing } = await writeBackup({ ...site, path, now: site.clock.now })
    expect(photosMissing).toBe(1)
    expect((await contentsOf(path)).photos).not.toContain(lost)
  })
})
