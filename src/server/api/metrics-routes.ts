import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http.ts'
import { countWaitingMail } from '../mail/mail-queue.ts'
import { openMetrics } from './metrics.ts'

interface Parts {
  db: Db
  token: string
  now: () => number
}

/** What an operator's monitoring reads; without METRICS_TOKEN none of this is loaded. */
export function metricsRoutes(app: App, { db, token, now }: Parts) {
  const metrics = openMetrics()
  const { registers } = metrics
  const durations = new Histogram({
    name: 'quad_http_request_duration_seconds',
    help: 'Time from the request to its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  new Gauge({
    name: 'quad_mails_waiting',
    help: 'Mails that are due and not yet sent.',
    // The same for every process, so that adding them up would be wrong.
    aggregator: 'max',
    registers,
    async collect() {
      this.set(await countWaitingMail(db, now()).catch(() => Number.NaN))
    },
  })

  new Counter({
    name: 'quad_answers_from_memory_total',
    help: 'Answers given again as they were, without the routes: these are in no histogram.',
    registers,
    collect() {
      this.reset()
      this.inc(app.keptAnswers.recalled())
    },
  })

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const status = String(reply.statusCode)
    durations.observe({ method, route, status }, reply.elapsedTime / 1000)
    done()
  })
  app.addHook('onClose', async () => metrics.close())

  const isToken = sameText(`Bearer ${token}`)
  app.get('/api/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    if (!isToken(headers.authorization ?? '')) {
      throw new AppError('unauthenticated', 'This address needs the token of METRICS_TOKEN.')
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return metrics.read()
  })
}

/** Compares hashes, so that the time it takes says nothing about where two texts differ. */
function sameText(wanted: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const wantedHash = hash(wanted)
  return (given: string) => timingSafeEqual(hash(given), wantedHash)
}
