import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { dayMs, hourMs } from '#server/durations.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import {
  findPhotoRows,
  insertTestListing,
  listFiles,
  openTestPhotos,
} from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { runJob } from '#tests/support/run-job.ts'
import { attachPhotos } from './attach-photos.ts'
import { checkPhotos, deleteUnusedPhotos, photoCleanup } from './delete-unused-photos.ts'
import { createPhotoAddressParser } from './photo-address.ts'
import type { PhotoStore } from './photo-store.ts'
import { createPhotos } from './photos.ts'
import { findUnusedPhotos } from './unused-photo-queries.ts'

const bytes = Buffer.from(await fourColorImage().jpeg().toBuffer())
const parsePhotoAddress = createPhotoAddressParser({ PHOTO_URL: undefined }, () => false)

async function uploadTestPhoto(engine: Engine) {
  const testPhotos = await openTestPhotos(engine)
  const { db, store, photos, clock, studentId } = testPhotos
  const upload = () => photos.save(db, { bytes, uploaderId: studentId })
  const cleanUp = (overrides: Partial<PhotoStore> = {}) =>
    deleteUnusedPhotos({ db, store: { ...store, ...overrides }, now: clock.now })
  const attach = async (urls: string[]) => {
    const listingId = await insertTestListing(db, studentId)
    const context = { parsePhotoAddress, now: clock.now }
    await db.transaction((tx) =>
      attachPhotos(tx, { listingId, sellerId: studentId, urls }, context),
    )
    return listingId
  }
  const { url } = await upload()
  const name = url.slice('/uploads/'.length, -'.webp'.length)
  const isStored = async () => {
    const rows = await findPhotoRows(db)
    return rows.length === 1 && (await store.get(name, 320)) !== undefined
  }
  return { ...testPhotos, upload, cleanUp, attach, url, name, isStored }
}

const insertOldPhotos = (db: Db, count: number) =>
  db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    SELECT 'old ' || n, 1, 1, '', 1, NULL, 0 FROM numbers`)

describe.each(engines)('deleteUnusedPhotos on %s', (engine) => {
  it('deletes row and files of a photo that was unused and not uploaded for a day', async () => {
    const { cleanUp, clock, db, root } = await uploadTestPhoto(engine)
    clock.now += dayMs + 1
    expect(await cleanUp()).toBe(1)
    expect(await findPhotoRows(db)).toEqual([])
    expect(await listFiles(root)).toEqual([])
    expect(await cleanUp()).toBe(0)
  })

  it('keeps a photo uploaded within the day', async () => {
    const { cleanUp, clock, isStored } = await uploadTestPhoto(engine)
    clock.now += dayMs - 1
    expect(await cleanUp()).toBe(0)
    expect(await isStored()).toBe(true)
  })

  it('keeps a photo uploaded again within the day', async () => {
    const { upload, cleanUp, clock, isStored } = await uploadTestPhoto(engine)
    clock.now += 5 * dayMs
    await upload()
    clock.now += dayMs / 2
    expect(await cleanUp()).toBe(0)
    expect(await isStored()).toBe(true)
  })

  it('keeps a photo until the listing that uses it is deleted', async () => {
    const { cleanUp, attach, clock, url, db, isStored } = await uploadTestPhoto(engine)
    const listingId = await attach([url])
    clock.now += 100 * dayMs
    expect(await cleanUp()).toBe(0)
    expect(await isStored()).toBe(true)
    await db.run(sql`DELETE FROM listings WHERE id = ${listingId}`)
    expect(await cleanUp()).toBe(1)
  })

  it.each(['hidden', 'removed'])(
    'keeps a photo of a %s listing, which may be put back',
    async (status) => {
      const { cleanUp, attach, clock, url, db, isStored } = await uploadTestPhoto(engine)
      const id = await attach([url])
      await db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${id}`)
      clock.now += 100 * dayMs
      expect(await cleanUp()).toBe(0)
      expect(await isStored()).toBe(true)
    },
  )

  it('reads more photos than fit in one slice', async () => {
    const { cleanUp, clock, db } = await uploadTestPhoto(engine)
    await insertOldPhotos(db, 450)
    clock.now += dayMs + 1
    expect(await cleanUp()).toBe(451)
  })

  it('finds unused photos by an index, however many are in use', async () => {
    const { db, studentId } = await uploadTestPhoto(engine)
    const listingId = await insertTestListing(db, studentId)
    await insertOldPhotos(db, 2_000)
    await db.run(sql`
      INSERT INTO photo_uses (photo_name, listing_id)
      SELECT name, CAST(${listingId} AS BIGINT) FROM photos WHERE uploaded_at = 0`)
    await db.script('ANALYZE')
    const query = { before: dayMs, after: { name: '', uploaded_at: 0 }, limit: 200 }
    expect(await explain(db, (recorded) => findUnusedPhotos(recorded, query))).toContain(
      'photos_unused',
    )
    expect(await findUnusedPhotos(db, query)).toEqual([])
    await db.run(sql`DELETE FROM photo_uses WHERE photo_name LIKE '%0'`)
    expect(await findUnusedPhotos(db, query)).toHaveLength(200)
  })

  it('corrects wrong marks once a week', async () => {
    const { attach, clock, db, store, url, cleanUp } = await uploadTestPhoto(engine)
    await insertOldPhotos(db, 450)
    await attach([url])
    await db.run(sql`UPDATE photos SET is_unused = 1 - is_unused`)
    clock.now += dayMs + 1
    expect(await cleanUp()).toBe(0)
    await checkPhotos({ db, store, now: clock.now })
    expect(await db.all(sql`SELECT is_unused FROM photos WHERE uploaded_at > 0`)).toEqual([
      { is_unused: 0 },
    ])
    expect(await cleanUp()).toBe(450)
  })
})

