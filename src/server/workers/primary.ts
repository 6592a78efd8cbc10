import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { prepareResources } from '../startup/resources.ts'
import { type Supervisor, superviseWorkers } from './supervise-workers.ts'

/** Longer than the drain timeout of a worker. */
const shutdownTimeoutMs = 12_000

interface ClusterOptions {
  /** The file that each worker runs. */
  exec: string
  log: Pick<Console, 'log' | 'error'>
}

/** Migrates the database, forks the workers and resolves with the URL once all of them listen. */
export async function startWorkers(config: Config, { exec, log }: ClusterOptions): Promise<string> {
  const { db, photos } = await prepareResources(config, log.log)
  await db.close()
  photos.store.close?.()
  cluster.setupPrimary({ exec })
  if (config.METRICS_TOKEN) {
    const { serveClusterMetrics } = await import('../api/metrics.ts')
    serveClusterMetrics()
  }
  const supervisor = superviseWorkers(config.WORKERS, log)
  stopOnSignals(supervisor)
  return supervisor.ready
}

/** Exits once every worker has drained; further signals are ignored. */
function stopOnSignals(supervisor: Supervisor) {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), shutdownTimeoutMs).unref()
    await supervisor.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
}
