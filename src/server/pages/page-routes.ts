import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { categories } from '#categories/index.ts'
import { errorStatus } from '#contract/errors.ts'
import type { RenderRequest } from '#contract/rendering.ts'
import { type Answer, encodedAnswer, sendAnswer, textAnswer } from '../answers/answer.ts'
import { exactWords } from '../answers/repeated-questions.ts'
import { acceptedEncoding } from '../compression.ts'
import { logFailure, toRefusal } from '../error-handler.ts'
import { tryAgainSoon } from '../errors.ts'
import type { App } from '../http.ts'
import { renderDocument } from './document.ts'
import { errorPage } from './error-page.ts'
import { inProcessFetch, visitorsFetch } from './in-process-fetch.ts'
import { pageAddress } from './page-address.ts'
import type { WebSide } from './web-build.ts'

interface PageDeps {
  web: WebSide
  appUrl: string
}

const html = 'text/html; charset=utf-8'

/** The order of the gallery is drawn with the page, and should not stand still on a quiet day. */
const keptForMs = 60_000

const allCategories = categories.map(({ id }) => id)

/** Every address outside /api is a page: the web side's own route table says which exist. */
export function pageRoutes(app: App, { web, appUrl }: PageDeps) {
  async function page(request: RenderRequest): Promise<Answer> {
    const result = await web.render(request)
    if ('redirect' in result) {
      return { status: 302, headers: { location: result.redirect }, body: Buffer.alloc(0) }
    }
    const { status, head, body, state, modules } = result
    const text = renderDocument({ head, body, state, tags: web.tags(modules), appUrl })
    const answer = { ...textAnswer(html, text), status }
    if (status !== 503) return answer
    const later = String(tryAgainSoon().retryAfterSeconds)
    return { ...answer, headers: { ...answer.headers, 'retry-after': later } }
  }

  async function pageForVisitors(url: string) {
    const { fetch, shows } = visitorsFetch(app)
    const answer = await page({ url, fetch, signedIn: false })
    return { answer, shows: answer.status === 200 ? shows() : null, forMs: keptForMs }
  }

  app.register(async (pages) => {
    pages.setErrorHandler(answerWithErrorPage)
    pages.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const { user, headers } = request
      const { url, isShared } = pageAddress(request.url)
      const encoding = acceptedEncoding(headers['accept-encoding'])
      const own = async () => {
        const fetch = inProcessFetch(app, request)
        return encodedAnswer(await page({ url, fetch, signedIn: user !== null }), encoding)
      }
      const shared = () => {
        const words = exactWords(request.raw)
        const asked = { key: url, encoding, fresh: false, categories: allCategories, words }
        return app.keptAnswers.get(asked, () => pageForVisitors(url))
      }
      return sendAnswer(request, reply, await (user || !isShared ? own() : shared()))
    })
  })
}

function answerWithErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  const status = refusal ? errorStatus[refusal.code] : 500
  logFailure(request, error, 'page failed')
  if (refusal?.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type(html)
    .send(errorPage(refusal?.message, request.id))
}
