import { RouterContextProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { createApi } from '../queries/api.ts'
import { loaderContext } from '../queries/loaders.ts'
import { createQueryClient } from '../session/query-client.ts'
import { sessionKey } from '../session/session.tsx'
import { loader } from './landing.tsx'

it('reads the feed again on every visit, for the student who is logged in', async () => {
  const parts = ['unread', 'ending', 'searches', 'matches', 'price_drops', 'fresh']
  const nothing = Object.fromEntries(parts.map((part) => [part, []]))
  const fetch = vi.fn(async (path: string) =>
    Response.json(path === apiPaths.home ? nothing : { results: [], next: null }),
  )
  const api = createApi(fetch)
  const queryClient = createQueryClient()
  const isLoggedIn = async () => queryClient.getQueryData(sessionKey) !== null
  const context = new RouterContextProvider(
    new Map([[loaderContext, { api, queryClient, isLoggedIn }]]),
  )
  const visit = async (user: object | null) => {
    queryClient.setQueryData(sessionKey, user)
    fetch.mockClear()
    const request = new Request('http://localhost/')
    await loader({ request, context, params: {}, pattern: '/', url: new URL(request.url) })
    return fetch.mock.calls.filter(([path]) => path === apiPaths.home).length
  }
  expect(await visit(null)).toBe(0)
  expect(await visit({ id: 2 })).toBe(1)
  expect(await visit({ id: 2 }), 'a moment later').toBe(1)
  expect(await visit({ id: 3 })).toBe(1)
  const keys = queryClient.getQueryCache().findAll({ queryKey: ['home'] })
  expect(keys.map(({ queryKey }) => queryKey)).toEqual([
    ['home', 2],
    ['home', 3],
  ])
})
