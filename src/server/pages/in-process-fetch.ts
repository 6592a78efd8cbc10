import type { FastifyRequest } from 'fastify'
import { type CategoryId, categories } from '#categories/index.ts'
import type { RenderRequest } from '#contract/rendering.ts'
import type { App } from '../http.ts'

type Fetch = RenderRequest['fetch']

/** A page's data comes from the same API the browser calls, without a trip over the network. */
export function inProcessFetch(app: App, { headers, ip }: FastifyRequest): Fetch {
  return (path, init) => call(app, path, init, { ip, cookie: headers.cookie })
}

/**
 * For a page that all visitors may have: nothing of the one who asks goes along. Remembers whose listings
 * the page shows, or that it is not to be kept: because a call failed, or asked for something that no counter tells of.
 */
export function visitorsFetch(app: App) {
  const shown = new Set<CategoryId>()
  let mayBeKept = true
  const fetch: Fetch = async (path, init) => {
    const answer = await call(app, path, init, {})
    const category = categories.find((each) => listingsOf(each.path).test(path))
    if (category && answer.ok) shown.add(category.id)
    else mayBeKept = false
    return answer
  }
  return { fetch, shows: () => (mayBeKept ? [...shown] : null) }
}

const listingsOf = (path: string) => new RegExp(`^/api/${path}(/[^/]+|\\?.*)?$`)

async function call(
  app: App,
  url: string,
  init: RequestInit | undefined,
  { ip, cookie }: { ip?: string; cookie?: string | undefined },
): Promise<Response> {
  const answer = await app.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url,
    headers: { ...(cookie && { cookie }) },
    ...(ip && { remoteAddress: ip }),
  })
  return new Response(answer.statusCode === 204 ? null : answer.payload, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') },
  })
}
