import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { checkBackupBucket, openBackupBucket } from '#server/backup/backup-bucket.ts'
import { dayMs } from '#server/durations.ts'
import type { S3Config } from '#server/files/s3-url.ts'
import { deleteUnusedPhotos } from '#server/photos/delete-unused-photos.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createS3Client, openBucket } from '#server/photos/s3/bucket.ts'
import { openS3Store } from '#server/photos/s3/open-s3-store.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { median, milliseconds, reportFigures } from '#tests/support/faults/figures.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { type RealS3, startRealS3 } from '#tests/support/object-store/real-s3.ts'
import {
  createFileForm,
  encodeForm,
  insertTestListing,
  openTestPhotos,
} from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { testPhotoStore } from '#tests/support/photo-store-tests.ts'

let real: RealS3

beforeAll(async () => {
  real = await startRealS3()
  console.log(real.description)
}, 600_000)

afterAll(() => real.stop())

const toS3Url = ({ origin, bucket, region, key, secret }: S3Config) => {
  const { protocol, host } = new URL(origin)
  const login = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`
  return `s3://${login}@${host}/${bucket}?region=${region}&tls=${protocol === 'https:' ? 1 : 0}`
}

describe('photo store on a real S3 server', () => {
  testPhotoStore(async () => openS3Store(await real.createBucket()))
})

describe('real S3 server', () => {
  it.each([
    ['secret', 'wrong', /the key or the secret is wrong/],
    // Not every server distinguishes an unknown key from a wrong secret.
    ['key', 'quad:nobody', /(key or the secret is wrong|does not know the key)/],
    ['region', 'moon-1', /the region is not "moon-1"/],
    ['bucket', 'quad-no-such-bucket', /there is no bucket/],
  ] as const)('is reported to reject a wrong %s', async (part, wrong, message) => {
    const s3Config = { ...(await real.createBucket()), [part]: wrong }
    await expect(openS3Store(s3Config)).rejects.toThrow(message)
    const bucket = openBucket(s3Config)
    await expect(bucket.put('a', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('rejects a body that does not match its signature', async () => {
    const s3Config = await real.createBucket()
    const command = new PutObjectCommand({ Bucket: s3Config.bucket, Key: 'a', Body: 'other' })
    command.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-content-sha256'] = '0'.repeat(64)
        return next(args)
      },
      { step: 'build' },
    )
    await expect(createS3Client(s3Config).send(command)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 400 },
    })
  })

  it('lists objects over several pages', async () => {
    const bucket = openBucket(await real.createBucket())
    const keys = Array.from({ length: 25 }, (_, index) => `l/${String(index).padStart(2, '0')}`)
    await Promise.all(keys.map((key) => bucket.put(key, Buffer.from(key))))
    const pages = await Array.fromAsync(bucket.list('l/', 10))
    expect(pages.flat().map(({ key }) => key)).toEqual(keys)
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5])
  })
})

describe('backups on a real S3 server', () => {
  it('are uploaded in parts, listed, downloaded and deleted', async () => {
    const s3Config = await real.createBucket()
    const bucket = openBackupBucket(s3Config)
    onTestFinished(() => bucket.close())
    await checkBackupBucket(s3Config, () => undefined)
    const names = [11, 12, 13, 14, 15, 16, 17, 18].map((day) => `quad-2026-11-${day}.tar`)
    const small = Buffer.from('a backup')
    for (const name of names) await bucket.into(name)((file) => file.write(small, 0))
    const full = 'quad-2026-11-18-0430-full.tar'
    const chunk = randomBytes(1024 * 1024)
    await bucket.into(full)(async (file) => {
      for (let index = 0; index < 20; index++) await file.write(chunk, 0)
    })
    const failing = bucket.into('quad-2026-11-19.tar')(async (file) => {
      for (let index = 0; index < 9; index++) await file.write(chunk, 0)
      throw new Error('cut off')
    })
    await expect(failing).rejects.toThrow('cut off')
    await bucket.deleteOld(Date.now())
    const kept = (await bucket.list()).map(({ name }) => name)
    expect(kept.toSorted()).toEqual([full, ...names.slice(1)].toSorted())
    const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'full.tar')
    await bucket.download(full, path)
    expect((await readFile(path)).equals(Buffer.concat(Array(20).fill(chunk)))).toBe(true)
    expect(await bucket.find('quad-2026-11-11.tar')).toBeUndefined()
    expect(await bucket.find(full)).toMatchObject({ bytes: 20 * chunk.length })
  })
})

