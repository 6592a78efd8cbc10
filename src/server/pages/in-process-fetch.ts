import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type CategoryId, categories, categoriesWithCopies } from '#categories/index.ts'
import { statusByErrorCode } from '#contract/errors.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ApiFetch, ApiResponse, Audience } from '#contract/rendering.ts'
import { textNames } from '#contract/site-text-rules.ts'
import type { App } from '../http/app-types.ts'
import { pageAudienceHeader, pageExpiryHeader, pageRequestIdHeader } from '../http/in-process.ts'

/**
 * Calls the API in process for one person, with the cookie, origin and address of the request that is being rendered.
 * Other requests run after each call: without that, the calls and the rendering of a page are one long turn.
 */
export function personalFetch(app: App, { id, headers, ip }: FastifyRequest): ApiFetch {
  const { cookie, 'sec-fetch-site': site } = headers
  const passedOn = { ...(cookie && { cookie }), ...(site && { 'sec-fetch-site': String(site) }) }
  return async (path, init) => {
    const response = await callApi(app, path, init, {
      headers: { [pageRequestIdHeader]: id, ...passedOn },
      remoteAddress: ip,
    })
    await yieldToEventLoop()
    return response
  }
}

interface PageCall {
  path: string
  category: CategoryId
  /** Whether the call is much cheaper than the page, so that it is made again to find out whether it has changed. */
  isCheap: boolean
  etag: string | null
  expiresAt: number
}

/**
 * Calls the API for an audience, with nobody's cookie or address. It records what the page shows. `readCaching` returns
 * how long the page can be cached: `tags` is null, which means uncacheable, if a call failed or no category version
 * covers it.
 */
export function audienceFetch(app: App, { id }: Pick<FastifyRequest, 'id'>, audience: Audience) {
  const headers = { [pageRequestIdHeader]: id, [pageAudienceHeader]: audience }
  const calls: PageCall[] = []
  let isCacheable = true
  const fetch: ApiFetch = async (path, init) => {
    const response = await callApi(app, path, init, { headers })
    const kind = listingCalls.find(({ pattern }) => pattern.test(path))
    if (kind && (response.ok || response.status === statusByErrorCode.gone)) {
      const { category, isCheap } = kind
      calls.push({ path, category, isCheap, ...validityOf(response) })
    } else if (!callsWithoutListings.includes(path) || !response.ok) isCacheable = false
    return response
  }
  const readCaching = () => ({
    tags: isCacheable ? [...new Set(calls.map(({ category }) => category))] : null,
    expiresAt: Math.min(...calls.map(({ expiresAt }) => expiresAt)),
    isUnchanged: createChangeCheck(app, audience, calls),
  })
  return { fetch, readCaching }
}

/**
 * The calls that no category version has to cover. The ways to log in change only when the server restarts with other
 * settings, and a changed text counts as a change of the campus.
 */
const callsWithoutListings: string[] = [
  apiPaths.loginWays,
  ...textNames.flatMap((name) => [apiPaths.text(name), apiPaths.textChanges(name)]),
]

const validityOf = ({ headers }: ApiResponse) => ({
  etag: headers.get('etag'),
  expiresAt: Number(headers.get(pageExpiryHeader) ?? Number.POSITIVE_INFINITY),
})

/**
 * Returns a function that makes the page's calls again, and says whether all of them return the same for as long.
 * Returns undefined if that could cost as much as the page. A cached response of a single listing costs one read by its
 * primary key.
 */
function createChangeCheck(app: App, audience: Audience, calls: readonly PageCall[]) {
  if (!calls.every(({ isCheap, etag }) => isCheap && etag)) return undefined
  return async () => {
    for (const { path, etag, expiresAt } of calls) {
      const response = await callApi(app, path, undefined, {
        headers: { [pageAudienceHeader]: audience },
      })
      const now = validityOf(response)
      if (now.etag !== etag || now.expiresAt < expiresAt) return false
    }
    return true
  }
}

/** The calls that show listings: single listings, all copies of a thing, lists, and similar listings. */
const listingCalls = [
  ...categories.map(({ id, path }) => ({
    category: id,
    pattern: new RegExp(`^/api/${path}/[^/?]+$`),
    isCheap: true,
  })),
  ...categoriesWithCopies.map(({ id, path, copies }) => ({
    category: id,
    pattern: new RegExp(`^/api/${path}/${copies.segment}/[^/]+$`),
    isCheap: true,
  })),
  ...categories.map(({ id, path }) => ({
    category: id,
    pattern: new RegExp(`^/api/${path}(/[^/]+(/similar)?|\\?.*)?$`),
    isCheap: false,
  })),
]

async function callApi(
  app: App,
  url: string,
  init: RequestInit | undefined,
  caller: { headers: Record<string, string>; remoteAddress?: string },
): Promise<ApiResponse> {
  const method = (init?.method ?? 'GET') as 'GET'
  const { statusCode, payload, headers } = await app.inject({ method, url, ...caller })
  return {
    ok: statusCode < 400,
    status: statusCode,
    headers: { get: (name) => headers[name]?.toString() ?? null },
    json: async () => JSON.parse(payload),
  }
}
