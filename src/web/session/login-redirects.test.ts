import { createMemoryRouter, RouterContextProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createApi } from '../queries/api.ts'
import { loaderContext } from '../queries/loaders.ts'
import { requireLogin } from './login-redirects.tsx'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Changes the address, as Back does in a browser before the page is loaded. */
const showAddress = (pathname: string) => vi.stubGlobal('location', { pathname, search: '' })

it('Back after a logout gets past the login page, and a clicked link keeps the page it is on', async () => {
  let isLoggedIn = true
  const context = new RouterContextProvider()
  const api = createApi(async () => Response.json({}))
  const queryClient = createQueryClient()
  context.set(loaderContext, { api, queryClient, isLoggedIn: async () => isLoggedIn })
  const router = createMemoryRouter(
    [
      { path: '/dashboard', middleware: [requireLogin], loader: () => null },
      { path: '*', loader: () => null },
    ],
    { initialEntries: ['/rentals'], getContext: () => context },
  )
  const shown = () => router.state.location.pathname
  router.initialize()
  await vi.waitFor(() => expect(router.state.initialized).toBe(true))
  showAddress('/rentals')
  await router.navigate('/dashboard')
  await router.navigate('/')
  isLoggedIn = false

  showAddress('/dashboard')
  router.navigate(-1)
  await vi.waitFor(() => expect(shown()).toBe('/login'))
  showAddress('/rentals')
  router.navigate(-1)
  await vi.waitFor(() => expect(shown()).toBe('/rentals'))

  await router.navigate('/dashboard')
  expect(shown()).toBe('/login')
  router.navigate(-1)
  await vi.waitFor(() => expect(shown()).toBe('/rentals'))
  router.dispose()
})
