import { describe, expect, it } from 'vitest'
import { type SmallS3, startSmallS3, type Trouble } from '#tests/support/object-store/small-s3.ts'
import { openBucket } from './bucket.ts'

const quick = { attempts: 3, attemptMs: 150, totalMs: 2_000, pauseMs: 1 }
const calm = { ...quick, attemptMs: 10_000, totalMs: 20_000 }
const bytes = Buffer.alloc(200_000, 'photo ')

async function openStore(patience = calm) {
  const s3 = await startSmallS3()
  await openBucket(s3.address, calm).put('a', bytes, { 'content-type': 'image/webp' })
  s3.calls.length = 0
  return { s3, bucket: openBucket(s3.address, patience) }
}

async function streamed(bucket: Awaited<ReturnType<typeof openStore>>['bucket']) {
  const { body } = (await bucket.stream('a')) ?? {}
  if (!body) throw new Error('nothing there')
  return Buffer.concat(await Array.fromAsync<Buffer>(body))
}

const damages: Trouble[] = [{ kind: 'truncates' }, { kind: 'stalls' }, { kind: 'corrupts' }]

describe('a bucket', () => {
  it('keeps an object with its headers and a checksum', async () => {
    const { s3, bucket } = await openStore()
    expect(s3.objects.get('a')?.headers).toMatchObject({ 'content-type': 'image/webp' })
    expect((await bucket.get('a'))?.equals(bytes)).toBe(true)
    expect((await streamed(bucket)).equals(bytes)).toBe(true)
    expect(await bucket.head('a')).toMatchObject({ size: bytes.length })
  })

  it('reads what somebody else has put there, without a checksum', async () => {
    const { s3, bucket } = await openStore()
    s3.objects.set('b', { bytes: Buffer.from('by hand'), headers: {}, since: new Date() })
    expect(String(await bucket.get('b'))).toBe('by hand')
    expect(await bucket.head('b')).toEqual({ size: 7, sha256: undefined })
  })

  it('lists over many pages, in order', async () => {
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

  it('says that nothing was there to copy', async () => {
    const { bucket } = await openStore()
    expect(await bucket.copy('nothing', 'b')).toBe(false)
    expect(await bucket.copy('a', 'b')).toBe(true)
    expect(await bucket.head('b')).toEqual(await bucket.head('a'))
  })

  it.each([500, 503, 429])('tries again after an answer of %i', async (status) => {
    const { s3, bucket } = await openStore()
    for (const call of [
      () => bucket.put('b', bytes, {}),
      () => bucket.head('a'),
      () => bucket.get('a'),
      () => streamed(bucket),
      () => bucket.copy('a', 'c'),
      () => bucket.remove('c'),
      () => Array.fromAsync(bucket.list('')),
    ]) {
      s3.calls.length = 0
      s3.trouble({ kind: 'answers', status }, { times: 2 })
      await call()
      expect(s3.calls).toHaveLength(3)
    }
  })

  it('tries again after a broken connection, and gives up after three', async () => {
    const { s3, bucket } = await openStore()
    s3.trouble({ kind: 'down' }, { times: 2 })
    expect(await bucket.get('a')).toHaveLength(bytes.length)
    s3.calls.length = 0
    s3.trouble({ kind: 'down' })
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'unavailable', isPassing: true })
    expect(s3.calls).toHaveLength(3)
  })

  it('does not insist when it is refused', async () => {
    const { s3, bucket } = await openStore()
    s3.trouble({ kind: 'answers', status: 403 })
    await expect(bucket.get('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Photos cannot be reached right now. Please try again in a moment.',
      reason: 'the store answered 403 SlowDown',
    })
    expect(s3.calls).toHaveLength(1)
  })

  it('does not wait for a silent store', async () => {
    const { s3, bucket } = await openStore(quick)
    s3.trouble({ kind: 'silent' })
    await expect(bucket.put('b', bytes, {})).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'the store took too long',
    })
    expect(s3.objects.has('b')).toBe(false)
  })

  it.each(damages)('reads again what came damaged: $kind', async (damage) => {
    const { s3, bucket } = await openStore({ ...calm, attemptMs: 1_000 })
    s3.trouble(damage, { times: 1 })
    expect((await bucket.get('a'))?.equals(bytes)).toBe(true)
    expect(s3.calls.length).toBeGreaterThan(1)
  })

  it.each(damages)('gives nobody what stays damaged: $kind', async (damage) => {
    const { s3, bucket } = await openStore(quick)
    s3.trouble(damage)
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(streamed(bucket)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('asks the store for a bounded number of things at once', async () => {
    const { s3, bucket } = await openStore({ ...quick, attempts: 1, attemptMs: 1_000 })
    s3.trouble({ kind: 'silent' })
    const asked = Array.from({ length: 2_000 }, () => bucket.get('a').catch(() => 'refused'))
    const answers = await Promise.all(asked)
    expect(new Set(answers)).toEqual(new Set(['refused']))
    expect(s3.mostAtOnce()).toBeLessThan(200)
  })
})

describe('a wrong login', () => {
  it.each([
    ['secret', 'SignatureDoesNotMatch'],
    ['key', 'InvalidAccessKeyId'],
    ['region', 'AuthorizationHeaderMalformed'],
    ['bucket', 'NoSuchBucket'],
  ] as const)('is refused: %s', async (part, code) => {
    const s3: SmallS3 = await startSmallS3()
    const bucket = openBucket({ ...s3.address, [part]: 'wrong' }, calm)
    await expect(bucket.get('a')).rejects.toMatchObject({ storeCode: code, isPassing: false })
    await expect(bucket.put('a', bytes, {})).rejects.toMatchObject({ storeCode: code })
    expect(s3.objects.size).toBe(0)
  })
})
