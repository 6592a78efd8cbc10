import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Counter, Gauge, Histogram } from 'prom-client'
import { backupMetrics } from '../backup/backup-state.ts'
import type { Db } from '../database/database.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { countJobs } from '../jobs/job-queries.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import { moderationMetrics } from '../moderation/waiting.ts'
import { findVisitsByPage } from '../visits/visit-queries.ts'
import { openMetrics } from './metrics.ts'

interface MetricsDeps {
  db: Db
  jobs: Pick<JobRunner, 'failures'>
  token: string
  dataDir: string
  now: () => number
}

/** Serves Prometheus metrics to operators. It is loaded only if METRICS_TOKEN is set. */
export function metricsRoutes(app: App, { db, jobs, token, dataDir, now }: MetricsDeps) {
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
    name: 'quad_jobs',
    help: 'Jobs that are due or wait after a failed attempt, are running or have failed for good, by kind.',
    labelNames: ['kind', 'state'],
    // The value comes from the shared database. Every worker reports the same, so a sum would be wrong.
    aggregator: 'max',
    registers,
    async collect() {
      const counts = await countJobs(db, now()).catch(() => [])
      this.reset()
      for (const { kind, state, count } of counts) this.set({ kind, state }, count)
    },
  })
  new Counter({
    name: 'quad_job_failures_total',
    help: 'Failed attempts to run a job, by kind.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, count] of jobs.failures) this.inc({ kind }, count)
    },
  })
  new Gauge({
    name: 'quad_visits_today',
    help: 'Visits of the campus day without robots, by page pattern.',
    labelNames: ['page'],
    aggregator: 'max',
    registers,
    async collect() {
      const visits = await findVisitsByPage(db, now()).catch(() => new Map<string, number>())
      // The reset also drops the pages of the previous day.
      this.reset()
      for (const [page, count] of visits) this.set({ page }, count)
    },
  })
  moderationMetrics({ registers, db, now })
  backupMetrics({ registers, db })
  new Gauge({
    name: 'quad_disk_free_ratio',
    help: 'The part of the disk of DATA_DIR that is free, from 0 to 1.',
    aggregator: 'min',
    registers,
    async collect() {
      const disk = await statfs(dataDir).catch(() => undefined)
      this.set(disk ? disk.bavail / disk.blocks : Number.NaN)
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

  const hidden = { schema: { hide: true }, config: { skipSession: true } }
  const isAuthorized = createTimingSafeCheck(`Bearer ${token}`)
  app.get('/api/metrics', hidden, async ({ headers }, reply) => {
    if (!isAuthorized(headers.authorization ?? '')) {
      throw new AppError('unauthenticated', 'This address needs the token of METRICS_TOKEN.')
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return metrics.read()
  })
}

/** Returns a check that compares SHA-256 hashes in constant time, whatever the length of the given text. */
function createTimingSafeCheck(expected: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expectedHash = hash(expected)
  return (given: string) => timingSafeEqual(hash(given), expectedHash)
}
