import { describe, expect, it } from 'vitest'
import { keptCopyHeader, studentHeader } from '#contract/offline.ts'
import { apiPaths } from '#contract/paths.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { createResponseKeeper } from './keep-responses.ts'
import { createKeptData } from './kept-data.ts'

const base = 'https://quad.example/worker.js'
const hrefOf = (path: string) => new URL(path, base).href
const photo = `/uploads/${'a'.repeat(32)}.webp`
const saved = (id: number, changes: object = {}) => ({
  category: 'misc',
  id,
  listing: { id, status: 'available', updated_at: 'monday', ends_at: 'in May', ...changes },
})

/** Opens a browser with the service worker of a version. `answers` is what the server has at each path. */
function open(version = 'v1', memory = createMemoryCaches()) {
  const clock = { now: 1_000 }
  const answers: Record<string, object> = {}
  const server = { student: '7', answers, isReachable: true }
  const requests: { path: string; headers: Headers }[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    const path = new URL(url, base).pathname
    requests.push({ path, headers: new Headers(init?.headers) })
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    const headers = { [studentHeader]: server.student }
    const body = answers[path]
    return body ? Response.json(body, { headers }) : new Response(null, { status: 404, headers })
  }
  const now = () => clock.now
  const kept = createKeptData({ caches: memory.caches, version, now })
  const keeper = createResponseKeeper({ kept, fetch, categoryPaths: { misc: 'misc' }, base, now })
  const visit = async (path: string) => {
    const begunIn = kept.currentEpoch()
    await keeper.follow(new URL(path, base), await fetch(hrefOf(path)), begunIn)
  }
  /** Asks for the saved listings, as pages do, and returns what the worker asks for after that. */
  const save = async (...favourites: ReturnType<typeof saved>[]) => {
    answers[apiPaths.favourites] = { results: favourites }
    for (const { id, listing } of favourites) answers[apiPaths.listing('misc', id)] = listing
    requests.length = 0
    await visit(apiPaths.favourites)
    return requests.slice(1)
  }
  const readDetails = async (id: number) =>
    (await kept.read(hrefOf(apiPaths.listing('misc', id))))?.json()
  return { ...memory, clock, server, answers, requests, kept, keeper, visit, save, readDetails }
}

const pathsOf = (requests: { path: string }[]) => requests.map(({ path }) => path)
const details = (id: number) => apiPaths.listing('misc', id)

describe('saved listings', () => {
  it('are kept with their details, without an address of the seller, and with a photo', async () => {
    const { answers, save, contents } = open()
    answers[`/api${photo}`] = {}
    const requests = await save(saved(1, { photo_info: [{ url: photo, width: 500 }] }), saved(2))
    expect(pathsOf(requests)).toEqual([details(1), details(2), `/api${photo}`])
    expect(requests.map(({ headers }) => headers.has(keptCopyHeader))).toEqual([true, true, false])
    expect(contents()).toEqual({
      'quad-kept-v1-7': [apiPaths.favourites, details(1), details(2), `/api${photo}`],
    })
  })

  it('are asked for again once they have changed, and after a day', async () => {
    const { clock, save, readDetails } = open()
    await save(saved(1), saved(2))
    expect(await save(saved(1), saved(2))).toEqual([])
    for (const change of [
      { updated_at: 'tuesday' },
      { updated_at: 'tuesday', status: 'sold' },
      { updated_at: 'tuesday', status: 'sold', ends_at: 'in June' },
    ]) {
      expect(pathsOf(await save(saved(1, change), saved(2)))).toEqual([details(1)])
      expect(await readDetails(1)).toMatchObject(change)
    }
    clock.now += 86_400_001
    expect(pathsOf(await save(saved(2)))).toEqual([details(2)])
  })

  it('are deleted with their photo once they are not saved, or cannot be read', async () => {
    const { answers, save, visit, contents } = open()
    answers[apiPaths.threads()] = { results: [] }
    answers[`/api${photo}`] = {}
    await visit(apiPaths.threads())
    await save(saved(1, { photo_info: [{ url: photo, width: 500 }] }), saved(2), saved(3))
    answers[apiPaths.favourites] = { results: [saved(2), { ...saved(3), listing: null }] }
    await visit(apiPaths.favourites)
    expect(contents()).toEqual({
      'quad-kept-v1-7': [apiPaths.threads(), details(2), apiPaths.favourites],
    })
  })

  it('stay as they are if the network fails', async () => {
    const { server, answers, save, keeper, kept, readDetails } = open()
    await save(saved(1))
    answers[apiPaths.favourites] = { results: [saved(1, { status: 'sold' })] }
    const response = Response.json(answers[apiPaths.favourites], {
      headers: { [studentHeader]: '7' },
    })
    server.isReachable = false
    await keeper.follow(new URL(apiPaths.favourites, base), response, kept.currentEpoch())
    expect(await readDetails(1)).toMatchObject({ status: 'available' })
  })
})

