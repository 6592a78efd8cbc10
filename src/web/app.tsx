import { Suspense, use } from 'react'
import { type Api, ApiContext } from './api.ts'
import { useLocation } from './navigation/router.tsx'
import type { QueryClient } from './queries/query-client.ts'
import { QueryClientProvider } from './queries/use-query.tsx'
import { matchRoute, type PageRoute } from './routes.ts'
import { PageErrorBoundary } from './site/page-error-boundary.tsx'
import { SiteShell } from './site/site-shell.tsx'
import { Spinner } from './ui/spinner.tsx'

/** Everything below the router, the same on the server and in the browser. */
export function App({ api, queryClient }: { api: Api; queryClient: QueryClient }) {
  const { pathname } = useLocation()
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <SiteShell>
          <PageErrorBoundary resetKey={pathname} onError={clearPendingLoads}>
            <Suspense fallback={<Spinner label="Loading…" />}>
              <RouteComponent pathname={pathname} />
            </Suspense>
          </PageErrorBoundary>
        </SiteShell>
      </QueryClientProvider>
    </ApiContext>
  )
}

/** Suspends until the page's code is loaded; on the server, and for the first page, it already is. */
function RouteComponent({ pathname }: { pathname: string }) {
  const { route, params } = matchRoute(pathname)
  const { Component } = route.loaded ?? use(loadOnce(route))
  return <Component params={params} />
}

const pendingLoads = new Map<PageRoute, ReturnType<PageRoute['load']>>()

/** A failed import is tried again when the page renders next. */
const clearPendingLoads = () => pendingLoads.clear()

/** `use` needs the same promise on every render. */
function loadOnce(route: PageRoute) {
  const promise = pendingLoads.get(route) ?? route.load()
  pendingLoads.set(route, promise)
  return promise
}
