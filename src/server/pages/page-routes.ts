import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { categories } from '#categories/index.ts'
import { statusByErrorCode } from '#contract/errors.ts'
import type { RenderRequest } from '#contract/rendering.ts'
import { minuteMs } from '../durations.ts'
import { temporarilyUnavailable } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { logFailure, toAppError } from '../http/error-handler.ts'
import {
  encodeResponse,
  type PreparedResponse,
  sendResponse,
  textResponse,
} from '../http/prepared-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { renderDocument } from './document.ts'
import { errorPage } from './error-page.ts'
import { anonymousFetch, inProcessFetch } from './in-process-fetch.ts'
import { normalizePageUrl } from './normalize-page-url.ts'
import type { WebApp } from './web-build.ts'

interface PageDeps {
  web: WebApp
  appUrl: string
  responseCache: ResponseCache
}

const html = 'text/html; charset=utf-8'

/** The landing gallery is shuffled when the page is rendered; expiry changes its order on quiet days too. */
const pageTtlMs = minuteMs

const allCategories = categories.map(({ id }) => id)

/** Every path outside /api is a page; the web side's route table decides which exist. */
export function pageRoutes(app: App, { web, appUrl, responseCache }: PageDeps) {
  async function renderPage(request: RenderRequest): Promise<PreparedResponse> {
    const result = await web.render(request)
    if ('redirect' in result) {
      return { status: 302, headers: { location: result.redirect }, body: Buffer.alloc(0) }
    }
    const { status, head, body, state, modules } = result
    const text = renderDocument({ head, body, state, assetTags: web.assetTags(modules), appUrl })
    const response = { ...textResponse(html, text), status }
    if (status !== 503) return response
    const retryAfter = String(temporarilyUnavailable().retryAfterSeconds)
    return { ...response, headers: { ...response.headers, 'retry-after': retryAfter } }
  }

  async function renderForVisitors(url: string, request: FastifyRequest) {
    const { fetch, tags } = anonymousFetch(app, request)
    const response = await renderPage({ url, fetch, isLoggedIn: false })
    return { response, tags: response.status === 200 ? tags() : null, ttlMs: pageTtlMs }
  }

  app.register(async (pages) => {
    pages.setErrorHandler(sendErrorPage)
    pages.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const { user, headers } = request
      const { url, isCacheable } = normalizePageUrl(request.url)
      const encoding = acceptedEncoding(headers['accept-encoding'])
      const renderForUser = async () => {
        const fetch = inProcessFetch(app, request)
        return encodeResponse(await renderPage({ url, fetch, isLoggedIn: user !== null }), encoding)
      }
      const getCached = () =>
        responseCache.get({ key: url, encoding, fresh: false, categories: allCategories }, () =>
          renderForVisitors(url, request),
        )
      return sendResponse(
        request,
        reply,
        await (user || !isCacheable ? renderForUser() : getCached()),
      )
    })
  })
}

function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const appError = toAppError(error)
  const status = appError ? statusByErrorCode[appError.code] : 500
  logFailure(request, error, 'page failed')
  if (appError?.retryAfterSeconds) reply.header('retry-after', String(appError.retryAfterSeconds))
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type(html)
    .send(errorPage(appError?.message, request.id))
}