describe('object store that stops responding', () => {
  it('makes uploads return 503 within seconds and delays no other request', async () => {
    const s3 = await startFakeS3()
    const { app, ada, visitor } = await buildTestAppWithUsers('sqlite', { S3_URL: s3.url })
    await ada.post('/api/misc', listingInputs.misc)
    const form = createFileForm('image', await fourColorImage(1400, 700).jpeg().toBuffer())
    const { headers, payload } = await encodeForm(form)
    const cookie = ada.cookie()
    s3.injectFault({ kind: 'silent' })
    const startedAt = performance.now()
    const send = { method: 'POST', url: '/api/upload', payload } as const
    const uploads = Array.from({ length: 4 }, () =>
      app.inject({ ...send, headers: { ...headers, cookie } }),
    )
    const lists: number[] = []
    for (let index = 0; index < 200; index++) {
      const sentAt = performance.now()
      expect((await visitor.get(`/api/misc?max_price=${1_000 + index}`)).status).toBe(200)
      lists.push(performance.now() - sentAt)
    }
    const statuses = (await Promise.all(uploads)).map(({ statusCode }) => statusCode)
    const waitedMs = performance.now() - startedAt
    expect(statuses).toEqual([503, 503, 503, 503])
    expect(waitedMs).toBeLessThan(20_000)
    reportFigures('object store without responses', {
      'upload refused after': milliseconds(waitedMs),
      'list meanwhile, median': milliseconds(median(lists)),
    })
  })
})

describe('hundreds of hanging photo requests', () => {
  it('do not block lists', async () => {
    const s3 = await startFakeS3()
    const settings = { NODE_ENV: 'production', S3_URL: s3.url }
    const { app, db } = await buildTestApp('sqlite', settings)
    const { id: uploaderId } = await insertTestUser(db, at('ada'))
    const listingId = await insertTestListing(db, uploaderId)
    const names = Array.from({ length: 300 }, (_, index) => index.toString(16).padStart(32, '0'))
    for (const name of names) {
      await db.run(sql`
        INSERT INTO photos (name, width, height, preview, bytes, uploader_id, uploaded_at)
        VALUES (${name}, 1, 1, '', 1, ${uploaderId}, 0)`)
      await db.run(
        sql`INSERT INTO photo_uses (photo_name, listing_id) VALUES (${name}, ${listingId})`,
      )
    }
    const site = await app.listen({ port: 0, host: '127.0.0.1' })
    s3.injectFault({ kind: 'silent' })
    const photos = names.map((name) => fetch(`${site}/api/uploads/${name}-320.webp`))
    await expect.poll(() => s3.maxConcurrentRequests(), { timeout: 20_000 }).toBeGreaterThan(40)
    const lists = Array.from({ length: 50 }, (_, index) =>
      fetch(`${site}/api/misc?max_price=${index + 1}`),
    )
    const statuses = (await Promise.all(lists)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const photoStatuses = (await Promise.all(photos)).map(({ status }) => status)
    expect(new Set(photoStatuses)).toEqual(new Set([503]))
    expect(s3.maxConcurrentRequests()).toBeLessThan(200)
  })
})

describe('site with photos on a real S3 server', () => {
  it('stores an upload, serves it in every width, and lists it', async () => {
    const { app, ada, visitor } = await buildTestAppWithUsers('sqlite', {
      S3_URL: toS3Url(await real.createBucket()),
    })
    const { headers, payload } = await encodeForm(
      createFileForm('image', await fourColorImage(1400, 700).jpeg().toBuffer()),
    )
    const cookie = ada.cookie()
    const send = { method: 'POST', url: '/api/upload', payload } as const
    const uploaded = await app.inject({ ...send, headers: { ...headers, cookie } })
    expect(uploaded.statusCode).toBe(201)
    const { url } = uploaded.json<{ url: string }>()
    const posted = await ada.post('/api/misc', { ...listingInputs.misc, photos: [url] })
    expect(posted.status).toBe(201)
    for (const width of [320, 640, 1280] as const) {
      const photo = await app.inject(photoSrc(url, width))
      expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(photo.headers['content-length']).toBe(String(photo.rawPayload.length))
    }
    expect((await visitor.get('/api/misc')).body.results).toMatchObject([{ photos: [url] }])
  })

  it('deletes unused photos', async () => {
    const s3Config = await real.createBucket()
    const store = await openS3Store(s3Config)
    const { db, photos, clock, studentId } = await openTestPhotos('sqlite', { store })
    const bytes = Buffer.from(await fourColorImage().jpeg().toBuffer())
    await photos.save(db, { bytes, uploaderId: studentId })
    clock.now += dayMs + 1
    expect(await deleteUnusedPhotos({ db, store, now: clock.now })).toBe(1)
    expect(await Array.fromAsync(openBucket(s3Config).list(''))).toEqual([[]])
  })

  it('copies photos to the server and back by the command', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    const disk = await openDiskStore(join(DATA_DIR, 'uploads'))
    const name = (index: number) => index.toString(16).padStart(32, '0')
    for (let index = 0; index < 12; index++) {
      await disk.put(name(index), [{ width: 320, bytes: Buffer.from(`photo ${index}`) }])
    }
    const s3Config = await real.createBucket()
    const move = async (way: string, folder: string) => {
      const script = join(import.meta.dirname, '../../scripts/move-photos.ts')
      const env = { ...process.env, DATA_DIR: folder, S3_URL: toS3Url(s3Config) }
      return (await promisify(execFile)(process.execPath, [script, way], { env })).stdout
    }
    expect(await move('to-store', DATA_DIR)).toContain('Copied 12 photos')
    expect(await move('to-store', DATA_DIR)).toContain('12 there already')
    const other = join(DATA_DIR, 'other')
    expect(await move('to-disk', other)).toContain('Copied 12 photos')
    const back = await openDiskStore(join(other, 'uploads'))
    expect(String(await back.get(name(7), 320))).toBe('photo 7')
  })
})
