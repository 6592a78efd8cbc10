import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import type { FillDemo } from '../startup/fill-demo-if-new.ts'
import { openResources, prepareResources, type Resources } from '../startup/resources.ts'
import { superviseWorkers } from './supervise-workers.ts'

/** How long workers may take to stop. It is longer than a worker's drain timeout. */
const shutdownTimeoutMs = 12_000

interface ClusterOptions {
  /** The file that each worker runs. */
  exec: string
  log: Pick<Console, 'log' | 'error'>
}

/** Migrates the database, forks the workers and resolves with the URL once all of them listen. */
export async function startWorkers(config: Config, { exec, log }: ClusterOptions): Promise<string> {
  const { fillDemo, ...resources } = await prepareResources(config, log.log)
  await close(resources)
  cluster.setupPrimary({ exec })
  if (config.METRICS_TOKEN) {
    const { serveClusterMetrics } = await import('../api/metrics.ts')
    serveClusterMetrics()
  }
  const supervisor = superviseWorkers(config.WORKERS, log)
  const stopping = new AbortController()
  const fillOnceReady = async (fill: FillDemo) => {
    const isReady = await supervisor.ready.then(
      () => true,
      () => false,
    )
    if (!isReady || stopping.signal.aborted) return
    const opened = await openResources(config)
    await fill(opened, stopping.signal).finally(() => close(opened))
  }
  const filled = fillDemo && fillOnceReady(fillDemo)
  stopOnSignals(async () => {
    stopping.abort()
    await Promise.all([supervisor.stop(), filled])
  })
  return supervisor.ready
}

async function close({ db, photos }: Resources) {
  await db.close()
  photos.store.close?.()
}

/** Exits once every worker has drained. Further signals are ignored. */
function stopOnSignals(stopAll: () => Promise<unknown>) {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), shutdownTimeoutMs).unref()
    await stopAll()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
}
