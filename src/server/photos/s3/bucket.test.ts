import { describe, expect, it } from 'vitest'
import { type FakeS3, type Fault, startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { openBucket } from './bucket.ts'

const shortTimeouts = {
  maxAttempts: 3,
  attemptTimeoutMs: 150,
  totalTimeoutMs: 2_000,
  initialDelayMs: 1,
}
const longTimeouts = { ...shortTimeouts, attemptTimeoutMs: 10_000, totalTimeoutMs: 20_000 }
const bytes = Buffer.alloc(200_000, 'photo ')

async function openStore(retry = longTimeouts) {
  const s3 = await startFakeS3()
  await openBucket(s3.config, longTimeouts).put('a', bytes, { 'content-type': 'image/webp' })
  s3.requests.length = 0
  return { s3, bucket: openBucket(s3.config, retry) }
}

async function readStream(bucket: Awaited<ReturnType<typeof openStore>>['bucket']) {
  const { body } = (await bucket.stream('a')) ?? {}
  if (!body) throw new Error('nothing there')
  return Buffer.concat(await Array.fromAsync<Buffer>(body))
}

const damages: Fault[] = [{ kind: 'truncates' }, { kind: 'stalls' }, { kind: 'corrupts' }]

describe('bucket', () => {
  it('stores an object with its headers and a checksum', async () => {
    const { s3, bucket } = await openStore()
    expect(s3.objects.get('a')?.headers).toMatchObject({ 'content-type': 'image/webp' })
    expect((await bucket.get('a'))?.equals(bytes)).toBe(true)
    expect((await readStream(bucket)).equals(bytes)).toBe(true)
    expect(await bucket.head('a')).toMatchObject({ size: bytes.length })
  })

  it('reads objects without a checksum', async () => {
    const { s3, bucket } = await openStore()
    s3.objects.set('b', { bytes: Buffer.from('by hand'), headers: {}, modifiedAt: new Date() })
    expect(String(await bucket.get('b'))).toBe('by hand')
    expect(await bucket.head('b')).toEqual({ size: 7, sha256: undefined })
  })

  it('lists several pages in the order of the keys', async () => {
    const { bucket } = await openStore()
    for (const key of ['l/3', 'l/1', 'l/5', 'l/2', 'l/4', 'm/1']) {
      await bucket.put(key, Buffer.from(key), {})
    }
    const pages = await Array.fromAsync(bucket.list('l/', 2))
    expect(pages.map((page) => page.map(({ key }) => key))).toEqual([
      ['l/1', 'l/2'],
      ['l/3', 'l/4'],
      ['l/5'],
    ])
  })

  it('copies, and returns false if the source does not exist', async () => {
    const { bucket } = await openStore()
    expect(await bucket.copy('nothing', 'b')).toBe(false)
    expect(await bucket.copy('a', 'b')).toBe(true)
    expect(await bucket.head('b')).toEqual(await bucket.head('a'))
  })

  it.each([500, 503, 429])('retries after status %i', async (status) => {
    const { s3, bucket } = await openStore()
    for (const call of [
      () => bucket.put('b', bytes, {}),
      () => bucket.head('a'),
      () => bucket.get('a'),
      () => readStream(bucket),
      () => bucket.copy('a', 'c'),
      () => bucket.delete('c'),
      () => Array.fromAsync(bucket.list('')),
    ]) {
      s3.requests.length = 0
      s3.injectFault({ kind: 'status', status }, { times: 2 })
      await call()
      expect(s3.requests).toHaveLength(3)
    }
  })

  it('retries broken connections up to three attempts', async () => {
    const { s3, bucket } = await openStore()
    s3.injectFault({ kind: 'down' }, { times: 2 })
    expect(await bucket.get('a')).toHaveLength(bytes.length)
    s3.requests.length = 0
    s3.injectFault({ kind: 'down' })
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'unavailable', isTransient: true })
    expect(s3.requests).toHaveLength(3)
  })

  it('does not retry after status 403', async () => {
    const { s3, bucket } = await openStore()
    s3.injectFault({ kind: 'status', status: 403 })
    await expect(bucket.get('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Photos cannot be reached right now. Please try again in a moment.',
      reason: 'the store answered 403 SlowDown',
    })
    expect(s3.requests).toHaveLength(1)
  })

  it('times out if the store does not respond', async () => {
    const { s3, bucket } = await openStore(shortTimeouts)
    s3.injectFault({ kind: 'silent' })
    await expect(bucket.put('b', bytes, {})).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'the store took too long',
    })
    expect(s3.objects.has('b')).toBe(false)
  })

  it.each(damages)('retries a damaged body: $kind', async (damage) => {
    const { s3, bucket } = await openStore({ ...longTimeouts, attemptTimeoutMs: 1_000 })
    s3.injectFault(damage, { times: 1 })
    expect((await bucket.get('a'))?.equals(bytes)).toBe(true)
    expect(s3.requests.length).toBeGreaterThan(1)
  })

  it.each(damages)('rejects a body that stays damaged: $kind', async (damage) => {
    const { s3, bucket } = await openStore(shortTimeouts)
    s3.injectFault(damage)
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(readStream(bucket)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('limits the number of concurrent requests', async () => {
    const { s3, bucket } = await openStore({
      ...shortTimeouts,
      maxAttempts: 1,
      attemptTimeoutMs: 1_000,
    })
    s3.injectFault({ kind: 'silent' })
    const pending = Array.from({ length: 2_000 }, () => bucket.get('a').catch(() => 'rejected'))
    const results = await Promise.all(pending)
    expect(new Set(results)).toEqual(new Set(['rejected']))
    expect(s3.maxConcurrentRequests()).toBeLessThan(200)
  })
})

describe('bucket with wrong settings', () => {
  it.each([
    ['secret', 'SignatureDoesNotMatch'],
    ['key', 'InvalidAccessKeyId'],
    ['region', 'AuthorizationHeaderMalformed'],
    ['bucket', 'NoSuchBucket'],
  ] as const)('rejects a wrong %s', async (part, code) => {
    const s3: FakeS3 = await startFakeS3()
    const bucket = openBucket({ ...s3.config, [part]: 'wrong' }, longTimeouts)
    await expect(bucket.get('a')).rejects.toMatchObject({ storeCode: code, isTransient: false })
    await expect(bucket.put('a', bytes, {})).rejects.toMatchObject({ storeCode: code })
    expect(s3.objects.size).toBe(0)
  })
})
