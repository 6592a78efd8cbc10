import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { StartupError } from '../errors.ts'
import { prepareResources } from '../startup/resources.ts'
import { nextRestartDelay } from './restart-delay.ts'
import type { WorkerMessage } from './worker.ts'

/** Longer than the drain timeout of a worker. */
const shutdownTimeoutMs = 12_000

type Log = Pick<Console, 'log' | 'error'>

interface ClusterOptions {
  /** The file that each worker runs. */
  exec: string
  log: Log
}

let isStopping = false

/** Migrates the database, forks the workers and resolves with the URL once all of them listen. */
export async function startWorkers(config: Config, { exec, log }: ClusterOptions): Promise<string> {
  const { db, photos } = await prepareResources(config, log.log)
  await db.close()
  photos.store.close?.()
  cluster.setupPrimary({ exec })
  stopOnSignals()
  if (config.METRICS_TOKEN) {
    const { serveClusterMetrics } = await import('../api/metrics.ts')
    serveClusterMetrics()
  }
  const workers = Array.from({ length: config.WORKERS }, () => cluster.fork())
  const [url = ''] = await Promise.all(workers.map(waitUntilReady))
  for (const worker of workers) restartOnExit(worker, log)
  return url
}

/** A failure of the first start is not retried: it would repeat for ever. */
function waitUntilReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('url' in message) resolve(message.url)
      if ('startupError' in message) reject(new StartupError(message.startupError))
    })
    worker.once('exit', () => {
      if (!isStopping) reject(new StartupError('A worker process ended before it could serve.'))
    })
  })
}

/** Forks a new worker whenever the last one exits, with exponential backoff. */
async function restartOnExit(first: Worker, log: Log): Promise<void> {
  let worker = first
  let delayMs = 0
  for (;;) {
    const startedAt = performance.now()
    const [code, signal] = await once(worker, 'exit')
    delayMs = nextRestartDelay(performance.now() - startedAt, delayMs)
    if (isStopping) return
    log.error(`A worker process ended (${signal ?? `code ${code}`}); another takes its place.`)
    await sleep(delayMs)
    if (isStopping) return
    worker = cluster.fork()
    worker.on('message', (message: WorkerMessage) => {
      if ('startupError' in message) log.error(message.startupError)
    })
  }
}

/** Exits once every worker has drained. */
function stopOnSignals() {
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), shutdownTimeoutMs).unref()
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
