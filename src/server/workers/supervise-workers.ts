import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorReason, StartupError } from '../errors.ts'
import type { WorkerMessage } from './worker.ts'

interface ForkedWorker {
  startedAt: number
  /** Resolves with the URL once the worker listens. Rejects if it cannot. */
  ready: Promise<string>
  /** Resolves with the reason once the worker has exited, even if the fork itself failed. */
  exited: Promise<string>
  kill(): void
}

export interface Supervisor {
  /** Resolves with the URL once all workers listen. A failed first start is not retried, because it would fail forever. */
  ready: Promise<string>
  /** Resolves once every worker has drained. */
  stop(): Promise<void>
}

/** Forks `count` workers. Once all are ready, it replaces each worker that exits, with exponential backoff. */
export function superviseWorkers(count: number, log: Pick<Console, 'error'>): Supervisor {
  const running = new Set<ForkedWorker>()
  let isStopping = false

  /** Forks a worker and listens at once, because a later listener could miss an event. */
  function fork(): ForkedWorker {
    const ready = Promise.withResolvers<string>()
    const exited = Promise.withResolvers<string>()
    let worker: Worker | undefined
    const forked: ForkedWorker = {
      startedAt: performance.now(),
      ready: ready.promise,
      exited: exited.promise,
      kill: () => worker?.process.kill('SIGTERM'),
    }
    const end = (reason: string) => {
      running.delete(forked)
      exited.resolve(reason)
      if (isStopping) return
      ready.reject(new StartupError(`A worker process ended before it could serve: ${reason}`))
    }
    running.add(forked)
    try {
      worker = cluster.fork()
    } catch (error) {
      end(errorReason(error))
      return forked
    }
    const { process } = worker
    worker.on('message', (message: WorkerMessage) => {
      if ('url' in message) ready.resolve(message.url)
      if ('startupError' in message) ready.reject(new StartupError(message.startupError))
    })
    worker.once('exit', (code, signal) => end(signal ?? `code ${code}`))
    // Without a listener, an 'error' event would end this process. A failed fork has no pid and no 'exit' event. Any
    // other error means that a worker exited before it read a message.
    worker.on('error', (error) => process.pid === undefined && end(errorReason(error)))
    return forked
  }

  async function restartOnExit(first: ForkedWorker): Promise<void> {
    let worker = first
    let delayMs = 0
    for (;;) {
      const reason = await worker.exited
      delayMs = nextRestartDelay(performance.now() - worker.startedAt, delayMs)
      if (isStopping) return
      log.error(`A worker process ended (${reason}); another takes its place.`)
      await sleep(delayMs)
      if (isStopping) return
      worker = fork()
      worker.ready.catch((error) => log.error(errorReason(error)))
    }
  }

  async function start(): Promise<string> {
    const workers = Array.from({ length: count }, fork)
    const [url = ''] = await Promise.all(workers.map(({ ready }) => ready))
    for (const worker of workers) restartOnExit(worker)
    return url
  }

  return {
    ready: start(),
    async stop() {
      isStopping = true
      const workers = [...running]
      for (const worker of workers) worker.kill()
      await Promise.all(workers.map(({ exited }) => exited))
    },
  }
}

const stableAfterMs = 10_000
const minDelayMs = 100
const maxDelayMs = 30_000

/**
 * Returns the delay before a restart. Workers that exit soon after their start are restarted with exponential backoff.
 * A worker that was stable is restarted at once.
 */
export function nextRestartDelay(uptimeMs: number, lastDelayMs: number): number {
  if (uptimeMs >= stableAfterMs) return 0
  return Math.min(Math.max(lastDelayMs * 2, minDelayMs), maxDelayMs)
}
