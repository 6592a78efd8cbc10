import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { perCategory } from '#categories/index.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { decompress, encodings } from '../http/compression.ts'
import { prepareTextResponse } from '../http/prepared-response.ts'
import type { Versions } from '../versions/category-versions.ts'
import { type BuiltResponse, type CacheLookup, createResponseCache } from './response-cache.ts'

function setUp({ maxBytes = 1_000_000 } = {}) {
  const versions = perCategory(() => 0)
  const clock = { now: 0 }
  const read = vi.fn(async () => ({ ...versions }))
  const cache = createResponseCache({ versions: { read }, now: () => clock.now, maxBytes })
  const built = (text: string, tags: BuiltResponse['tags'] = ['rental']) => ({
    response: prepareTextResponse('text/plain', text),
    tags,
  })
  const build = vi.fn(async () => built(`build ${build.mock.calls.length}`))
  const get = async (lookup: Partial<CacheLookup> = {}, builder = build as Builder) => {
    const { response } = await cache.get({ key: '/a', encoding: undefined, ...lookup }, builder)
    return response.body.toString()
  }
  return { cache, versions, clock, read, built, build, get }
}

type Builder = () => Promise<BuiltResponse>

/** Returns a build that settles when the test says so. */
function pendingBuild() {
  const { promise, resolve, reject } = Promise.withResolvers<BuiltResponse>()
  return { builder: vi.fn(() => promise), resolve, reject }
}

