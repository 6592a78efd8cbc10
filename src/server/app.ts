import cookie from '@fastify/cookie'
import { accountRoutes } from './account/account-routes.ts'
import { healthRoutes } from './api/health-routes.ts'
import { openApiRoutes, registerOpenApi } from './api/openapi-routes.ts'
import { createKeyedHash, readAppSecret } from './app-secret.ts'
import { readBackupState } from './backup/backup-state.ts'
import { remakeLogoDataUrl } from './brand/brand-files.ts'
import { brandRoutes } from './brand/brand-routes.ts'
import { keepDownPage } from './brand/down-page.ts'
import { openAnnouncementSource } from './campus/announcements.ts'
import { keepRefreshing, openCampusSource } from './campus/campus-source.ts'
import type { Config } from './config.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { createUnwrittenReads, revealSellerEmail } from './contact/reveal-seller-email.ts'
import { type Counts, createCounts } from './counts/counts.ts'
import type { Db } from './database/database.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { createGeocoder } from './geocoding/geocoder.ts'
import { homeRoutes } from './home/home-routes.ts'
import type { App } from './http/app-types.ts'
import { authorizationHook } from './http/authorization.ts'
import { registerCompression } from './http/compression.ts'
import { createServer } from './http/create-server.ts'
import { csrfHook } from './http/csrf.ts'
import { handleUnknownRoute } from './http/error-handler.ts'
import { createOwnOriginCheck } from './http/own-origin.ts'
import { registerRequestLog } from './http/request-log.ts'
import { createJobKinds } from './job-kinds.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import { registerLoadShedding } from './limits/load-shedding.ts'
import { createRateLimiter } from './limits/rate-limit.ts'
import { renewLinkRoutes } from './listings/lifecycle/renew-link-routes.ts'
import { listingRoutes } from './listings/listing-routes.ts'
import { createListingQuotas } from './listings/posting/listing-quotas.ts'
import { createEmptySearches, type EmptySearches } from './listings/search/empty-searches.ts'
import { reindexIfStale } from './listings/search/reindex-listings.ts'
import { createMailTransport } from './mail/create-mail-transport.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { moderationRoutes } from './moderation/moderation-routes.ts'
import { operationsRoutes } from './operations/operations-routes.ts'
import { type ReadDisk, readDiskOf, startHeartbeat } from './operations/site-health.ts'
import { pageRoutes } from './pages/page-routes.ts'
import type { WebApp } from './pages/web-build.ts'
import { photoRoutes } from './photos/photo-routes.ts'
import type { Photos } from './photos/photos.ts'
import { createPolicies } from './policies.ts'
import { createResponseCache } from './response-cache/response-cache.ts'
import { savedRoutes } from './saved/saved-routes.ts'
import { announcementRoutes } from './settings/announcement-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { textRoutes } from './settings/texts/text-routes.ts'
import { openSetup, setupGate } from './setup/setup-gate.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { answerRoutes } from './signals/answers/answer-routes.ts'
import { saleRoutes } from './signals/sales/sale-routes.ts'
import type { HashingCost } from './students/passwords/password-hasher.ts'
import { withFavourites } from './students/session-user.ts'
import { sessionHook } from './students/sessions/session-hooks.ts'
import { sessionTransaction } from './students/sessions/session-transaction.ts'
import { validateSession } from './students/sessions/sessions.ts'
import { createStudentDeps } from './students/student-deps.ts'
import { studentRoutes } from './students/student-routes.ts'
import { unsubscribeRoutes } from './unsubscribe/unsubscribe.ts'
import { createCategoryVersions } from './versions/category-versions.ts'
import { findNewToday } from './visits/view-queries.ts'
import { createVisitLog, type VisitLog } from './visits/visit-log.ts'
import { visitRoutes } from './visits/visit-routes.ts'
import { listingHooks, listingParts, sessionParts, studentHooks } from './wiring.ts'

