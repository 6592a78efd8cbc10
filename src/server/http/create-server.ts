import { randomUUID } from 'node:crypto'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http'
import type { Socket } from 'node:net'
import fastify, { LogController } from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { perCampus } from '#campus/campus.ts'
import { look } from '../campus/look.ts'
import type { Config } from '../config.ts'
import { minuteMs, secondMs } from '../durations.ts'
import type { App } from './app-types.ts'
import { handleClientError, handleError, handleUnknownRoute } from './error-handler.ts'
import { isInProcess, pageRequestIdHeader } from './in-process.ts'
import { loggerOptions } from './request-log.ts'

const idleTimeoutMs = minuteMs

const timeouts = {
  headersTimeout: 10 * secondMs,
  // A 10 MB upload over a slow phone connection takes most of a minute.
  requestTimeout: minuteMs,
  keepAliveTimeout: 72 * secondMs,
  // Node checks timeouts at this interval. Its default of 30 s would lengthen each timeout.
  connectionsCheckingInterval: 5 * secondMs,
}

/** Creates a Fastify server with our limits, error handling, headers and JSON parsing, but no routes yet. */
export function createServer(config: Config): App {
  const headers = perCampus(() =>
    commonHeaders({
      https: config.APP_URL.startsWith('https:'),
      dev: config.NODE_ENV === 'development',
      photoUrl: config.PHOTO_URL,
      styleSource: look().styleSource,
    }),
  )
  const app: App = fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    trustProxy: config.TRUST_PROXY ?? false,
    // Room for the longest text of an admin, 20,000 characters, and little for thousands of keys that nobody asked for.
    // Routes that take a logo have a higher limit of their own.
    bodyLimit: 128 * 1024,
    serverFactory: (handle) =>
      createHttpServer(timeouts, limitPipelining(handle)).setTimeout(idleTimeoutMs),
    forceCloseConnections: 'idle',
    // While draining, requests on open connections are still served.
    return503OnClosing: false,
    // A URL that cannot be decoded matches no route and runs no hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers())
      return handleUnknownRoute(request, reply)
    },
    clientErrorHandler: handleClientError,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleUnknownRoute)
  app.decorateRequest('user', null)
  app.decorateRequest('selectorHash', null)
  app.decorateRequest('secondFactorAt', null)
  app.decorateRequest('audience', 'visitors')
  app.decorateRequest('isForSharedPage', false)
  app.decorateRequest('versions', undefined)
  app.decorateRequest('messageVersion', undefined)
  recordRoutes(app)
  acceptJsonOnly(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers())
    done()
  })
  return app
}

/**
 * Makes ids that are unique across processes, and cheaper than a UUID for each request. API calls that a page makes
 * through `inject`, and not a socket, get the id of the page's request.
 */
function createRequestIds() {
  const processId = randomUUID()
  let requests = 0
  return (message: IncomingMessage) => {
    const pageRequestId = isInProcess(message) && message.headers[pageRequestIdHeader]
    return pageRequestId ? String(pageRequestId) : `${processId}-${(requests++).toString(36)}`
  }
}

/** Records every route, so that a test can compare the routes with the access table. */
function recordRoutes(app: App) {
  const routes: string[] = []
  app.decorate('routeList', routes)
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat()
    if (methods.length > 2) routes.push(`* ${url}`)
    else routes.push(...methods.filter((name) => name !== 'HEAD').map((name) => `${name} ${url}`))
  })
}

/** Accepts only JSON. A DELETE may send an empty body with a JSON content type. */
function acceptJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}

/** Previews of photos need `data:`, and photos that are being uploaded need `blob:`. */
const contentSecurityPolicy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** The headers of every response. A route may override cache-control. */
function commonHeaders(options: {
  https: boolean
  dev: boolean
  photoUrl: string | undefined
  /** The hash of the style element that has the colours of the campus, if it has an accent. */
  styleSource: string
}): Record<string, string> {
  const directives = {
    ...contentSecurityPolicy,
    ...(options.photoUrl && {
      'img-src': `${contentSecurityPolicy['img-src']} ${new URL(options.photoUrl).origin}`,
    }),
    ...(options.styleSource && {
      'style-src': `${contentSecurityPolicy['style-src']} ${options.styleSource}`,
    }),
    // Vite's hot reload uses a web socket and adds style elements.
    ...(options.dev && { 'connect-src': "'self' ws:", 'style-src': "'self' 'unsafe-inline'" }),
  }
  return {
    'cache-control': 'private, no-cache',
    'content-security-policy': Object.entries(directives)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    ...(options.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/**
 * How many requests a connection may have pending. Browsers and proxies wait for each response; this many take a few
 * milliseconds.
 */
export const maxPendingRequests = 100

/**
 * Ends connections that send many requests without waiting for the responses. All requests in one packet are handled in
 * one turn of the event loop, during which nobody else is served.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const pending = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const count = (pending.get(socket) ?? 0) + 1
    if (count > maxPendingRequests) {
      socket.destroy()
      return
    }
    pending.set(socket, count)
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1))
    handle(request, response)
  }
}
