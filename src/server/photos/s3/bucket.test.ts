import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Fault, startFakeS3 } from '#tests/support/object-store/fake-s3.ts'
import { openBucket, type RequestLimits } from './bucket.ts'

const shortLimits = { maxAttempts: 3, attemptTimeoutMs: 150, totalTimeoutMs: 2_000 }
const longLimits = { maxAttempts: 3, attemptTimeoutMs: 10_000, totalTimeoutMs: 20_000 }
const bytes = Buffer.alloc(200_000, 'photo ')

async function openStore(limits: RequestLimits = longLimits) {
  const s3 = await startFakeS3()
  const bucket = openBucket(s3.config, limits)
  onTestFinished(() => bucket.destroy())
  await bucket.put('a', bytes, { ContentType: 'image/webp' })
  s3.requests.length = 0
  return { s3, bucket }
}

const damages: Fault[] = [{ kind: 'truncates' }, { kind: 'stalls' }, { kind: 'corrupts' }]

describe('bucket', () => {
  it('stores an object with its headers and a checksum', async () => {
    const { s3, bucket } = await openStore()
    expect(s3.objects.get('a')?.headers).toMatchObject({ 'content-type': 'image/webp' })
    expect((await bucket.get('a'))?.equals(bytes)).toBe(true)
    expect(await bucket.head('a')).toEqual({
      size: bytes.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('ignores settings for AWS in the environment', async () => {
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'true')
    vi.stubEnv('AWS_USE_DUALSTACK_ENDPOINT', 'true')
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1')
    const { bucket } = await openStore()
    expect(await bucket.head('a')).toMatchObject({ size: bytes.length })
  })

  it('stores bytes in shared memory', async () => {
    const { s3, bucket } = await openStore()
    const shared = new Uint8Array(new SharedArrayBuffer(5)).fill(7)
    await bucket.put('b', shared)
    expect(s3.objects.get('b')?.bytes).toEqual(Buffer.alloc(5, 7))
  })

  it('reads objects without a checksum', async () => {
    const { s3, bucket } = await openStore()
    s3.objects.set('b', { bytes: Buffer.from('by hand'), headers: {}, modifiedAt: new Date() })
    expect(String(await bucket.get('b'))).toBe('by hand')
    expect(await bucket.head('b')).toEqual({ size: 7, sha256: undefined })
    s3.injectFault({ kind: 'truncates' })
    await expect(bucket.get('b')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('rejects an object of absurd size', async () => {
    const { s3, bucket } = await openStore({ ...shortLimits, totalTimeoutMs: 500 })
    const huge = Buffer.alloc(32 * 1024 * 1024 + 1)
    s3.objects.set('b', { bytes: huge, headers: {}, modifiedAt: new Date() })
    await expect(bucket.head('b')).rejects.toMatchObject({
      reason: expect.stringContaining('size'),
    })
    await expect(bucket.get('b')).rejects.toMatchObject({ reason: expect.stringContaining('size') })
    await expect.poll(() => s3.openConnections()).toBe(0)
  })

  it('lists several pages in the order of the keys', async () => {
    const { bucket } = await openStore()
    for (const key of ['l/3', 'l/1', 'l/5', 'l/2', 'l/4&', 'm/1']) {
      await bucket.put(key, Buffer.from(key))
    }
    const pages = await Array.fromAsync(bucket.list('l/', 2))
    expect(pages.map((page) => page.map(({ key }) => key))).toEqual([
      ['l/1', 'l/2'],
      ['l/3', 'l/4&'],
      ['l/5'],
    ])
    expect(pages[0]?.[0]?.modifiedAt).toBeCloseTo(Date.now(), -4)
  })

  it.each([
    ['another document', '<html></html>'],
    ['no document', 'welcome'],
    ['a truncated document', '<ListBucketResult><IsTruncated>false</IsTruncated>'],
    [
      'an invalid time',
      '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>a</Key><LastModified>?</LastModified></Contents></ListBucketResult>',
    ],
    [
      'a truncated list without a token',
      '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
    ],
  ])('does not take %s for a list', async (_, body) => {
    const { s3, bucket } = await openStore()
    s3.injectFault({ kind: 'body', body })
    await expect(Array.fromAsync(bucket.list(''))).rejects.toMatchObject({
      reason: 'the store sent no readable response',
      isTransient: true,
    })
  })

  it('copies, and returns false if the source does not exist', async () => {
    const { bucket } = await openStore()
    expect(await bucket.copy('nothing', 'b')).toBe(false)
    expect(await bucket.copy('a', 'b')).toBe(true)
    expect(await bucket.head('b')).toEqual(await bucket.head('a'))
  })

  it('does not take a copy for done that fails after status 200', async () => {
    const { s3, bucket } = await openStore()
    s3.injectFault({ kind: 'body', body: '<Error><Code>InternalError</Code></Error>' })
    await expect(bucket.copy('a', 'b')).rejects.toMatchObject({ storeCode: 'InternalError' })
  })

  it('returns undefined for an object that does not exist', async () => {
    const { bucket } = await openStore()
    expect(await bucket.head('b')).toBeUndefined()
    expect(await bucket.get('b')).toBeUndefined()
    await bucket.delete('b')
  })

  it.each([500, 503, 429])('retries after status %i', async (status) => {
    const calls: ((bucket: ReturnType<typeof openBucket>) => Promise<unknown>)[] = [
      (bucket) => bucket.put('b', bytes),
      (bucket) => bucket.head('a'),
      (bucket) => bucket.get('a'),
      (bucket) => bucket.copy('a', 'c'),
      (bucket) => bucket.delete('a'),
      (bucket) => Array.fromAsync(bucket.list('')),
    ]
    await Promise.all(
      calls.map(async (call) => {
        const { s3, bucket } = await openStore()
        s3.injectFault({ kind: 'status', status }, { times: 2 })
        await call(bucket)
        expect(s3.requests).toHaveLength(3)
      }),
    )
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
      message: "We can't reach your photos right now. Please try again in a moment.",
      reason: 'the store answered 403 InternalError',
    })
    expect(s3.requests).toHaveLength(1)
  })

  it('times out if the store does not respond', async () => {
    const { s3, bucket } = await openStore(shortLimits)
    s3.injectFault({ kind: 'silent' })
    await expect(bucket.put('b', bytes)).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'the store took too long',
    })
    expect(s3.objects.has('b')).toBe(false)
  })

  it('ends all attempts together after the total timeout', async () => {
    const { s3, bucket } = await openStore({ ...shortLimits, maxAttempts: 99, totalTimeoutMs: 400 })
    s3.injectFault({ kind: 'silent' })
    const startedAt = performance.now()
    await expect(bucket.get('a')).rejects.toMatchObject({ reason: 'the store took too long' })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(s3.requests.length).toBeGreaterThan(1)
  })

  it.each(damages)('retries a damaged body: $kind', async (damage) => {
    const { s3, bucket } = await openStore({ ...longLimits, attemptTimeoutMs: 1_000 })
    s3.injectFault(damage, { times: 1 })
    expect((await bucket.get('a'))?.equals(bytes)).toBe(true)
    expect(s3.requests).toHaveLength(2)
  })

  it.each(damages)('rejects a body that stays damaged: $kind', async (damage) => {
    const { s3, bucket } = await openStore(shortLimits)
    s3.injectFault(damage)
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'unavailable' })
    expect(s3.requests).toHaveLength(3)
  })

  it('limits the number of concurrent requests', async () => {
    const { s3, bucket } = await openStore({
      maxAttempts: 1,
      attemptTimeoutMs: 1_000,
      totalTimeoutMs: 2_000,
    })
    s3.injectFault({ kind: 'silent' })
    const pending = Array.from({ length: 500 }, () => bucket.get('a').catch(() => 'rejected'))
    const results = await Promise.all(pending)
    expect(new Set(results)).toEqual(new Set(['rejected']))
    expect(s3.maxConcurrentRequests()).toBeLessThan(200)
  })

  it('reuses its connections and closes them when it is destroyed', async () => {
    const { s3, bucket } = await openStore()
    for (let index = 0; index < 20; index++) {
      await Promise.all([bucket.get('a'), bucket.head('a'), bucket.put('b', bytes)])
    }
    expect(s3.openConnections()).toBeLessThanOrEqual(3)
    bucket.destroy()
    await expect.poll(() => s3.openConnections()).toBe(0)
  })

  it.each([{ kind: 'stalls' }, { kind: 'silent' }] satisfies Fault[])(
    'closes the connections of failed attempts: $kind',
    async (fault) => {
      const { s3, bucket } = await openStore(shortLimits)
      s3.injectFault(fault)
      await Promise.allSettled(Array.from({ length: 20 }, () => bucket.get('a')))
      await expect.poll(() => s3.openConnections()).toBe(0)
    },
  )
})

describe('bucket with wrong settings', () => {
  it.each([
    ['secret', 'SignatureDoesNotMatch'],
    ['key', 'InvalidAccessKeyId'],
    ['region', 'AuthorizationHeaderMalformed'],
    ['bucket', 'NoSuchBucket'],
  ] as const)('rejects a wrong %s', async (part, code) => {
    const s3 = await startFakeS3()
    const bucket = openBucket({ ...s3.config, [part]: 'wrong' }, longLimits)
    await expect(bucket.get('a')).rejects.toMatchObject({ storeCode: code, isTransient: false })
    await expect(bucket.put('a', bytes)).rejects.toMatchObject({ storeCode: code })
    expect(s3.objects.size).toBe(0)
  })
})
