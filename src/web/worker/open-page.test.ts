import { expect, it, vi } from 'vitest'
import { keptDays, sharedPhotosCache, storedAtHeader, studentHeader } from '#contract/offline.ts'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { createKeptData } from './kept-data.ts'
import { createPageOpener } from './open-page.ts'

const dayMs = 86_400_000
const threads = 'https://quad.example/api/threads'

/** Opens a browser in which a student has kept something and shared a photo, and a new version waits. */
async function open() {
  const { caches, contents } = createMemoryCaches()
  const clock = { now: 1_000 }
  const now = () => clock.now
  const kept = createKeptData({ caches, version: 'v1', now })
  const headers = { [studentHeader]: '7' }
  await kept.keep(threads, new Response('my threads', { headers }), kept.currentEpoch())
  const shared = await caches.open(sharedPhotosCache)
  await shared.put('/shared/0', new Response('', { headers: { [storedAtHeader]: '1000' } }))
  const fetch = vi.fn(async () => new Response('page', { headers }))
  const postMessage = vi.fn()
  const scope = {
    registration: { waiting: { postMessage } },
    clients: {
      claim: async () => undefined,
      get: async () => ({}),
      matchAll: async () => [{ id: 'page' }],
    },
  }
  const offlinePage = { read: async () => new Response('offline'), refresh: async () => undefined }
  const openPage = createPageOpener({ kept, offlinePage, caches, fetch, scope, now })
  const load = async () => {
    const work: Promise<unknown>[] = []
    const response = await openPage(new Request('https://quad.example/saved'), {
      preloadResponse: Promise.resolve(undefined),
      resultingClientId: 'page',
      waitUntil: (each) => void work.push(each),
    })
    await Promise.all(work)
    return response.text()
  }
  return { contents, clock, fetch, postMessage, load }
}

const failures = {
  'there is no network': async () => {
    throw new TypeError('Failed to fetch')
  },
  'the server is down': async () => new Response('Bad gateway', { status: 502 }),
}

it('a page lets a new version take over', async () => {
  const { postMessage, load } = await open()
  expect(await load()).toBe('page')
  expect(postMessage).toHaveBeenCalledOnce()
})

it.each(Object.entries(failures))('no new version takes over while %s', async (_, fail) => {
  const { fetch, postMessage, contents, load } = await open()
  fetch.mockImplementation(fail)
  const before = contents()
  expect(['offline', 'Bad gateway']).toContain(await load())
  expect(postMessage).not.toHaveBeenCalled()
  expect(contents()).toEqual(before)
})

it('shared photos are deleted after an hour, and data after as long as a login lasts', async () => {
  const { clock, fetch, contents, load } = await open()
  clock.now += 3_600_000
  await load()
  expect(contents()).toEqual({
    'quad-kept-v1-7': ['/api/threads'],
    [sharedPhotosCache]: ['/shared/0'],
  })
  clock.now += 1
  // It needs no network.
  fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  await load()
  expect(contents()).toEqual({ 'quad-kept-v1-7': ['/api/threads'] })
  clock.now += keptDays * dayMs
  await load()
  expect(contents()).toEqual({ 'quad-kept-v1-7': [] })
})
