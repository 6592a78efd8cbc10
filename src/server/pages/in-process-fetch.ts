import type { FastifyRequest } from 'fastify'
import { type CategoryId, categories, categoriesWithCopies } from '#categories/index.ts'
import { statusByErrorCode } from '#contract/errors.ts'
import type { ApiFetch, ApiResponse, Audience } from '#contract/rendering.ts'
import type { App } from '../http/app-types.ts'
import { pageAudienceHeader, pageExpiryHeader, pageRequestIdHeader } from '../http/in-process.ts'

/** Calls the API in process for one person, with the cookie, origin and address of the request that is being rendered. */
export function personalFetch(app: App, { id, headers, ip }: FastifyRequest): ApiFetch {
  const { cookie, 'sec-fetch-site': site } = headers
  const passedOn = { ...(cookie && { cookie }), ...(site && { 'sec-fetch-site': String(site) }) }
  return (path, init) =>
    callApi(app, path, init, {
      headers: { [pageRequestIdHeader]: id, ...passedOn },
      remoteAddress: ip,
    })
}

/**
 * Calls the API for an audience, with nobody's cookie or address. It records the categories whose listings the page
 * shows. `tags` is null, which means uncacheable, if a call failed or no category version covers it.
 */
export function audienceFetch(app: App, { id }: Pick<FastifyRequest, 'id'>, audience: Audience) {
  const headers = { [pageRequestIdHeader]: id, [pageAudienceHeader]: audience }
  const shown = new Set<CategoryId>()
  let isCacheable = true
  let expiresAt = Number.POSITIVE_INFINITY
  const fetch: ApiFetch = async (path, init) => {
    const response = await callApi(app, path, init, { headers })
    const call = listingCalls.find(({ pattern }) => pattern.test(path))
    if (call && (response.ok || response.status === statusByErrorCode.gone))
      shown.add(call.category)
    else isCacheable = false
    expiresAt = Math.min(expiresAt, Number(response.headers.get(pageExpiryHeader) ?? expiresAt))
    return response
  }
  return { fetch, tags: () => (isCacheable ? [...shown] : null), expiresAt: () => expiresAt }
}

/** The calls that show listings: lists, single listings, similar listings, and all copies of a thing. */
const listingCalls = [
  ...categories.map(({ id, path }) => ({
    category: id,
    pattern: new RegExp(`^/api/${path}(/[^/]+(/similar)?|\\?.*)?$`),
  })),
  ...categoriesWithCopies.map(({ id, path, copies }) => ({
    category: id,
    pattern: new RegExp(`^/api/${path}/${copies.segment}/[^/]+$`),
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
