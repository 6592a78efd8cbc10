import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { photoSrc } from '#contract/photos.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { openBucket } from '#server/photos/s3/bucket.ts'
import { openS3Store } from '#server/photos/s3/open-s3-store.ts'
import { shortPatience } from '#server/photos/s3/persistence.ts'
import type { S3Address } from '#server/photos/s3/s3-url.ts'
import { sweepPhotos } from '#server/photos/sweep-photos.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { figures, median, milliseconds } from '#tests/support/faults/figures.ts'
import { openMarket, postings } from '#tests/support/market.ts'
import { type RealStore, startRealStore } from '#tests/support/object-store/real-store.ts'
import { startSmallS3 } from '#tests/support/object-store/small-s3.ts'
import { day, encode, formWith, openPhotoDesk } from '#tests/support/photo-app.ts'
import { quarters } from '#tests/support/photo-files.ts'
import { photoStoreBehaviour } from '#tests/support/photo-store-behaviour.ts'

let real: RealStore

beforeAll(async () => {
  real = await startRealStore()
  console.log(real.description)
}, 600_000)

afterAll(() => real.stop())

const urlOf = ({ origin, bucket, region, key, secret }: S3Address) => {
  const { protocol, host } = new URL(origin)
  const login = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`
  return `s3://${login}@${host}/${bucket}?region=${region}&tls=${protocol === 'https:' ? 1 : 0}`
}

describe('photos in a real store', () => {
  photoStoreBehaviour(async () => openS3Store(await real.createBucket()))
})

describe('a real store', () => {
  it.each([
    ['secret', 'wrong', /the key or the secret is wrong/],
    // Not every store tells whether it knows the key.
    ['key', 'quad:nobody', /(key or the secret is wrong|does not know the key)/],
    ['region', 'moon-1', /the region is not "moon-1"/],
    ['bucket', 'quad-no-such-bucket', /there is no bucket/],
  ] as const)('refuses a wrong %s, and we say so', async (part, wrong, sentence) => {
    const address = { ...(await real.createBucket()), [part]: wrong }
    await expect(openS3Store(address)).rejects.toThrow(sentence)
    const bucket = openBucket(address, shortPatience)
    await expect(bucket.put('a', Buffer.from('x'), {})).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('refuses a body that is not the one that was signed', async () => {
    const { origin, bucket, region, key, secret } = await real.createBucket()
    const signed = await new AwsV4Signer({
      method: 'PUT',
      url: `${origin}/${bucket}/a`,
      headers: { 'x-amz-content-sha256': '0'.repeat(64) },
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      service: 's3',
    }).sign()
    const { method, headers } = signed
    const answer = await fetch(signed.url, { method, headers, body: 'something else' })
    expect(answer.status).toBe(400)
  })

  it('lists over many pages', async () => {
    const bucket = openBucket(await real.createBucket(), shortPatience)
    const keys = Array.from({ length: 25 }, (_, index) => `l/${String(index).padStart(2, '0')}`)
    await Promise.all(keys.map((key) => bucket.put(key, Buffer.from(key), {})))
    const pages = await Array.fromAsync(bucket.list('l/', 10))
    expect(pages.flat().map(({ key }) => key)).toEqual(keys)
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5])
  })
})

describe('the site on a store that falls silent', () => {
  it('answers uploads with 503 in a few seconds, and everything else at once', async () => {
    const s3 = await startSmallS3()
    const { app, ada, visitor } = await openMarket('sqlite', { S3_URL: s3.url })
    await ada.post('/api/misc', postings.misc)
    const form = formWith('image', await quarters(1400, 700).jpeg().toBuffer())
    const { headers, payload } = await encode(form)
    const cookie = ada.cookie()
    s3.trouble({ kind: 'silent' })
    const started = performance.now()
    const send = { method: 'POST', url: '/api/upload', payload } as const
    const uploads = Array.from({ length: 4 }, () =>
      app.inject({ ...send, headers: { ...headers, cookie } }),
    )
    const lists: number[] = []
    for (let index = 0; index < 200; index++) {
      const asked = performance.now()
      expect((await visitor.get(`/api/misc?max_price=${1_000 + index}`)).status).toBe(200)
      lists.push(performance.now() - asked)
    }
    const statuses = (await Promise.all(uploads)).map(({ statusCode }) => statusCode)
    const waited = performance.now() - started
    expect(statuses).toEqual([503, 503, 503, 503])
    expect(waited).toBeLessThan(20_000)
    figures('silent photo store', {
      'upload refused after': milliseconds(waited),
      'list meanwhile, median': milliseconds(median(lists)),
    })
  })
})

