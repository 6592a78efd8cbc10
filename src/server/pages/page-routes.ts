import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { errorStatus } from '#contract/errors.ts'
import type { RenderRequest } from '#contract/rendering.ts'
import { toRefusal } from '../error-handler.ts'
import type { App } from '../http.ts'
import { renderDocument } from './document.ts'
import { errorPage } from './error-page.ts'
import type { WebSide } from './web-build.ts'

interface PageDeps {
  web: WebSide
  appUrl: string
}

/** Every address outside /api is a page: the web side's own route table says which exist. */
export function pageRoutes(app: App, { web, appUrl }: PageDeps) {
  app.register(async (pages) => {
    pages.setErrorHandler(answerWithErrorPage)
    pages.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const result = await web.render({
        url: pageUrl(request.url),
        fetch: inProcessFetch(app, request),
        signedIn: request.user !== null,
      })
      reply.header('cache-control', 'private, no-cache')
      if ('redirect' in result) return reply.redirect(result.redirect, 302)
      const { status, head, body, state, modules } = result
      return reply
        .status(status)
        .type('text/html; charset=utf-8')
        .send(renderDocument({ head, body, state, tags: web.tags(modules), appUrl }))
    })
  })
}

/** "//host/x" and "/\\x" read as another site's address; there is no such page here. */
function pageUrl(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/there/is/no/such/page'
}

/** The page's data comes from the same API the browser calls, without a trip over the network. */
function inProcessFetch(app: App, request: FastifyRequest): RenderRequest['fetch'] {
  return async (path, init) => {
    const { cookie } = request.headers
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: path,
      headers: { ...(cookie && { cookie }) },
      remoteAddress: request.ip,
    })
    return new Response(answer.statusCode === 204 ? null : answer.payload, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? 'text/plain') },
    })
  }
}

function answerWithErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  const status = refusal ? errorStatus[refusal.code] : 500
  if (status >= 500) request.log.error({ err: error }, 'page failed')
  if (refusal?.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(errorPage(refusal?.message, request.id))
}
