import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Head, Render } from '#contract/rendering.ts'
import { sessionQuery } from './accounts/session.ts'
import { createApi } from './api.ts'
import { App } from './app.tsx'
import { HeadCollector } from './head.ts'
import { StaticRouter } from './navigation/router.tsx'
import { QueryClient } from './queries/query-client.ts'
import { matchRoute } from './routes.ts'

const noHead: Head = { title: '', description: '' }

/** Renders one address completely: data first, then the markup, in one go. */
export const render: Render = async ({ url, fetch, signedIn }) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const api = createApi(fetch)
  const queries = new QueryClient()
  const { route, params } = matchRoute(pathname)
  const { prefetch } = await route.load()

  if (signedIn) await queries.prefetch(sessionQuery(api))
  else queries.setData(sessionQuery(api).queryKey, null)
  const outcome = await prefetch?.({ api, queries, params, search: searchParams, url })
  if (outcome && 'redirect' in outcome) return outcome

  const collector: { head?: Head } = {}
  const body = renderToString(
    <StrictMode>
      <HeadCollector value={collector}>
        <StaticRouter url={url}>
          <App api={api} queries={queries} />
        </StaticRouter>
      </HeadCollector>
    </StrictMode>,
  )
  return {
    status: outcome?.status ?? route.status,
    head: collector.head ?? noHead,
    body,
    state: queries.answers(),
    modules: [route.source],
  }
}