export interface AppDeps {
  config: Config
  db: Db
  photos: Photos
  /** Returns the current time. Tests replace it. */
  now?: () => number
  /** The log of visits. Tests pass their own, to flush it. */
  visits?: VisitLog
  /** What is counted in memory before it is written. Tests pass their own, to flush it. */
  counts?: Counts
  emptySearches?: EmptySearches
  /** Reads the size of the disk. Tests replace it if they cannot fill a disk. */
  readDisk?: ReadDisk
  /** Name servers as address:port, for the check of the sender's domain. The default are those of the machine. */
  dnsServers?: string[]
  /** The cost of password hashing. It defaults to OWASP's; tests use less. */
  hashingCost?: HashingCost
  /** Scheduled jobs run, and settings are refreshed, unless this is false. Tests do so when needed. */
  runsClocks?: boolean
  /** Loads the web app. Without it, the app serves only the API. */
  loadWeb?: (app: App) => Promise<WebApp>
}

/** Builds the whole application from its dependencies. It registers every route and does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, db, photos, now = Date.now, loadWeb } = deps
  const app = createServer(config)
  const { log } = app
  registerRequestLog(app)
  registerCompression(app)
  const campusSource = await openCampusSource({
    db,
    file: config.CAMPUS_FILE,
    log,
    encodeLogo: remakeLogoDataUrl,
    onChange: async () => {
      await keepDownPage(config, log)
      // The search text has the names of the terms.
      await reindexIfStale(db, now())
    },
  })
  await keepDownPage(config, log)
  const announcements = await openAnnouncementSource(db, now)
  if (deps.runsClocks !== false) {
    const refresh = async () => {
      await Promise.all([campusSource.refresh(), announcements.refresh()])
    }
    const stopRefreshing = keepRefreshing({ ...campusSource, refresh }, log)
    app.addHook('onClose', async () => stopRefreshing())
    const readDisk = deps.readDisk ?? readDiskOf(config.DATA_DIR)
    const heartbeat = startHeartbeat({ db, readDisk, now, log })
    app.addHook('onClose', () => heartbeat.stop())
  }
  const secret = await readAppSecret(db, config)
  const keyedHash = createKeyedHash(secret)
  await app.register(cookie)
  // Load shedding is off in tests, which would fail on a busy machine, and in development, where Vite bypasses our hooks.
  if (config.NODE_ENV === 'production') {
    // SQLite reads run on this process's own thread, PostgreSQL reads in its server.
    const maxConcurrentReads = db.dialect === 'sqlite' ? 4 : 16
    registerLoadShedding(app, {
      maxEventLoopLagMs: 500,
      maxConcurrentReads,
      maxWaiting: 100 - maxConcurrentReads,
    })
  }
  const setup = await openSetup(db, config)
  if (setup.isOpen) app.addHook('onRequest', setupGate(setup))
  const rateLimiter = createRateLimiter({ enabled: config.RATE_LIMIT, now })
  const policies = createPolicies(config)
  const readOpenApi = await registerOpenApi(app, { appUrl: config.APP_URL, policies })

  const transport = createMailTransport(config)
  const visits = deps.visits ?? createVisitLog({ db, log })
  const counts = deps.counts ?? createCounts({ db, now, log, findNewToday })
  const emptySearches = deps.emptySearches ?? createEmptySearches({ db, log })
  const versions = createCategoryVersions(db)
  const isDevelopment = config.NODE_ENV === 'development'
  const responseCache = createResponseCache({
    versions,
    now,
    // The cache is off in development, where the pages' code changes.
    ...(isDevelopment && { maxBytes: 0 }),
  })
  const geocoder = createGeocoder({ config, db, now, log })
  const jobKinds = createJobKinds({
    config,
    appUrl: config.APP_URL,
    verifyEmail: config.VERIFY_EMAIL,
    dialect: db.dialect,
    databaseUrl: config.DATABASE_URL,
    backupBucket: config.BACKUP_S3_URL,
    dataDir: config.DATA_DIR,
    store: photos.store,
    transport,
    keyedHash,
    counts,
    geocoder,
    log,
  })
  const jobs = startJobRunner({
    db,
    kinds: jobKinds.filter(({ nextRunAt }) => !nextRunAt || deps.runsClocks !== false),
    now,
    log,
  })
  app.addHook('onClose', async () => {
    geocoder?.close()
    await jobs.stop()
    // The last jobs have counted codes and errors.
    await Promise.all([visits.close(), counts.close(), emptySearches.flush()])
    transport.close?.()
  })

  const students = createStudentDeps({
    config,
    policies,
    db,
    jobs,
    hooks: studentHooks,
    sessionParts,
    rateLimiter,
    counts,
    keyedHash,
    hashingCost: deps.hashingCost,
    now,
    log,
  })
  const isOwnOrigin = createOwnOriginCheck(app, config)
  app.addHook('onRequest', csrfHook(isOwnOrigin))
  app.addHook('onRequest', sessionHook({ ...students, versions }))
  app.addHook('onRequest', authorizationHook(policies))
  // Students see their own changes at once, even after logging out. Visitors change nothing; they only log their visits.
  app.addHook('onSend', async ({ method, user, routeOptions }) => {
    const canChange = user || routeOptions.config.isProvenByToken
    if (canChange && method !== 'GET' && method !== 'HEAD') versions.forget()
  })
  studentRoutes(app, students)
  accountRoutes(app, {
    ...students,
    store: photos.store,
    purgeMails: async (address) => transport.purge?.(address),
  })
  const quotas = createListingQuotas({ config, rateLimiter, now })
  const unwrittenReads = createUnwrittenReads()
  const contact = { config, policies, db, keyedHash, rateLimiter, unwrittenReads, now }
  listingRoutes(app, {
    config,
    policies,
    photos,
    db,
    responseCache,
    isOwnOrigin,
    quotas,
    emptySearches,
    geocoder,
    hooks: listingHooks,
    parts: {
      ...listingParts,
      revealSellerEmail: (request, row) => revealSellerEmail(contact, request, row),
    },
    jobs,
    now,
  })
  contactRoutes(app, contact)
  renewLinkRoutes(app, { config, db, quotas, hooks: listingHooks, jobs, now })
  messageRoutes(app, { config, policies, db, rateLimiter, listingHooks, jobs, now })
  savedRoutes(app, { config, db, rateLimiter, now })
  homeRoutes(app, { config, db, now })
  unsubscribeRoutes(app, { db, keyedHash })
  answerRoutes(app, { policies, db, rateLimiter, now })
  saleRoutes(app, { db })
  moderationRoutes(app, {
    ...{ config, policies, db, rateLimiter, jobs, now, log },
    readLastBackup: async () => (await readBackupState(db)).lastBackup?.at ?? null,
  })
  settingsRoutes(app, { config, policies, db, campusSource, transport, rateLimiter, jobs, now })
  brandRoutes(app)
  textRoutes(app, { policies, db, campusSource, responseCache, jobs, now })
  announcementRoutes(app, { policies, db, announcements, now })
  // A site that is set up does not have these routes after its next start.
  if (setup.isOpen) setupRoutes(app, { ...students, setup, campusSource, transport })
  operationsRoutes(app, {
    ...{ config, policies, db, jobs, counts, rateLimiter, transport, now },
    readBackups: readBackupState,
    dnsServers: deps.dnsServers,
  })
  await photoRoutes(app, {
    photos,
    db,
    rateLimiter,
    transaction: (request, work) => sessionTransaction(db, request, work),
    findStudentId: async (request) => {
      const token = students.cookie.read(request)
      const session = token && (await validateSession(students, token, now()))
      return session?.user.id
    },
  })
  feedRoutes(app, { config, policies, db, now })
  visitRoutes(app, { config, visits, now })
  healthRoutes(app, { db })
  if (config.METRICS_TOKEN) {
    const { metricsRoutes } = await import('./api/metrics-routes.ts')
    metricsRoutes(app, { db, jobs, token: config.METRICS_TOKEN, dataDir: config.DATA_DIR, now })
  }
  openApiRoutes(app, { readOpenApi, responseCache })
  if (isDevelopment) {
    const { mailPreviewRoutes } = await import('#dev/mail-previews/mail-preview-routes.ts')
    mailPreviewRoutes(app, { config, now })
  }
  app.all('/api/*', { schema: { hide: true } }, handleUnknownRoute)
  if (loadWeb) {
    const web = await loadWeb(app)
    pageRoutes(app, {
      web,
      appUrl: config.APP_URL,
      responseCache,
      announcements,
      readSessionUser: (user) => withFavourites(db, user, sessionParts),
      now,
    })
  }
  return app
}
