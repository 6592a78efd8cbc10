import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { type ErrorBody, statusByErrorCode } from '#contract/errors.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { plainPage } from '../http/plain-page.ts'
import { isSetupFinished, needsSetup } from './setup-state.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is served while the site is being set up. */
    isServedDuringSetup?: boolean
  }
}

export interface Setup {
  /** Whether this process serves nothing but the set-up. */
  readonly isOpen: boolean
  /** Asks the database whether the set-up is finished. `isOpen` then stays false. */
  refresh(): Promise<void>
}

export async function openSetup(
  db: Db,
  config: Pick<Config, 'NODE_ENV' | 'isTryOut'>,
): Promise<Setup> {
  const setup = {
    isOpen: needsSetup(config) && !(await isSetupFinished(db)),
    async refresh() {
      if (setup.isOpen && (await isSetupFinished(db))) setup.isOpen = false
    },
  }
  return setup
}

const text = 'This site is being set up. Please come back later.'
const retryAfterSeconds = 60

const isUnder = (url: string, path: string) =>
  url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length))

/**
 * Answers 503 to everyone while the site is being set up, except for the set-up itself. Each request asks the database
 * whether it is finished, because another process may have finished it a moment ago.
 */
export function setupGate(setup: Setup) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { url, routeOptions } = request
    if (!setup.isOpen || routeOptions.config.isServedDuringSetup) return done()
    setup.refresh().then(() => {
      const isSetupPath = isUnder(url, pagePaths.setup) || isUnder(url, apiPaths.setup)
      if (!setup.isOpen || isSetupPath) return done()
      sendUnavailable(request, reply)
    }, done)
  }
}

function sendUnavailable({ url }: FastifyRequest, reply: FastifyReply) {
  reply
    .status(statusByErrorCode.unavailable)
    .header('retry-after', String(retryAfterSeconds))
    .header('cache-control', 'no-store')
  const body: ErrorBody = { error: text, code: 'unavailable' }
  if (isUnder(url, '/api'))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  return reply.type('text/html; charset=utf-8').send(
    plainPage({
      title: 'Set-up',
      heading: 'This site is being set up',
      content: `<p>Please come back later.</p>
<p><a href="${pagePaths.setup}" style="color:inherit">I run this site</a></p>`,
    }),
  )
}
