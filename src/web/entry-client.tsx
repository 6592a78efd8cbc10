import '@vitejs/plugin-react/preamble'
import './styles.css'
import { notifyManager } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { PageState } from '#contract/rendering.ts'
import { App } from './app.tsx'
import { hydrateQueries } from './hydration.ts'
import { createApi } from './queries/api.ts'
import { type LoaderContext, loaderContext } from './queries/loaders.ts'
import { routes } from './routes.ts'
import { createQueryClient } from './session/query-client.ts'
import { sessionQuery } from './session/session.tsx'
import { isFromHistory } from './session/session-refresh.ts'

// The content security policy forbids eval, which zod would try in order to compile its parsers.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Updates happen before the next event, not after it, so that a second click finds the button busy.
notifyManager.setScheduler(queueMicrotask)

async function hydrateApp(root: HTMLElement, { audience, queries, today }: PageState) {
  const matchedIds = await loadPage()
  // Lets waiting input events run first.
  await new Promise((resolve) => setTimeout(resolve))
  const api = createApi((path, init) => fetch(path, init))
  const queryClient = createQueryClient()
  hydrateQueries(queryClient, queries)
  if (isFromHistory()) {
    // The document may be old. Its data is fetched again only after hydration: a query that is being fetched can look
    // different from what the server has rendered.
    const fetchAgain = () => queryClient.invalidateQueries()
    document.addEventListener('hydrated', fetchAgain, { once: true })
  }
  const context: LoaderContext = {
    api,
    queryClient,
    isLoggedIn: async () => (await queryClient.ensureQueryData(sessionQuery(api))) !== null,
  }
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[loaderContext, context]])),
    // The queries hold the data. An entry for each route keeps its loader and middleware from running again.
    hydrationData: { loaderData: Object.fromEntries(matchedIds.map((id) => [id, null])) },
  })
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App api={api} queryClient={queryClient} audience={audience} today={today}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    )
  })
}

/** Loads the first page before hydration, because a route that is still lazy hydrates to nothing. */
async function loadPage(): Promise<string[]> {
  const matched = matchRoutes(routes, location)?.map(({ route }) => route) ?? []
  for (const route of matched) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
  return matched.flatMap(({ id }) => id ?? [])
}

const root = document.getElementById('root')
const state = document.getElementById('state')
// This module must not have a top-level await: page chunks import its chunk, so both would wait for each other.
if (root && state) {
  hydrateApp(root, JSON.parse(state.textContent ?? '{}')).catch((error) => {
    document.dispatchEvent(new Event('page-load-error'))
    throw error
  })
}
