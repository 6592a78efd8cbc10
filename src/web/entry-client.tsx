import '@vitejs/plugin-react/preamble'
import './styles.css'
import { notifyManager } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { applyPageCampus } from '#campus/page-campus.ts'
import type { PageState } from '#contract/rendering.ts'
import { App } from './app.tsx'
import { hydrateQueries } from './hydration.ts'
import { prefetchPage } from './pages/eager-loaders.ts'
import { createApi } from './queries/api.ts'
import { type LoaderContext, loaderContext } from './queries/loaders.ts'
import { preloadPage, routes } from './routes.ts'
import { createQueryClient } from './session/query-client.ts'
import { sessionQuery } from './session/session.tsx'
import { isFromHistory } from './session/session-refresh.ts'

// The content security policy forbids eval, which zod would try in order to compile its parsers.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Updates happen before the next event, not after it, so that a second click finds the button busy.
notifyManager.setScheduler(queueMicrotask)

async function hydrateApp(root: HTMLElement, state: PageState) {
  const { audience, queries, today, announcements, routeIds } = state
  // Each pause ends a task, so that waiting input events run in between.
  await pause()
  const matchedIds = await loadPage(routeIds)
  await pause()
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
  if (!savesData()) {
    const start = () => startPrefetching(context, audience)
    document.addEventListener('hydrated', start, { once: true })
  }
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App {...{ api, queryClient, audience, today, announcements }}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    )
  })
}

/** The pages that most readers open next. Students also read messages. */
const likelyPages = {
  visitors: ['listing', 'browse'],
  students: ['listing', 'browse', 'messages', 'messages-thread'],
}

/** How long the mouse rests on a link before its data is fetched. */
const hoverMs = 80

/** Fetches what the reader is likely to open: code in idle time, data once a link is touched or the mouse rests on it. */
function startPrefetching(context: LoaderContext, audience: PageState['audience']) {
  const names = [...likelyPages[audience]]
  const loadNext = async () => {
    const name = names.shift()
    if (!name) return
    await preloadPage(name)
    whenIdle(loadNext)
  }
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === location.origin) prefetchPage(context, link.pathname)
  }
  whenIdle(loadNext)
  addEventListener('pointerdown', prefetch, { passive: true })
  let timer: ReturnType<typeof setTimeout>
  const prefetchSoon = (event: PointerEvent) => {
    clearTimeout(timer)
    if (event.pointerType === 'mouse') timer = setTimeout(() => prefetch(event), hoverMs)
  }
  addEventListener('pointerover', prefetchSoon, { passive: true })
}

/** Safari has no idle callbacks. */
const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(callback) : setTimeout(callback, 1000)

/** Whether the reader has asked the browser to save data. */
const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Loads the first page before hydration, because a route that is still lazy hydrates to nothing. */
async function loadPage(routeIds: string[]): Promise<string[]> {
  for (const route of listRoutes(routes)) {
    if (typeof route.lazy !== 'function' || !routeIds.includes(route.id ?? '')) continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
  return routeIds
}

const listRoutes = (parents: RouteObject[]): RouteObject[] =>
  parents.flatMap((route) => [route, ...listRoutes(route.children ?? [])])

const pause = () => new Promise((resolve) => setTimeout(resolve))

const root = document.getElementById('root')
const state = document.getElementById('state')
// This module must not have a top-level await: page chunks import its chunk, so both would wait for each other.
if (root && state) {
  const pageState: PageState = JSON.parse(state.textContent ?? '{}')
  applyPageCampus(pageState.campus)
  hydrateApp(root, pageState).catch((error) => {
    document.dispatchEvent(new Event('page-load-error'))
    throw error
  })
}
