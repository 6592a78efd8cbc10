import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import fastify, { LogController } from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { createAccountParts } from './accounts/account-parts.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { startRecordSweeper } from './accounts/record-sweeper.ts'
import { sessionHook } from './accounts/session-hooks.ts'
import { createKeptAnswers } from './answers/kept-answers.ts'
import { answerRepeatedQuestions } from './answers/repeated-questions.ts'
import { healthRoutes } from './api/health-routes.ts'
import { describeApi, openApiRoutes } from './api/openapi-routes.ts'
import { startDailyBackup } from './backup/daily-backup.ts'
import { commonHeaders } from './common-headers.ts'
import { compression } from './compression.ts'
import type { Config } from './config.ts'
import { crossSiteHook } from './cross-site.ts'
import type { Db } from './database/database.ts'
import { handleError, handleUnknownRoute, refuseBrokenRequest } from './error-handler.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import type { App } from './http.ts'
import { refuseOverload } from './limits/refuse-overload.ts'
import { createListingCounters, raiseCountersOfSeller } from './listings/listing-counter.ts'
import { listingRoutes } from './listings/listing-routes.ts'
import { loggerOptions, requestLog } from './logging.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { createMailTransport } from './mail/transport.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import { startPhotoSweeper } from './photos/photo-sweeper.ts'
import type { Photos } from './photos/photos.ts'
import { createVisitLog } from './visits/visit-log.ts'
import { visitRoutes } from './visits/visit-routes.ts'

const memoryForAnswers = 64 * 1024 * 1024

export interface AppParts {
  config: Config
  db: Db
  photos: Photos
  /** The clock; tests move it. */
  now?: () => number
}

/** The whole application as a function: everything it needs comes in, and nothing listens yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, photos, now = Date.now } = parts
  const headers = commonHeaders({
    https: config.APP_URL.startsWith('https:'),
    dev: config.NODE_ENV === 'development',
  })
  const app: App = fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestNames(),
    // A logger for each request costs more than the few lines that name one.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 256 * 1024,
    connectionTimeout: 60_000,
    // Ten megabytes over a slow phone connection take most of a minute.
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Who is too slow is looked for this often; the default of 30 s would add to every limit.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections while draining are still answered.
    return503OnClosing: false,
    // An address that cannot even be decoded has nothing behind it.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers)
      return handleUnknownRoute(request, reply)
    },
    clientErrorHandler: refuseBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(handleUnknownRoute)
  app.decorateRequest('user', null)
  listRoutes(app)
  takeJsonOnly(app)

  answerRepeatedQuestions(app, headers)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  if (!config.RATE_LIMIT) app.log.warn('RATE_LIMIT is off: nobody is kept from guessing passwords')
  requestLog(app)
  compression(app)
  await app.register(cookie)
  // Tests share their machine with others; that it is busy is not what they are about.
  if (config.NODE_ENV !== 'test') {
    // Reads of SQLite are worked on by this process alone; a server's answers are waited for.
    const atOnce = db.dialect === 'sqlite' ? 4 : 16
    refuseOverload(app, { behindMs: 500, atOnce, waiting: 100 - atOnce })
  }
  await describeApi(app, { appUrl: config.APP_URL })

  const mail = startMailSender({
    db,
    transport: createMailTransport(config, now),
    now,
    log: app.log,
  })
  const visits = createVisitLog({ db, log: app.log })
  app.decorate('visits', visits)
  const counters = createListingCounters(db)
  app.decorate('listingCounters', counters)
  db.replica?.onChange((inUse) => {
    if (inUse) app.log.info('the replica has caught up and answers visitors')
    else app.log.warn('the replica is behind or away and left out')
  })
  // While the pages' code is being worked on, none of them stays as it was.
  const bytes = config.NODE_ENV === 'development' ? 0 : memoryForAnswers
  app.decorate('keptAnswers', createKeptAnswers({ counters, now, bytes }))
  const sweepers = [
    startPhotoSweeper({ db, store: photos.store, log: app.log, now }),
    startRecordSweeper({ db, log: app.log, now }),
    startDailyBackup({ db, folder: join(config.DATA_DIR, 'backups'), log: app.log, now }),
  ]
  app.addHook('onClose', async () => {
    await Promise.all([mail.stop(), visits.close(), ...sweepers.map((sweeper) => sweeper.stop())])
  })

  const accounts = createAccountParts({
    config,
    db,
    mail,
    store: photos.store,
    now,
    onAccountRemoval: raiseCountersOfSeller,
  })
  app.addHook('onRequest', crossSiteHook(app, config))
  app.addHook('onRequest', sessionHook(accounts))
  accountRoutes(app, accounts)
  listingRoutes(app, { config, db, now })
  await photoRoutes(app, { config, db, photos })
  feedRoutes(app, { config })
  visitRoutes(app, { config, visits, now })
  healthRoutes(app, { db })
  if (config.METRICS_TOKEN) {
    const { metricsRoutes } = await import('./api/metrics-routes.ts')
    metricsRoutes(app, { db, token: config.METRICS_TOKEN, now })
  }
  openApiRoutes(app)
  app.all('/api/*', { schema: { hide: true } }, handleUnknownRoute)
  return app
}

/** Names are told apart across processes, and cost nothing. */
function requestNames() {
  const process = randomUUID()
  let requests = 0
  return () => `${process}-${(requests++).toString(36)}`
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
