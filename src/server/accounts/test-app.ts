import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import fastify from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { onTestFinished } from 'vitest'
import { type Engine, openTestDatabase } from '#tests/support/databases.ts'
import { readConfig } from '../config.ts'
import { crossSiteHook } from '../cross-site.ts'
import { handleError } from '../error-handler.ts'
import type { App } from '../http.ts'
import { startMailSender } from '../mail/mail-sender.ts'
import { createMailTransport } from '../mail/transport.ts'
import { createVisitLog } from '../visits/visit-log.ts'
import { visitRoutes } from '../visits/visit-routes.ts'
import { createAccountParts } from './account-parts.ts'
import { accountRoutes } from './account-routes.ts'
import { sessionHook } from './session-hooks.ts'

export async function buildTestApp(engine: Engine, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-test-'))
  const db = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 15, 12) }
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...settings,
  })
  const now = () => clock.now
  const app: App = fastify({
    trustProxy: config.TRUST_PROXY ?? false,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorateRequest('user', null)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
  await app.register(cookie)

  const mail = startMailSender({
    db,
    transport: createMailTransport(config, now),
    now,
    log: app.log,
  })
  const visits = createVisitLog({ db, log: app.log })
  const accounts = createAccountParts({ config, db, mail, now, onAccountRemoval: async () => {} })
  app.addHook('onRequest', crossSiteHook(app, config))
  app.addHook('onRequest', sessionHook(accounts))
  accountRoutes(app, accounts)
  visitRoutes(app, { config, visits, now })
  app.addHook('onClose', async () => {
    await Promise.all([mail.stop(), visits.close()])
  })
  await app.ready()
  onTestFinished(async () => {
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { app, db, config, clock, dataDir }
}
