import type { FastifyRequest } from 'fastify'
import { type CategoryId, categories } from '#categories/index.ts'
import type { RenderRequest } from '#contract/rendering.ts'
import { type App, pageRequestIdHeader } from '../http/app-types.ts'

type Fetch = RenderRequest['fetch']

/** Calls the API in process, with the cookie and address of the request being rendered. */
export function inProcessFetch(app: App, { id, headers, ip }: FastifyRequest): Fetch {
  return (path, init) => callApi(app, path, init, { id, ip, cookie: headers.cookie })
}

/**
 * Calls the API as an anonymous visitor, for a page that is cached for all of them. Records the categories whose
 * listings the page shows; `tags` is null, which means uncacheable, when a call failed or no category version covers it.
 */
export function anonymousFetch(app: App, { id }: Pick<FastifyRequest, 'id'>) {
  const shown = new Set<CategoryId>()
  let isCacheable = true
  const fetch: Fetch = async (path, init) => {
    const response = await callApi(app, path, init, { id })
    const category = categories.find((each) => listingCalls(each.path).test(path))
    if (category && response.ok) shown.add(category.id)
    else isCacheable = false
    return response
  }
  return { fetch, tags: () => (isCacheable ? [...shown] : null) }
}

const listingCalls = (path: string) => new RegExp(`^/api/${path}(/[^/]+|\\?.*)?$`)

async function callApi(
  app: App,
  url: string,
  init: RequestInit | undefined,
  { id, ip, cookie }: { id: string; ip?: string; cookie?: string | undefined },
): Promise<Response> {
  const { statusCode, payload, headers } = await app.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url,
    headers: { [pageRequestIdHeader]: id, ...(cookie && { cookie }) },
    ...(ip && { remoteAddress: ip }),
  })
  return new Response(statusCode === 204 ? null : payload, {
    status: statusCode,
    headers: { 'content-type': String(headers['content-type'] ?? 'text/plain') },
  })
}
