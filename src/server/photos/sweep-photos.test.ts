import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Engine, engines } from '#tests/support/databases.ts'
import { addListing, day, filesIn, openPhotoDesk, photoRows } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'
import { attachPhotos } from './attach-photos.ts'
import type { PhotoStore } from './photo-store.ts'
import { startPhotoSweeper } from './photo-sweeper.ts'
import { createPhotos } from './photos.ts'
import { sweepPhotos } from './sweep-photos.ts'

const bytes = Buffer.from(await quarters().jpeg().toBuffer())

async function openDesk(engine: Engine) {
  const desk = await openPhotoDesk(engine)
  const { db, store, photos, clock, userId } = desk
  const upload = () => photos.save(db, { bytes, uploaderId: userId })
  const sweep = (parts: Partial<PhotoStore> = {}) =>
    sweepPhotos({ db, store: { ...store, ...parts }, now: clock.now })
  const attach = async (urls: string[]) => {
    const listingId = await addListing(db, userId)
    await db.transaction((tx) => attachPhotos(tx, listingId, urls, clock.now))
    return listingId
  }
  const { url } = await upload()
  const name = url.slice('/uploads/'.length, -'.webp'.length)
  const isWhole = async () => {
    const rows = await photoRows(db)
    return rows.length === 1 && (await store.get(name, 320)) !== undefined
  }
  return { ...desk, upload, sweep, attach, url, name, isWhole }
}

describe.each(engines)('a sweep on %s', (engine) => {
  it('removes what nobody has used or sent for a day, row and files', async () => {
    const { sweep, clock, db, root } = await openDesk(engine)
    clock.now += day + 1
    expect(await sweep()).toBe(1)
    expect(await photoRows(db)).toEqual([])
    expect(await filesIn(root)).toEqual([])
    expect(await sweep()).toBe(0)
  })

  it('leaves what was sent within the day', async () => {
    const { sweep, clock, isWhole } = await openDesk(engine)
    clock.now += day - 1
    expect(await sweep()).toBe(0)
    expect(await isWhole()).toBe(true)
  })

  it('leaves what was sent again within the day', async () => {
    const { upload, sweep, clock, isWhole } = await openDesk(engine)
    clock.now += 5 * day
    await upload()
    clock.now += day / 2
    expect(await sweep()).toBe(0)
    expect(await isWhole()).toBe(true)
  })

  it('leaves what a listing uses, until the listing is gone', async () => {
    const { sweep, attach, clock, url, db, isWhole } = await openDesk(engine)
    const listingId = await attach([url])
    clock.now += 100 * day
    expect(await sweep()).toBe(0)
    expect(await isWhole()).toBe(true)
    await db.run(sql`DELETE FROM listings WHERE id = ${listingId}`)
    expect(await sweep()).toBe(1)
  })

  it('walks through more photos than it looks at in one go', async () => {
    const { sweep, clock, db } = await openDesk(engine)
    for (let index = 0; index < 600; index++) {
      const name = index.toString(16).padStart(32, '0')
      await db.run(sql`
        INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
        VALUES (${name}, 1, 1, '', 1, NULL, 0)`)
    }
    clock.now += day + 1
    expect(await sweep()).toBe(601)
  })
})

describe.each(engines)('a photo sent while a sweep removes it, on %s', (engine) => {
  it.each(['before', 'after'] as const)('stays, %s its files go out of sight', async (moment) => {
    const { sweep, upload, clock, store, isWhole } = await openDesk(engine)
    clock.now += day + 1
    await sweep({
      async setAside(name) {
        if (moment === 'before') await upload()
        const ticket = await store.setAside(name)
        if (moment === 'after') await upload()
        return ticket
      },
    })
    expect(await isWhole()).toBe(true)
    expect(await store.listAside()).toEqual([])
  })

  it('stays, when the sweep runs between its files and its row', async () => {
    const { sweep, clock, store, db, userId, isWhole } = await openDesk(engine)
    clock.now += 2 * day
    await db.run(sql`DELETE FROM photos`)
    const interrupted: PhotoStore = {
      ...store,
      async put(name, versions) {
        await store.put(name, versions)
        await sweep()
      },
    }
    const photos = createPhotos({ store: interrupted, now: () => clock.now })
    await photos.save(db, { bytes, uploaderId: userId })
    expect(await isWhole()).toBe(true)
  })

  it('stays, when it comes into use just before its row would go', async () => {
    const { attach, clock, db, store, url, isWhole } = await openDesk(engine)
    clock.now += day + 1
    let attached = false
    const slow = {
      ...db,
      async run(query: Parameters<typeof db.run>[0]) {
        if (!attached) {
          attached = true
          await attach([url])
        }
        return db.run(query)
      },
    }
    expect(await sweepPhotos({ db: slow, store, now: clock.now })).toBe(0)
    expect(attached).toBe(true)
    expect(await isWhole()).toBe(true)
  })
})

describe('what a crash leaves', () => {
  it('between row and files is set aside and, after a week, gone', async () => {
    const { sweep, clock, db, root, store } = await openDesk('sqlite')
    await db.run(sql`DELETE FROM photos`)
    await sweep()
    expect(await store.listAside()).toEqual([])
    clock.now += 2 * day
    await sweep()
    expect(await store.listAside()).toHaveLength(1)
    clock.now += 8 * day
    await sweep()
    expect(await filesIn(root)).toEqual([])
  })

  it('aside comes back when its row is there', async () => {
    const { sweep, store, name, isWhole } = await openDesk('sqlite')
    await store.setAside(name)
    expect(await isWhole()).toBe(false)
    await sweep()
    expect(await isWhole()).toBe(true)
  })

  it('half-written is cleared after an hour', async () => {
    const { sweep, root } = await openDesk('sqlite')
    const incoming = join(root, 'incoming')
    await mkdir(join(incoming, 'cut-off'))
    await sweep()
    expect(await readdir(incoming)).toEqual(['cut-off'])
    await utimes(join(incoming, 'cut-off'), 1_000, 1_000)
    await sweep()
    expect(await readdir(incoming)).toEqual([])
  })
})

describe('the sweeper', () => {
  const quiet = { info() {}, error() {} }

  it('sweeps at once, and has finished when it is stopped', async () => {
    const { db, store, clock } = await openDesk('sqlite')
    clock.now += day + 1
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const slow: PhotoStore = {
      ...store,
      async setAside(name) {
        started.resolve()
        await finish.promise
        return store.setAside(name)
      },
    }
    const sweeper = startPhotoSweeper({ db, store: slow, log: quiet, now: () => clock.now })
    await started.promise
    const stopped = sweeper.stop()
    finish.resolve()
    await stopped
    expect(await photoRows(db)).toEqual([])
  })

  it('reports a failure and lives on', async () => {
    const { db, store } = await openDesk('sqlite')
    const failures: unknown[] = []
    const broken: PhotoStore = {
      ...store,
      async tidy() {
        throw new Error('disk gone')
      },
    }
    const log = { ...quiet, error: (line: unknown) => failures.push(line) }
    const sweeper = startPhotoSweeper({ db, store: broken, log })
    await sweeper.stop()
    expect(failures).toEqual([{ err: new Error('disk gone') }])
  })
})
