import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { listingKeys } from '../listings/listing-queries.ts'
import { createApi } from '../queries/api.ts'
import { type LoaderContext, loaderContext } from '../queries/loaders.ts'
import { createQueryClient } from '../session/query-client.ts'
import { loadListing, prefetchPage } from './eager-loaders.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Opens a site whose server never answers. */
function openSite() {
  const calls: string[] = []
  const api = createApi((path) => {
    calls.push(path)
    return new Promise(() => undefined)
  })
  const context: LoaderContext = {
    api,
    queryClient: createQueryClient(),
    isLoggedIn: async () => false,
  }
  const load = () => {
    const args = {
      request: new Request('http://localhost/misc/7'),
      params: { id: '7' },
      context: new RouterContextProvider(new Map([[loaderContext, context]])),
    }
    let isDone = false
    loadListing(args as unknown as LoaderFunctionArgs).then(() => {
      isDone = true
    })
    return () => isDone
  }
  return { calls, context, load }
}

it('opens a listing that a list knows without waiting for the server, and fetches it', async () => {
  const { calls, context, load } = openSite()
  const data = { pages: [{ results: [{ ...sampleWire('misc'), id: 7 }] }], pageParams: [''] }
  context.queryClient.setQueryData(listingKeys.list('misc', 'browse', ''), data)
  const isDone = load()
  await vi.advanceTimersByTimeAsync(0)
  expect(isDone()).toBe(true)
  expect(calls).toEqual([apiPaths.listing('misc', 7)])
})

it('waits a moment for a listing that no list knows', async () => {
  const isDone = openSite().load()
  await vi.advanceTimersByTimeAsync(0)
  expect(isDone()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isDone()).toBe(true)
})

it('fetches a listing once when its link is touched, and nothing for other links', async () => {
  const { calls, context, load } = openSite()
  const others = ['/', '/rentals', '/misc/create', '/misc/7/contact', '/students/7', '/toString/7']
  for (const path of [...others, '/misc/7', '/misc/7']) prefetchPage(context, path)
  load()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual([apiPaths.listing('misc', 7)])
})