describe('a new version', () => {
  /** Opens a browser in which v1 has kept a conversation and a listing, and v2 waits. */
  async function openBoth() {
    const memory = createMemoryCaches()
    const before = open('v1', memory)
    before.answers[apiPaths.messages(5)] = { results: ['Hi'] }
    await before.visit(apiPaths.messages(5))
    await before.save(saved(1))
    const next = open('v2', memory)
    Object.assign(next.answers, before.answers, { [apiPaths.me]: {} })
    return { before, next, ...memory }
  }

  it('asks again for what the version before keeps, and reads none of it', async () => {
    const { next, contents } = await openBoth()
    next.answers[apiPaths.messages(5)] = { results: ['Hi', 'Hello'] }
    await next.keeper.keepWhatOthersKeep()
    const { 'quad-kept-v1-7': old, 'quad-kept-v2-7': own } = contents()
    expect(own).toEqual(old)
    const stored = await next.kept.read(hrefOf(apiPaths.messages(5)))
    expect(await stored?.json()).toEqual({ results: ['Hi', 'Hello'] })
  })

  it('asks for nothing if it is the first one', async () => {
    const { keeper, requests } = open()
    await keeper.keepWhatOthersKeep()
    expect(requests).toEqual([])
  })

  it('deletes everything and stops if nobody, or somebody else, is logged in', async () => {
    for (const student of ['none', '8']) {
      const { next, contents } = await openBoth()
      next.server.student = student
      await next.keeper.keepWhatOthersKeep()
      expect(next.requests).toHaveLength(1)
      expect(contents()).toEqual({})
    }
  })

  it('notices a logout that came while it was being stored', async () => {
    const { before, next, contents } = await openBoth()
    // Only the version before sees the response to the logout. The response with the last details is under way.
    Object.defineProperty(next.answers, details(1), {
      get() {
        next.server.student = 'none'
        before.kept.noteStudent(new Response(null, { headers: { [studentHeader]: 'none' } }))
        return saved(1).listing
      },
    })
    await next.keeper.keepWhatOthersKeep()
    expect(contents()).toEqual({})
  })

  it('is stored even if the network fails', async () => {
    const { next, contents } = await openBoth()
    next.server.isReachable = false
    await next.keeper.keepWhatOthersKeep()
    expect(Object.keys(contents())).toEqual(['quad-kept-v1-7'])
  })
})

it('an unchanged conversation is written once a minute, and asked for if it was not stored', async () => {
  const { clock, answers, kept, keeper } = open()
  const url = new URL(apiPaths.messages(5), base)
  answers[url.pathname] = { results: ['Hi'] }
  const poll = () =>
    keeper.follow(
      url,
      new Response(null, { status: 304, headers: { [studentHeader]: '7' } }),
      kept.currentEpoch(),
    )
  const storedAt = async () => (await kept.read(url.href))?.headers.get('quad-stored-at')
  await poll()
  expect(await storedAt()).toBe('1000')
  clock.now += 59_000
  await poll()
  expect(await storedAt()).toBe('1000')
  clock.now += 1_000
  await poll()
  expect(await storedAt()).toBe('61000')
})
