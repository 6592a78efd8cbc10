import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { dayMs } from '#server/durations.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { findPhotoRows, openTestPhotos } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { checkPhotos, deleteUnusedPhotos } from '../delete-unused-photos.ts'
import type { PhotoStore } from '../photo-store.ts'
import { createPhotos } from '../photos.ts'
import { openS3Store } from './open-s3-store.ts'

const bytes = Buffer.from(await fourColorImage(700, 350).jpeg().toBuffer())
const widths = [320, 640, 1280]

async function uploadTestPhoto() {
  const s3 = await startFakeS3()
  const store = await openS3Store(s3.config)
  const testPhotos = await openTestPhotos('sqlite', { store })
  const { db, photos, clock, studentId } = testPhotos
  const upload = () => photos.save(db, { bytes, uploaderId: studentId })
  const cleanUp = (overrides: Partial<PhotoStore> = {}) =>
    deleteUnusedPhotos({ db, store: { ...store, ...overrides }, now: clock.now })
  const { url } = await upload()
  const name = url.slice('/uploads/'.length, -'.webp'.length)
  const isStored = async () =>
    (await findPhotoRows(db)).length === 1 && (await store.has(name, widths))
  return { ...testPhotos, s3, store, upload, cleanUp, name, isStored }
}

describe('deleteUnusedPhotos in an S3 store', () => {
  it('deletes row and objects of an unused photo', async () => {
    const { cleanUp, clock, db, s3, isStored } = await uploadTestPhoto()
    expect(await cleanUp()).toBe(0)
    expect(await isStored()).toBe(true)
    clock.now += dayMs + 1
    expect(await cleanUp()).toBe(1)
    expect(await findPhotoRows(db)).toEqual([])
    expect([...s3.objects.keys()]).toEqual([])
  })

  it('quarantines the objects of an interrupted upload after a day and discards them after a week', async () => {
    const { cleanUp, clock, db, s3, store, name } = await uploadTestPhoto()
    await db.run(sql`DELETE FROM photos`)
    s3.objects.delete(`uploads/${name}-320.webp`)
    const check = () => checkPhotos({ db, store, now: clock.now })
    await check()
    expect(s3.objects.size).toBe(2)
    clock.now += 2 * dayMs
    await check()
    expect(await store.listQuarantined()).toHaveLength(1)
    clock.now += 8 * dayMs
    await cleanUp()
    expect(s3.objects.size).toBe(0)
  })

  it.each(['before', 'between', 'after'])(
    'keeps all variants of a photo uploaded %s its steps',
    async (moment) => {
      const { cleanUp, upload, clock, store, isStored, s3 } = await uploadTestPhoto()
      clock.now += dayMs + 1
      await cleanUp({
        async quarantine(name) {
          if (moment === 'before') await upload()
          const [one] = [...s3.objects.keys()]
          if (moment === 'between' && one) {
            // One variant is already quarantined when the upload starts.
            s3.objects.delete(one)
            await upload()
          }
          const quarantineId = await store.quarantine(name)
          if (moment === 'after') await upload()
          return quarantineId
        },
      })
      expect(await isStored()).toBe(true)
      expect(await store.listQuarantined()).toEqual([])
    },
  )

  it('stores a variant again that disappeared while its row was written', async () => {
    const { s3, store, db, clock, studentId, name, isStored } = await uploadTestPhoto()
    await db.run(sql`DELETE FROM photos`)
    const lossyStore: PhotoStore = {
      ...store,
      async put(photo, variants) {
        await store.put(photo, variants)
        if ((await findPhotoRows(db)).length === 0) s3.objects.delete(`uploads/${name}-640.webp`)
      },
    }
    const photos = createPhotos({ store: lossyStore, now: () => clock.now })
    await photos.save(db, { bytes, uploaderId: studentId })
    expect(await isStored()).toBe(true)
  })

  it('loses nothing if the store fails between two copies', async () => {
    const { cleanUp, upload, clock, s3, isStored, store } = await uploadTestPhoto()
    clock.now += dayMs + 1
    const isSecondCopy = (request: string) =>
      request.startsWith('PUT aside/') && request.includes('640')
    s3.injectFault({ kind: 'status', status: 400 }, { when: isSecondCopy })
    await expect(cleanUp()).rejects.toThrow()
    s3.clearFault()
    await upload()
    await cleanUp()
    expect(await isStored()).toBe(true)
    expect(await store.listQuarantined()).toEqual([])
  })
})