describe.each(engines)('a photo uploaded during deleteUnusedPhotos, on %s', (engine) => {
  it.each(['before', 'after'] as const)(
    'stays if uploaded %s its files are quarantined',
    async (moment) => {
      const { cleanUp, upload, clock, store, isStored } = await uploadTestPhoto(engine)
      clock.now += dayMs + 1
      await cleanUp({
        async quarantine(name) {
          if (moment === 'before') await upload()
          const quarantineId = await store.quarantine(name)
          if (moment === 'after') await upload()
          return quarantineId
        },
      })
      expect(await isStored()).toBe(true)
      expect(await store.listQuarantined()).toEqual([])
    },
  )

  it('stays if its row is written after the cleanup has run', async () => {
    const { cleanUp, clock, store, db, studentId, isStored } = await uploadTestPhoto(engine)
    clock.now += 2 * dayMs
    await db.run(sql`DELETE FROM photos`)
    const storeWithCleanup: PhotoStore = {
      ...store,
      async put(name, variants) {
        await store.put(name, variants)
        await cleanUp()
        await checkPhotos({ db, store, now: clock.now })
      },
    }
    const photos = createPhotos({ store: storeWithCleanup, now: () => clock.now })
    await photos.save(db, { bytes, uploaderId: studentId })
    expect(await isStored()).toBe(true)
  })

  it('stays if a listing references it just before its row is deleted', async () => {
    const { attach, clock, db, store, url, isStored } = await uploadTestPhoto(engine)
    clock.now += dayMs + 1
    let attached = false
    const interceptedDb = {
      ...db,
      async run(query: Parameters<typeof db.run>[0]) {
        if (!attached) {
          attached = true
          await attach([url])
        }
        return db.run(query)
      },
    }
    expect(await deleteUnusedPhotos({ db: interceptedDb, store, now: clock.now })).toBe(0)
    expect(attached).toBe(true)
    expect(await isStored()).toBe(true)
  })
})

/**
 * Sets the time of a file. The file system uses the machine's own clock, which may differ from the clock of the tests.
 */
const setModifiedAt = (path: string, timeMs: number) => utimes(path, timeMs / 1000, timeMs / 1000)

describe('after a crash', () => {
  it('quarantines files without a row and discards them after a week', async () => {
    const { cleanUp, clock, db, root, store, name } = await uploadTestPhoto('sqlite')
    await setModifiedAt(join(root, name.slice(0, 2), name), clock.now)
    await db.run(sql`DELETE FROM photos`)
    const check = () => checkPhotos({ db, store, now: clock.now })
    await check()
    expect(await store.listQuarantined()).toEqual([])
    clock.now += 2 * dayMs
    await cleanUp()
    expect(await store.listQuarantined()).toEqual([])
    await check()
    expect(await store.listQuarantined()).toHaveLength(1)
    clock.now += 8 * dayMs
    await cleanUp()
    expect(await listFiles(root)).toEqual([])
  })

  it('restores a quarantined photo that has a row', async () => {
    const { cleanUp, store, name, isStored } = await uploadTestPhoto('sqlite')
    await store.quarantine(name)
    expect(await isStored()).toBe(false)
    await cleanUp()
    expect(await isStored()).toBe(true)
  })

  it('deletes incomplete writes after an hour', async () => {
    const { cleanUp, clock, root } = await uploadTestPhoto('sqlite')
    const incoming = join(root, 'incoming')
    const incomplete = join(incoming, 'incomplete')
    await mkdir(incomplete)
    await setModifiedAt(incomplete, clock.now - hourMs + 1)
    await cleanUp()
    expect(await readdir(incoming)).toEqual(['incomplete'])
    await setModifiedAt(incomplete, clock.now - hourMs - 1)
    await cleanUp()
    expect(await readdir(incoming)).toEqual([])
  })
})

it('runs as a job', async () => {
  const { db, store, clock } = await uploadTestPhoto('sqlite')
  clock.now += dayMs + 1
  const log = { info: vi.fn() }
  await runJob(photoCleanup({ store, log }), { db, now: () => clock.now })
  expect(await findPhotoRows(db)).toEqual([])
  expect(log.info).toHaveBeenCalledExactlyOnceWith({ removed: 1 }, 'unused photos removed')
})
