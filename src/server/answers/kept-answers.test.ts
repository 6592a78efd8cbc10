import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { textAnswer } from './answer.ts'
import { type Asked, createKeptAnswers, type Made } from './kept-answers.ts'

function setUp({ bytes = 1_000_000 } = {}) {
  const counts: Record<CategoryId, number> = { rental: 0, textbook: 0, misc: 0 }
  const clock = { now: 0 }
  const read = vi.fn(async (category: CategoryId) => counts[category])
  const answers = createKeptAnswers({
    counters: {
      read,
      known: (category) => counts[category],
      visitorsDb: () => Promise.reject(new Error('not asked here')),
    },
    now: () => clock.now,
    bytes,
  })
  const made = (text: string, shows: Made['shows'] = ['rental']) => ({
    answer: textAnswer('text/plain', text),
    shows,
  })
  const make = vi.fn(async () => made(`answer ${make.mock.calls.length}`))
  const get = async (asked: Partial<Asked> = {}, work: () => Promise<Made> = make) => {
    const answer = await answers.get(
      { key: '/a', encoding: undefined, fresh: false, categories: ['rental', 'misc'], ...asked },
      work,
    )
    return answer.body.toString()
  }
  return { answers, counts, clock, read, made, make, get }
}

/** Work that ends when the test says so. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<Made>()
  return { work: vi.fn(() => promise), resolve, reject }
}

describe('kept answers', () => {
  it('are made once for each question', async () => {
    const { get } = setUp()
    expect([await get(), await get()]).toEqual(['answer 1', 'answer 1'])
    expect(await get({ key: '/b' })).toBe('answer 2')
    expect(await get()).toBe('answer 1')
  })

  it('are made again when a listing they show has changed, and only then', async () => {
    const { get, counts } = setUp()
    await get()
    counts.misc += 1
    counts.textbook += 1
    expect(await get()).toBe('answer 1')
    counts.rental += 1
    expect([await get(), await get()]).toEqual(['answer 2', 'answer 2'])
  })

  it('are made again once the time that they are good for is over', async () => {
    const { get, made, clock } = setUp()
    const minute = async () => ({ ...made('for a minute'), forMs: 60_000 })
    await get({ key: '/minute' }, minute)
    await get()
    clock.now += 59_999
    expect(await get({ key: '/minute' })).toBe('for a minute')
    clock.now += 1
    expect(await get({ key: '/minute' })).toBe('answer 2')
    expect(await get()).toBe('answer 1')
  })

  it('are made once for all who ask at the same time', async () => {
    const { get, made } = setUp()
    const { work, resolve } = pending()
    const waiting = Promise.all([get({}, work), get({}, work), get({}, work)])
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    resolve(made('for all'))
    expect(await waiting).toEqual(['for all', 'for all', 'for all'])
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('never tell somebody who knows of a change how it was before', async () => {
    const { get, made, counts } = setUp()
    const before = pending()
    const first = get({}, before.work)
    await vi.waitFor(() => expect(before.work).toHaveBeenCalled())
    counts.rental += 1
    expect(await get({ fresh: true }, async () => made('after'))).toBe('after')
    before.resolve(made('before'))
    expect(await first).toBe('before')
    expect(await get({}, async () => made('made anew'))).not.toBe('before')
  })

  it('notice a change that came while they were made', async () => {
    const { get, made, counts } = setUp()
    const changing = async () => {
      counts.rental += 1
      return made('too early')
    }
    await get({}, changing)
    expect(await get()).toBe('answer 1')
  })

  it('ask for the newest count where a student looks', async () => {
    const { get, read } = setUp()
    await get({ fresh: true })
    await get({ fresh: true })
    for (const [, options] of read.mock.calls as unknown[][])
      expect(options).toMatchObject({ fresh: true })
  })

  it('are not kept when they failed, nor when they are good for once only', async () => {
    const { get, made } = setUp()
    const { work, reject } = pending()
    const waiting = Promise.allSettled([get({}, work), get({}, work)])
    reject(new Error('down'))
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await get({}, async () => made('only now', null))).toBe('only now')
    expect(await get()).toBe('answer 1')
  })

  it('are kept compressed too, each form under a tag of its own', async () => {
    const { answers, made } = setUp()
    const text = 'a room near campus '.repeat(200)
    const make = vi.fn(async () => made(text))
    const ask = (encoding: Asked['encoding']) =>
      answers.get({ key: '/a', encoding, fresh: false, categories: ['rental'] }, make)
    const [plain, br, gzip] = [await ask(undefined), await ask('br'), await ask('gzip')]
    expect(brotliDecompressSync(br.body).toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(plain.body.toString()).toBe(text)
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    expect(await ask('br')).toBe(br)
    expect(make).toHaveBeenCalledTimes(1)
    const size = plain.body.length + br.body.length + gzip.body.length
    expect(answers.bytes()).toBeGreaterThanOrEqual(size)
  })

  it('take no more memory than they may, and none at all where they may not be kept', async () => {
    const { answers, get, made } = setUp({ bytes: 128_000 })
    for (let n = 0; n < 500; n += 1) await get({ key: `/${n}` }, async () => made('x'.repeat(300)))
    expect(answers.bytes()).toBeLessThanOrEqual(128_000)
    expect(answers.bytes()).toBeGreaterThan(10_000)
    const large = vi.fn(async () => made('x'.repeat(1_100)))
    await get({ key: '/large' }, large)
    await get({ key: '/large' }, large)
    expect(large).toHaveBeenCalledTimes(2)
    const none = setUp({ bytes: 0 })
    expect([await none.get(), await none.get()]).toEqual(['answer 1', 'answer 2'])
  })
})
