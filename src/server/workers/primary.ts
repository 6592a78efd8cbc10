import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { StartupError } from '../database/database.ts'
import { prepare } from '../prepare.ts'
import { pauseAfter } from './replacement-pause.ts'
import type { Report } from './worker.ts'

/** A little longer than a worker gives its own requests. */
const patienceMs = 12_000

type Log = Pick<Console, 'log' | 'error'>

interface Parts {
  /** What each worker runs. */
  exec: string
  log: Log
}

let stopping = false

/** Starts the workers on a database that is ready for them, and tells the address once all of them serve. */
export async function startWorkers(config: Config, { exec, log }: Parts): Promise<string> {
  const { db } = await prepare(config, log.log)
  await db.close()
  cluster.setupPrimary({ exec })
  stopOnSignals()
  if (config.METRICS_TOKEN) {
    const { answerWorkersAboutMetrics } = await import('../api/metrics.ts')
    answerWorkersAboutMetrics()
  }
  const workers = Array.from({ length: config.WORKERS }, () => cluster.fork())
  const [url = ''] = await Promise.all(workers.map(untilReady))
  for (const worker of workers) keepFilled(worker, log)
  return url
}

/** A worker that cannot start at all would fail again and again: it ends the whole start. */
function untilReady(worker: Worker): Promise<string> {
  return new Promise((ready, fail) => {
    worker.on('message', (report: Report) => {
      if ('ready' in report) ready(report.ready)
      if ('problem' in report) fail(new StartupError(report.problem))
    })
    worker.once('exit', () => {
      if (!stopping) fail(new StartupError('A worker process ended before it could serve.'))
    })
  })
}

/** The place of one worker: whoever dies in it is replaced, after growing pauses when it died young. */
async function keepFilled(first: Worker, log: Log): Promise<void> {
  let worker = first
  let pauseMs = 0
  for (;;) {
    const since = performance.now()
    const [code, signal] = await once(worker, 'exit')
    pauseMs = pauseAfter(performance.now() - since, pauseMs)
    if (stopping) return
    log.error(`A worker process ended (${signal ?? `code ${code}`}); another takes its place.`)
    await pause(pauseMs)
    if (stopping) return
    worker = cluster.fork()
    worker.on('message', (report: Report) => {
      if ('problem' in report) log.error(report.problem)
    })
  }
}

/** Every worker lets its requests in flight finish; then the whole ends. */
function stopOnSignals() {
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), patienceMs).unref()
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map((worker) => {
        worker.process.kill('SIGTERM')
        return once(worker, 'exit')
      }),
    )
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
}