describe('response cache', () => {
  it('builds a response once for each key', async () => {
    const { get } = setUp()
    expect([await get(), await get()]).toEqual(['build 1', 'build 1'])
    expect(await get({ key: '/b' })).toBe('build 2')
    expect(await get()).toBe('build 1')
  })

  it('rebuilds when the version of a tagged category changes, and only then', async () => {
    const { get, versions } = setUp()
    await get()
    versions.misc += 1
    versions.textbook += 1
    expect(await get()).toBe('build 1')
    versions.rental += 1
    expect([await get(), await get()]).toEqual(['build 2', 'build 2'])
  })

  it('rebuilds everything when the campus changes', async () => {
    const { get } = setUp()
    await get()
    changeCampus({ brand: 'Harbour' })
    expect([await get(), await get()]).toEqual(['build 2', 'build 2'])
  })

  it('keeps what a changed category has not changed, in all encodings, and asks once for each change', async () => {
    const { cache, built, versions, clock } = setUp()
    const isUnchanged = vi.fn(async (_since: Versions) => true)
    const build = vi.fn(async () => ({
      ...built('x'.repeat(2_000)),
      expiresAt: 60_000,
      isUnchanged,
    }))
    const get = async (encoding: CacheLookup['encoding']) =>
      (await cache.get({ key: '/a', encoding }, build)).response
    const kept = [await get('br'), await get('gzip')]
    versions.misc += 1
    await get('br')
    expect(isUnchanged).not.toHaveBeenCalled()
    versions.rental += 1
    for (const round of [1, 2]) {
      expect([await get('br'), await get('gzip')], `${round}`).toEqual(kept)
      expect(isUnchanged.mock.calls.map(([since]) => since.rental)).toEqual([0, 0])
    }
    await get(undefined)
    expect(build).toHaveBeenCalledTimes(1)
    versions.rental += 1
    isUnchanged.mockResolvedValue(false)
    await get('br')
    expect(isUnchanged.mock.lastCall?.[0].rental).toBe(1)
    expect(build).toHaveBeenCalledTimes(2)
    isUnchanged.mockResolvedValue(true)
    clock.now = 60_000
    versions.rental += 1
    await get('br')
    expect(build).toHaveBeenCalledTimes(3)
  })

  it('rebuilds what has expired', async () => {
    const { get, built, clock } = setUp()
    const expiresAt = clock.now + 60_000
    const minute = async () => ({ ...built('for a minute'), expiresAt })
    await get({ key: '/minute' }, minute)
    await get()
    clock.now += 59_999
    expect(await get({ key: '/minute' })).toBe('for a minute')
    clock.now += 1
    expect(await get({ key: '/minute' })).toBe('build 2')
    expect(await get()).toBe('build 1')
  })

  it('shares one build between concurrent requests', async () => {
    const { get, built } = setUp()
    const { builder, resolve } = pendingBuild()
    const waiting = Promise.all([get({}, builder), get({}, builder), get({}, builder)])
    await vi.waitFor(() => expect(builder).toHaveBeenCalled())
    resolve(built('for all'))
    expect(await waiting).toEqual(['for all', 'for all', 'for all'])
    expect(builder).toHaveBeenCalledTimes(1)
  })

  it('never gives a request that has seen a newer version the build of an older one', async () => {
    const { get, built, versions } = setUp()
    const before = pendingBuild()
    const first = get({}, before.builder)
    await vi.waitFor(() => expect(before.builder).toHaveBeenCalled())
    versions.rental += 1
    expect(await get({}, async () => built('after'))).toBe('after')
    before.resolve(built('before'))
    expect(await first).toBe('before')
    expect(await get({}, async () => built('rebuilt'))).not.toBe('before')
  })

  it('notices a version change during the build', async () => {
    const { get, built, versions } = setUp()
    const changing = async () => {
      versions.rental += 1
      return built('too early')
    }
    await get({}, changing)
    expect(await get()).toBe('build 1')
  })

  it('reads no versions for a client whose versions are known, and gives it nothing older', async () => {
    const { get, read, versions } = setUp()
    await get()
    read.mockClear()
    expect(await get({ versions: { ...versions } })).toBe('build 1')
    expect(await get({ versions: { ...versions, rental: 1 } })).toBe('build 2')
    expect(read).not.toHaveBeenCalled()
  })

  it('remembers the owner of a response, in each encoding', async () => {
    const { cache, built } = setUp()
    const build = async () => ({ ...built('x'.repeat(2_000)), ownerId: 7 })
    for (const encoding of [undefined, 'br', 'br'] as const) {
      expect(await cache.get({ key: '/a', encoding }, build)).toMatchObject({ ownerId: 7 })
    }
  })

  it('caches neither failures nor responses without tags', async () => {
    const { get, built } = setUp()
    const { builder, reject } = pendingBuild()
    const waiting = Promise.allSettled([get({}, builder), get({}, builder)])
    reject(new Error('down'))
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await get({}, async () => built('only now', null))).toBe('only now')
    expect(await get()).toBe('build 1')
  })

  describe.each(encodings)('with %s', (encoding) => {
    it.each([
      ['short', 'short'],
      ['long', 'a longer text '.repeat(200)],
    ])('keeps no more memory than the body of a %s text has', async (_length, text) => {
      const { cache, built } = setUp()
      const { response } = await cache.get({ key: '/a', encoding }, async () => built(text))
      expect(response.body.buffer.byteLength).toBe(response.body.length)
    })
  })

  it('caches each encoding with its own ETag', async () => {
    const { cache, built } = setUp()
    const text = 'a room near campus '.repeat(200)
    const build = vi.fn(async () => built(text))
    const get = async (encoding: CacheLookup['encoding']) =>
      (await cache.get({ key: '/a', encoding }, build)).response
    const plain = await get(undefined)
    expect(plain.body.toString()).toBe(text)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const etags = new Set([plain.headers.etag])
    for (const encoding of encodings) {
      const { body, headers } = await get(encoding)
      expect((await decompress(body, encoding)).toString()).toBe(text)
      expect(headers['content-encoding']).toBe(encoding)
      etags.add(headers.etag)
      expect((await get(encoding)).body).toBe(body)
    }
    expect(etags.size).toBe(encodings.length + 1)
    expect(build).toHaveBeenCalledTimes(1)
  })

  it('keeps only compressed copies, and makes the plain one of them', async () => {
    const { cache, built } = setUp()
    const text = 'a room near campus '.repeat(2_000)
    const build = vi.fn(async () => built(text))
    const get = async (encoding: CacheLookup['encoding']) =>
      (await cache.get({ key: '/a', encoding }, build)).response
    const first = await get(undefined)
    await get('br')
    expect(await get(undefined)).toEqual(first)
    expect(build).toHaveBeenCalledTimes(1)
    expect(cache.sizeInBytes()).toBeLessThan(text.length / 10)
  })

  it('stays within its byte limit, skips large entries, and caches nothing with a limit of 0', async () => {
    const { cache, get, built } = setUp({ maxBytes: 128_000 })
    for (let n = 0; n < 500; n += 1) await get({ key: `/${n}` }, async () => built('x'.repeat(300)))
    expect(cache.sizeInBytes()).toBeLessThanOrEqual(128_000)
    expect(cache.sizeInBytes()).toBeGreaterThan(10_000)
    const large = vi.fn(async () => built(randomBytes(2_100).toString('base64')))
    await get({ key: '/large' }, large)
    await get({ key: '/large' }, large)
    expect(large).toHaveBeenCalledTimes(2)
    const none = setUp({ maxBytes: 0 })
    expect([await none.get(), await none.get()]).toEqual(['build 1', 'build 2'])
  })
})