describe('visitors of a site whose store is silent', () => {
  it('see lists although hundreds of photos hang', async () => {
    const s3 = await startSmallS3()
    const settings = { NODE_ENV: 'production', S3_URL: s3.url }
    const { app } = await buildTestApp('sqlite', settings)
    const site = await app.listen({ port: 0, host: '127.0.0.1' })
    s3.trouble({ kind: 'silent' })
    const photos = Array.from({ length: 300 }, (_, index) =>
      fetch(`${site}/api/uploads/${index.toString(16).padStart(32, '0')}-320.webp`),
    )
    await expect.poll(() => s3.mostAtOnce()).toBeGreaterThan(50)
    const lists = Array.from({ length: 50 }, (_, index) =>
      fetch(`${site}/api/misc?max_price=${index + 1}`),
    )
    const statuses = (await Promise.all(lists)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const answers = (await Promise.all(photos)).map(({ status }) => status)
    expect(new Set(answers)).toEqual(new Set([503]))
    expect(s3.mostAtOnce()).toBeLessThan(200)
  })
})

describe('the site on a real store', () => {
  it('takes an upload, serves it in every width, and lists it', async () => {
    const { app, ada, visitor } = await openMarket('sqlite', {
      S3_URL: urlOf(await real.createBucket()),
    })
    const { headers, payload } = await encode(
      formWith('image', await quarters(1400, 700).jpeg().toBuffer()),
    )
    const cookie = ada.cookie()
    const send = { method: 'POST', url: '/api/upload', payload } as const
    const uploaded = await app.inject({ ...send, headers: { ...headers, cookie } })
    expect(uploaded.statusCode).toBe(201)
    const { url } = uploaded.json<{ url: string }>()
    for (const width of [320, 640, 1280] as const) {
      const photo = await app.inject(photoSrc(url, width))
      expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(photo.headers['content-length']).toBe(String(photo.rawPayload.length))
    }
    const posted = await ada.post('/api/misc', { ...postings.misc, photos: [url] })
    expect(posted.status).toBe(201)
    expect((await visitor.get('/api/misc')).body.results).toMatchObject([{ photos: [url] }])
  })

  it('sweeps what nobody uses', async () => {
    const address = await real.createBucket()
    const store = await openS3Store(address)
    const { db, photos, clock, userId } = await openPhotoDesk('sqlite', { store })
    const bytes = Buffer.from(await quarters().jpeg().toBuffer())
    await photos.save(db, { bytes, uploaderId: userId })
    clock.now += day + 1
    expect(await sweepPhotos({ db, store, now: clock.now })).toBe(1)
    expect((await Array.fromAsync(openBucket(address, shortPatience).list(''))).flat()).toEqual([])
  })

  it('moves its photos there and back by the command', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'quad-test-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    const disk = await openDiskStore(join(DATA_DIR, 'uploads'))
    const name = (index: number) => index.toString(16).padStart(32, '0')
    for (let index = 0; index < 12; index++) {
      await disk.put(name(index), [{ width: 320, bytes: Buffer.from(`photo ${index}`) }])
    }
    const address = await real.createBucket()
    const move = async (way: string, folder: string) => {
      const script = join(import.meta.dirname, '../../scripts/move-photos.ts')
      const env = { ...process.env, DATA_DIR: folder, S3_URL: urlOf(address) }
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
