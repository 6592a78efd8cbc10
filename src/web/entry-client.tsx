import '@vitejs/plugin-react/preamble'
import './styles.css'
import { notifyManager, onlineManager, type QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { applyPageCampus } from '#campus/page-campus.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PageState } from '#contract/rendering.ts'
import { App } from './app.tsx'
import { hydrateQueries } from './hydration.ts'
import { prefetchPage } from './pages/eager-loaders.ts'
import { type Api, createApi } from './queries/api.ts'
import { type LoaderContext, loaderContext } from './queries/loaders.ts'
import { noteFetchAhead, notePageStart, noteResponse } from './queries/stored-at.ts'
import { preloadPage, routes } from './routes.ts'
import { createQueryClient, readFromServiceWorker } from './session/query-client.ts'
import { fetchSession, sessionKey, sessionQuery } from './session/session.tsx'
import { isFromHistory } from './session/session-refresh.ts'
import { showTheme } from './site/theme.ts'
import { hasServiceWorker } from './ui/load-code.ts'

// The content security policy forbids eval, which zod would try in order to compile its parsers.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Updates happen before the next event, not after it, so that a second click finds the button busy.
notifyManager.setScheduler(queueMicrotask)

// TanStack Query believes that every document is opened online. The service worker opens some without a network.
if (navigator.onLine === false) onlineManager.setOnline(false)

async function hydrateApp(root: HTMLElement, state: PageState) {
  const { queries, today, announcements, routeIds } = state
  /** Whether the service worker sent the offline page instead of this one. */
  const isStandIn = routeIds.includes(pagePaths.offline) && location.pathname !== pagePaths.offline
  // Each pause ends a task, so that waiting input events run in between.
  await pause()
  const matchedIds = isStandIn ? [] : await loadPage(routeIds)
  await pause()
  const api = createApi(async (path, init) => {
    const response = await fetch(path, init)
    noteResponse(response)
    return response
  })
  const queryClient = createQueryClient()
  if (hasServiceWorker()) readFromServiceWorker(queryClient)
  if (isStandIn) await readStoredSession(api, queryClient)
  else hydrateQueries(queryClient, queries)
  const student = isStandIn && queryClient.getQueryData(sessionKey)
  const audience = student ? 'students' : state.audience
  if (isFromHistory() && !isStandIn) {
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
    getContext: () => {
      notePageStart()
      return new RouterContextProvider(new Map([[loaderContext, context]]))
    },
    // The queries hold the data. An entry for each route keeps its loader and middleware from running again.
    ...(!isStandIn && {
      hydrationData: { loaderData: Object.fromEntries(matchedIds.map((id) => [id, null])) },
    }),
  })
  // Without a connection, some browsers would keep the failure until a reload.
  if (!savesData() && navigator.onLine !== false) {
    const start = () => startPrefetching(context, audience)
    document.addEventListener('hydrated', start, { once: true })
  }
  const app = (
    <StrictMode>
      <App {...{ api, queryClient, audience, today, announcements }}>
        <RouterProvider router={router} useTransitions={false} />
      </App>
    </StrictMode>
  )
  if (isStandIn) {
    await whenInitialized(router)
    showTheme()
    return createRoot(root).render(app)
  }
  await pause()
  startTransition(() => {
    hydrateRoot(root, app)
  })
}

/** Reads the session that the service worker has stored. Without one, the page is that of a visitor. */
async function readStoredSession(api: Api, queryClient: QueryClient) {
  const user = await fetchSession(api).catch(() => null)
  queryClient.setQueryData(sessionKey, user)
}

/** Waits for the first page, so that the screen is never empty. */
const whenInitialized = (router: ReturnType<typeof createBrowserRouter>) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (!router.state.initialized) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = router.subscribe(check)
    check()
  })

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
    noteFetchAhead(link ? link.pathname : undefined)
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
