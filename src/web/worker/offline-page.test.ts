import { expect, it, vi } from 'vitest'
import { createMemoryCaches } from '#tests/support/memory-caches.ts'
import { createOfflinePage } from './offline-page.ts'

function open(version = 'v1', { caches, contents } = createMemoryCaches()) {
  const clock = { now: 1_000 }
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) => new Response('<script data-code="/entry-1.js">'),
  )
  const page = createOfflinePage({
    caches,
    fetch,
    version,
    entry: '/entry-1.js',
    now: () => clock.now,
  })
  const text = async () => (await page.read())?.text()
  return { caches, contents, clock, fetch, page, text }
}

it('is fetched as a visitor, so that nothing personal is in it', async () => {
  const { fetch, page, text } = open()
  await page.store()
  expect(fetch).toHaveBeenCalledWith('/offline', { credentials: 'omit', cache: 'no-store' })
  expect(await text()).toContain('entry-1')
})

it.each([
  ['of another version', new Response('<script data-code="/entry-2.js">')],
  ['an error', new Response('/entry-1.js', { status: 503 })],
])('is not stored if it is %s', async (_, response) => {
  const { fetch, page, contents } = open()
  fetch.mockResolvedValue(response)
  await expect(page.store()).rejects.toThrow('another version')
  expect(contents()).toEqual({})
})

it('is fetched again after a day, and stays if that fails', async () => {
  const { clock, fetch, page, text } = open()
  await page.store()
  await page.refresh()
  expect(fetch).toHaveBeenCalledTimes(1)
  clock.now += 86_400_001
  fetch.mockRejectedValueOnce(new TypeError('failed'))
  await page.refresh()
  expect(await text()).toContain('entry-1')
  fetch.mockResolvedValueOnce(new Response('new /entry-1.js'))
  await page.refresh()
  expect(await text()).toContain('new')
})

it('is deleted by the next version', async () => {
  const memory = createMemoryCaches()
  await open('v1', memory).page.store()
  const next = open('v2', memory)
  await next.page.store()
  await next.page.cleanUp()
  expect(memory.contents()).toEqual({ 'quad-page-v2': ['/offline'] })
})
