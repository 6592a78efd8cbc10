import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { applyPageCampus } from '#campus/page-campus.ts'
import type { Head, Render } from '#contract/rendering.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import { App } from './app.tsx'
import { dehydrateQueries } from './hydration.ts'
import { HeadCollector } from './navigation/head.ts'
import { createApi } from './queries/api.ts'
import { type LoaderContext, loaderContext } from './queries/loaders.ts'
import { loadAllPages, type RouteHandle, routes } from './routes.ts'
import { createQueryClient } from './session/query-client.ts'
import { sessionKey } from './session/session.tsx'

/** React's mark for a part that failed to render. Text cannot contain it, because React escapes it. */
const failedPart = '<!--$!-->'

const { query } = createStaticHandler(routes)

/**
 * The routes of the router of one page. The matches in its context have their own routes, so it needs no others. It would
 * copy the whole route table for every page.
 */
const withoutRoutes: RouteObject[] = []

export { loadAllPages }

/** Runs the page's guards and loader, then renders it in one synchronous pass. */
export const render: Render = async (request) => {
  const { url, fetch, audience, user, now, campus, announcements } = request
  if (campus) applyPageCampus(campus)
  const api = createApi(fetch)
  const queryClient = createQueryClient()
  // A page that is the same for all students has no session in its state; the browser asks for it.
  if (user || audience === 'visitors') queryClient.setQueryData(sessionKey, user)
  const context: LoaderContext = {
    api,
    queryClient,
    isLoggedIn: async () => audience === 'students',
  }
  const loaded = await load(url, context)
  if (loaded instanceof Response) {
    return { redirect: loaded.headers.get('location') ?? '/', status: loaded.status }
  }

  const today = campusIsoDate(now)
  const collector: { head?: Head } = {}
  const body = renderToString(
    <HeadCollector value={collector}>
      <App {...{ api, queryClient, audience, today, announcements }}>
        <StaticRouterProvider
          router={createStaticRouter(withoutRoutes, loaded)}
          context={loaded}
          hydrate={false}
        />
      </App>
    </HeadCollector>,
  )
  const handles: (RouteHandle | undefined)[] = loaded.matches.map(({ route }) => route.handle)
  // renderToString hides an error inside <Suspense>: it leaves out that part, or the page has no head.
  if (!collector.head || body.includes(failedPart)) throw new Error(`${url} failed to render`)
  return {
    status: loaded.statusCode,
    head: collector.head,
    body,
    state: {
      audience,
      queries: dehydrateQueries(queryClient),
      today,
      routeIds: loaded.matches.map(({ route }) => route.id),
    },
    modules: handles.flatMap((handle) => handle?.source ?? []),
    ...(context.ownerId !== undefined && { ownerId: context.ownerId }),
  }
}

/** Resolves with the loaded page or a redirect. The static handler runs middleware only around a response. */
async function load(url: string, context: LoaderContext): Promise<StaticHandlerContext | Response> {
  let loaded: StaticHandlerContext | undefined
  const request = new Request(new URL(url, 'http://localhost'))
  const requestContext = new RouterContextProvider(new Map([[loaderContext, context]]))
  const response = await query(request, {
    requestContext,
    async generateMiddlewareResponse(runLoaders) {
      const result = await runLoaders(request)
      if (result instanceof Response) return result
      loaded = result
      return new Response()
    },
  })
  for (const error of Object.values(loaded?.errors ?? {})) throw error
  return loaded ?? response
}
