import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mailboxOf } from '#campus/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing, listFiles, openTestPhotos } from '#tests/support/photo-app.ts'
import { appendText, fourColorImage } from '#tests/support/photo-files.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs } from '../durations.ts'
import { sumPhotoBytesOfMailbox } from './photo-queries.ts'
import type { PhotoStore } from './photo-store.ts'
import { createPhotoReader } from './photos.ts'
import { processPhoto } from './process-photo.ts'

let now = 0

beforeEach(() => {
  now = 1_000
  // lru-cache reads the time with performance.now() and caches it for a millisecond with setTimeout.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function advanceTime(ms: number) {
  now += ms
  vi.advanceTimersByTime(ms)
}

/** Opens a reader whose photos have one variant of 320 pixels. `reads` lists the reads of the store. */
function openReader() {
  const reads: string[] = []
  const stored = new Set(['a'])
  const get: PhotoStore['get'] = async (name, width) => {
    reads.push(`${name}-${width}`)
    return width === 320 && stored.has(name) ? Buffer.alloc(10) : undefined
  }
  return { open: createPhotoReader({ get }), reads, stored }
}

describe('photo reader', () => {
  it('finds a photo no longer once another process has removed it from the store', async () => {
    const { open, stored } = openReader()
    expect(await open('a', 640)).toEqual({ bytes: Buffer.alloc(10), width: 320 })
    stored.delete('a')
    expect(await open('a', 640)).toBeUndefined()
    expect(await open('a', 320)).toBeUndefined()
  })

  it('looks for a missing variant again after an hour', async () => {
    const { open, reads } = openReader()
    await open('a', 1280)
    expect(reads).toEqual(['a-1280', 'a-640', 'a-320'])
    await open('a', 1280)
    expect(reads.slice(3)).toEqual(['a-320'])
    advanceTime(hourMs + 1)
    await open('a', 1280)
    expect(reads.slice(4)).toEqual(['a-1280', 'a-640', 'a-320'])
  })
})

const megabyte = 1024 * 1024
const photo = await fourColorImage().jpeg().toBuffer()
const processed = await processPhoto(photo)
const photoBytes = processed.variants.reduce((sum, { bytes }) => sum + bytes.length, 0)

async function insertPhoto(db: Db, uploaderId: number, bytes: number, uploadedAt: number) {
  const name = crypto.randomUUID()
  await db.run(sql`
    INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at, hashed_at)
    VALUES (${name}, 1, 1, '', ${bytes}, ${uploaderId}, ${uploadedAt}, 0)`)
  return name
}

async function openWithQuota(engine: Engine) {
  const process = vi.fn(async () => processed)
  const site = await openTestPhotos(engine, { processPhoto: process })
  const { db, photos, clock, studentId } = site
  const add = (bytes: number, uploadedAt = clock.now) =>
    insertPhoto(db, studentId, bytes, uploadedAt)
  let count = 0
  const save = (uploaderId = studentId) =>
    photos.save(db, { bytes: Buffer.from(appendText(photo, `${count++}`)), uploaderId })
  return { ...site, process, add, save }
}

const unusedFull = {
  code: 'too_many',
  retryAfterSeconds: dayMs / 1000,
  message:
    "You've uploaded 200 MB of photos that no listing shows. Post some of them, or wait until we delete them after a day.",
}
const full = {
  code: 'too_many',
  retryAfterSeconds: dayMs / 1000,
  message: 'Your photos take up 2 GB. Delete old listings to make room.',
}

describe.each(engines)('the quota of a mailbox on %s', (engine) => {
  it('is 200 MB of photos that no listing shows', async () => {
    const { db, add, save, studentId } = await openWithQuota(engine)
    const name = await add(200 * megabyte - photoBytes)
    await save()
    await expect(save()).rejects.toMatchObject(unusedFull)
    const listingId = await insertTestListing(db, studentId)
    await db.run(
      sql`INSERT INTO photo_uses (photo_name, listing_id) VALUES (${name}, ${listingId})`,
    )
    await save()
  })

  it('is used up before a photo is decoded, and leaves no files', async () => {
    const { add, save, process, root } = await openWithQuota(engine)
    await add(200 * megabyte)
    await expect(save()).rejects.toMatchObject(unusedFull)
    expect(process).not.toHaveBeenCalled()
    expect(await listFiles(root)).toEqual([])
  })

  it('is shared by all accounts of the mailbox, and by no others', async () => {
    const { db, add, save } = await openWithQuota(engine)
    await add(200 * megabyte)
    const books = await insertTestUser(db, at('ada+books'))
    await expect(save(books.id)).rejects.toMatchObject(unusedFull)
    for (const email of [at('adam'), at('ada', 1, 1)]) {
      await save((await insertTestUser(db, email)).id)
    }
  })

  it('does not count a photo that was uploaded before', async () => {
    const { db, photos, add, studentId } = await openWithQuota(engine)
    const upload = { bytes: Buffer.from(photo), uploaderId: studentId }
    const first = await photos.save(db, upload)
    await add(200 * megabyte)
    expect(await photos.save(db, upload)).toEqual(first)
  })

  it('is not exceeded by several at once', async () => {
    const { add, save, root } = await openWithQuota(engine)
    await add(200 * megabyte - 2 * photoBytes)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => save()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await listFiles(root)).toHaveLength(2)
  })

  it('counts the photos that are still being stored, and keeps no other waiting', async () => {
    const put = Promise.withResolvers<void>()
    const { add, save, store } = await openWithQuota(engine)
    await add(200 * megabyte - 2 * photoBytes)
    const puts = vi.spyOn(store, 'put').mockImplementation(() => put.promise)
    const saving = [save(), save()]
    await expect.poll(() => puts.mock.calls.length).toBe(2)
    await expect(save()).rejects.toMatchObject(unusedFull)
    put.reject(new Error('The store is gone.'))
    for (const result of saving) await expect(result).rejects.toThrow('The store is gone.')
    puts.mockRestore()
    await save()
    await save()
    await expect(save()).rejects.toMatchObject(unusedFull)
  })

  it('is 2 GB in all', async () => {
    const { add, save, clock } = await openWithQuota(engine)
    await add(2_000 * megabyte - photoBytes, clock.now - 3 * dayMs)
    await save()
    await expect(save()).rejects.toMatchObject(full)
  })
})

it.each(engines)(
  'adds up by the mailbox as it is read elsewhere, by indexes, on %s',
  async (engine) => {
    const db = await openTestDatabase(engine)
    const emails = [
      'a@x.ca',
      'a+1@x.ca',
      'a+1+2@x.ca',
      'a+@x.ca',
      'ab@x.ca',
      'a.b+1@x.ca',
      'a@y.ca',
    ]
    for (const email of emails) {
      await insertPhoto(db, (await insertTestUser(db, email)).id, 1, 0)
    }
    for (const mailbox of new Set(emails.map(mailboxOf))) {
      const total = emails.filter((email) => mailboxOf(email) === mailbox).length
      expect(await sumPhotoBytesOfMailbox(db, mailbox, { unusedSince: 1 })).toEqual({
        total,
        unused: 0,
      })
      expect(await sumPhotoBytesOfMailbox(db, mailbox, { unusedSince: 0 })).toEqual({
        total,
        unused: total,
      })
    }
    const plan = await explain(db, (tx) => sumPhotoBytesOfMailbox(tx, 'a@x.ca', { unusedSince: 0 }))
    expect(plan).toContain('users_by_mailbox')
    expect(plan).toContain('photos_by_uploader')
    expect(plan).not.toMatch(/Seq Scan|SCAN/)
  },
)
