import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'
import { day, openPhotoDesk, photoRows } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'
import type { PhotoStore } from '../photo-store.ts'
import { createPhotos } from '../photos.ts'
import { sweepPhotos } from '../sweep-photos.ts'
import { openS3Store } from './open-s3-store.ts'

const bytes = Buffer.from(await quarters(700, 350).jpeg().toBuffer())
const widths = [320, 640, 1280]

async function openDesk() {
  const s3 = await startSmallS3()
  const store = await openS3Store(s3.address)
  const desk = await openPhotoDesk('sqlite', { store })
  const { db, photos, clock, userId } = desk
  const upload = () => photos.save(db, { bytes, uploaderId: userId })
  const sweep = (parts: Partial<PhotoStore> = {}) =>
    sweepPhotos({ db, store: { ...store, ...parts }, now: clock.now })
  const { url } = await upload()
  const name = url.slice('/uploads/'.length, -'.webp'.length)
  const isWhole = async () => (await photoRows(db)).length === 1 && (await store.has(name, widths))
  return { ...desk, s3, store, upload, sweep, name, isWhole }
}

describe('a sweep of the store', () => {
  it('removes what nobody uses, row and objects', async () => {
    const { sweep, clock, db, s3, isWhole } = await openDesk()
    expect(await sweep()).toBe(0)
    expect(await isWhole()).toBe(true)
    clock.now += day + 1
    expect(await sweep()).toBe(1)
    expect(await photoRows(db)).toEqual([])
    expect([...s3.objects.keys()]).toEqual([])
  })

  it('finds after a day what an upload left that was cut off, and drops it after a week', async () => {
    const { sweep, clock, db, s3, store, name } = await openDesk()
    await db.run(sql`DELETE FROM photos`)
    s3.objects.delete(`uploads/${name}-320.webp`)
    await sweep()
    expect(s3.objects.size).toBe(2)
    clock.now += 2 * day
    await sweep()
    expect(await store.listAside()).toHaveLength(1)
    clock.now += 8 * day
    await sweep()
    expect(s3.objects.size).toBe(0)
  })

  it.each(['before', 'between', 'after'])(
    'leaves a photo whole that is sent %s its steps',
    async (moment) => {
      const { sweep, upload, clock, store, isWhole, s3 } = await openDesk()
      clock.now += day + 1
      await sweep({
        async setAside(name) {
          if (moment === 'before') await upload()
          const [one] = [...s3.objects.keys()]
          if (moment === 'between' && one) {
            // The sweep has taken one width away when the upload comes.
            s3.objects.delete(one)
            await upload()
          }
          const ticket = await store.setAside(name)
          if (moment === 'after') await upload()
          return ticket
        },
      })
      expect(await isWhole()).toBe(true)
      expect(await store.listAside()).toEqual([])
    },
  )

  it('lets an upload put back the one width that went while it was recorded', async () => {
    const { s3, store, db, clock, userId, name, isWhole } = await openDesk()
    await db.run(sql`DELETE FROM photos`)
    const robbed: PhotoStore = {
      ...store,
      async put(photo, versions) {
        await store.put(photo, versions)
        if ((await photoRows(db)).length === 0) s3.objects.delete(`uploads/${name}-640.webp`)
      },
    }
    const photos = createPhotos({ store: robbed, now: () => clock.now })
    await photos.save(db, { bytes, uploaderId: userId })
    expect(await isWhole()).toBe(true)
  })

  it('puts nothing at risk when the store fails half-way', async () => {
    const { sweep, upload, clock, s3, isWhole, store } = await openDesk()
    clock.now += day + 1
    const isSecondCopy = (call: string) => call.startsWith('PUT aside/') && call.includes('640')
    s3.trouble({ kind: 'answers', status: 400 }, { when: isSecondCopy })
    await expect(sweep()).rejects.toThrow()
    s3.recover()
    await upload()
    await sweep()
    expect(await isWhole()).toBe(true)
    expect(await store.listAside()).toEqual([])
  })
})
