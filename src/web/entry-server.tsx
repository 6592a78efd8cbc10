import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Head, Render } from '#contract/rendering.ts'
import { sessionKey, sessionQuery } from './accounts/session.ts'
import { createApi } from './api.ts'
import { App } from './app.tsx'
import { HeadCollector } from './head.ts'
import { StaticRouter } from './navigation/router.tsx'
import { dehydrate, QueryClient } from './queries/query-client.ts'
import { matchRoute } from './routes.ts'

/** Runs the page's loader, then renders it in one synchronous pass. */
export const render: Render = async ({ url, fetch, isLoggedIn }) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const api = createApi(fetch)
  const queryClient = new QueryClient()
  const { route, params } = matchRoute(pathname)
  const { loader } = await route.load()

  if (isLoggedIn) await queryClient.prefetchQuery(sessionQuery(api))
  else queryClient.setQueryData(sessionKey, null)
  const result = await loader?.({ api, queryClient, params, searchParams, url })
  if (result && 'redirect' in result) return result

  const collector: { head?: Head } = {}
  const body = renderToString(
    <StrictMode>
      <HeadCollector value={collector}>
        <StaticRouter url={url}>
          <App api={api} queryClient={queryClient} />
        </StaticRouter>
      </HeadCollector>
    </StrictMode>,
  )
  // renderToString hides an error inside <Suspense>: the page is a spinner then, and has no head.
  if (!collector.head) throw new Error(`${route.source} failed to render`)
  return {
    status: result?.status ?? route.status,
    head: collector.head,
    body,
    state: dehydrate(queryClient),
    modules: [route.source],
  }
}
