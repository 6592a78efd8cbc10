import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ReactNode, Suspense, use } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { type Api, ApiContext } from './api.ts'
import { notFoundRoute, type PageRoute, routes } from './routes.ts'
import { PageBoundary } from './site/page-boundary.tsx'
import { SiteShell } from './site/site-shell.tsx'
import { Spinner } from './ui/spinner.tsx'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
    },
  })
}

/** Everything below the router, the same on the server and in the browser. */
export function App({
  api,
  queries,
  state,
}: {
  api: Api
  queries: QueryClient
  state?: DehydratedState
}) {
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queries}>
        <HydrationBoundary state={state}>
          <SiteShell>
            <PageBoundary address={useLocation().pathname} onFailure={forgetFailed}>
              <Routes>
                {[...routes, notFoundRoute].map((route) => (
                  <Route key={route.path} path={route.path} element={<Waiting route={route} />} />
                ))}
              </Routes>
            </PageBoundary>
          </SiteShell>
        </HydrationBoundary>
      </QueryClientProvider>
    </ApiContext>
  )
}

function Waiting({ route }: { route: PageRoute }): ReactNode {
  // A boundary on the server would need an inline script; there the page's code is always loaded already.
  if (route.loaded) return <route.loaded.Page />
  return (
    <Suspense fallback={<Spinner label="Loading…" />}>
      <Lazy route={route} />
    </Suspense>
  )
}

const pending = new Map<PageRoute, ReturnType<PageRoute['load']>>()

/** Code that did not arrive is asked for again when its page is shown again. */
const forgetFailed = () => pending.clear()

function Lazy({ route }: { route: PageRoute }) {
  const { Page } = use(codeOf(route))
  return <Page />
}

function codeOf(route: PageRoute) {
  const promise = pending.get(route) ?? route.load()
  pending.set(route, promise)
  return promise
}
