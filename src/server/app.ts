import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import fastify from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { healthRoutes } from './api/health-routes.ts'
import { describeApi, openApiRoutes } from './api/openapi-routes.ts'
import { compression } from './compression.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
import { handleError, handleUnknownRoute } from './error-handler.ts'
import type { App } from './http.ts'
import { loggerOptions, requestLog } from './logging.ts'
import { securityHeaders } from './security-headers.ts'

export interface AppParts {
  config: Config
  db: Db
  /** The clock; tests move it. */
  now?: () => number
}

/** The whole application as a function: everything it needs comes in, and nothing listens yet. */
export async function buildApp({ config, db }: AppParts): Promise<App> {
  const app: App = fastify({
    logger: loggerOptions(config),
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 256 * 1024,
    connectionTimeout: 60_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000 },
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections while draining are still answered.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorateRequest('user', null)
  listRoutes(app)
  takeJsonOnly(app)

  securityHeaders(app, {
    https: config.APP_URL.startsWith('https:'),
    dev: config.NODE_ENV === 'development',
  })
  requestLog(app)
  compression(app)
  await app.register(cookie)
  await app.register(underPressure, { maxEventLoopDelay: 1_000, retryAfter: 5 })
  await describeApi(app, { appUrl: config.APP_URL })

  healthRoutes(app, { db })
  openApiRoutes(app)
  app.all('/api/*', { schema: { hide: true } }, handleUnknownRoute)
  return app
}

/** Keeps the name of every route, so that a test can ask who may call each. */
function listRoutes(app: App) {
  const routes: string[] = []
  app.decorate('routeList', routes)
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat()
    if (methods.length > 2) routes.push(`* ${url}`)
    else routes.push(...methods.filter((name) => name !== 'HEAD').map((name) => `${name} ${url}`))
  })
}

/** A JSON content type with an empty body is how a DELETE arrives; any other type is refused. */
function takeJsonOnly(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
}
