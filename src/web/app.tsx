import { Suspense, use } from 'react'
import { type Api, ApiContext } from './api.ts'
import { useLocation } from './navigation/router.tsx'
import type { QueryClient } from './queries/query-client.ts'
import { QueryClientProvider } from './queries/use-query.tsx'
import { matchRoute, type PageRoute } from './routes.ts'
import { PageBoundary } from './site/page-boundary.tsx'
import { SiteShell } from './site/site-shell.tsx'
import { Spinner } from './ui/spinner.tsx'

/** Everything below the router, the same on the server and in the browser. */
export function App({ api, queries }: { api: Api; queries: QueryClient }) {
  const { pathname } = useLocation()
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queries}>
        <SiteShell>
          <PageBoundary address={pathname} onFailure={forgetFailed}>
            <Suspense fallback={<Spinner label="Loading…" />}>
              <PageAt pathname={pathname} />
            </Suspense>
          </PageBoundary>
        </SiteShell>
      </QueryClientProvider>
    </ApiContext>
  )
}

/** The page that is left stays until the code of the next is there; on the server it always is. */
function PageAt({ pathname }: { pathname: string }) {
  const { route, params } = matchRoute(pathname)
  const { Page } = route.loaded ?? use(codeOf(route))
  return <Page params={params} />
}

const pending = new Map<PageRoute, ReturnType<PageRoute['load']>>()

/** Code that did not arrive is asked for again when its page is shown again. */
const forgetFailed = () => pending.clear()

function codeOf(route: PageRoute) {
  const promise = pending.get(route) ?? route.load()
  pending.set(route, promise)
  return promise
}
