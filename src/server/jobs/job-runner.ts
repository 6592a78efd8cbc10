import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnavailable, type Db } from '../database/database.ts'
import { hourMs, minuteMs, secondMs } from '../durations.ts'
import { errorReason } from '../errors.ts'
import { type JobKind, PermanentJobError } from './job-kind.ts'
import {
  claimJob,
  clockCause,
  completeJob,
  enqueueJob,
  failJob,
  type JobRow,
  renewClaim,
  rescheduleJob,
} from './job-queries.ts'

const defaultRetryDelaysMs = [
  ...[2, 5, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 10, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2].map((hours) => hours * hourMs),
]

interface JobRunnerDeps {
  db: Db
  kinds: readonly JobKind[]
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  pollMs?: number
  claimMs?: number
  maxConcurrent?: number
  shutdownTimeoutMs?: number
}

export interface JobRunner {
  /** Looks for due jobs without waiting for the next poll; call it after the commit that enqueued one. */
  wake(): void
  /** Runs what is due, and what becomes due by it, and resolves when nothing is left. */
  runDue(): Promise<void>
  /** Failed attempts of each kind since the start. */
  readonly failures: ReadonlyMap<string, number>
  /** Waits for running jobs, aborting them after a timeout. */
  stop(): Promise<void>
}

/** Runs jobs of these kinds, in any number of processes on one database: the claim gives each to one of them. */
export function startJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, kinds, now, log } = deps
  const { pollMs = 500, claimMs = 15 * secondMs, maxConcurrent = 4 } = deps
  const kindByName = new Map(kinds.map((kind) => [kind.name, kind]))
  /** Aborted at stop, and when the time to end is over. */
  const [stopping, timedOut] = [new AbortController(), new AbortController()]
  const signalFor = (kind: JobKind) => (kind.isInterruptible ? stopping : timedOut).signal
  const failures = new Map<string, number>()
  const workers = new Set<Promise<void>>()
  let isStopping = false
  let clocks: Promise<void> | undefined

  /** Once, and again if the database could not be reached. */
  function startClocks(): Promise<void> {
    clocks ??= enqueueClocks().catch((error) => {
      clocks = undefined
      throw error
    })
    return clocks
  }

  async function enqueueClocks() {
    for (const { name, nextRunAt, firstRunDelayMs = 0 } of kinds) {
      const runAt = now() + firstRunDelayMs
      if (nextRunAt) await enqueueJob(db, { kind: name, cause: clockCause, runAt }, now())
    }
  }

  function wake() {
    if (isStopping || workers.size >= maxConcurrent) return
    const worker = runDueJobs()
      .catch((error) => log.warn({ err: error }, 'jobs not reached'))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function runDueJobs() {
    await startClocks()
    while (!isStopping) {
      const claimed = await claimJob(db, [...kindByName.keys()], { now: now(), claimMs })
      if (!claimed) return
      // More jobs may be due: start another worker.
      wake()
      await runClaimed(claimed.job, claimed.wasInterrupted)
    }
  }

  async function runClaimed(row: JobRow, wasInterrupted: boolean) {
    const kind = kindByName.get(row.kind)
    if (!kind) throw new Error(`No job kind is named ${row.kind}.`)
    const heartbeat = setInterval(() => {
      renewClaim(db, row.id, now() + claimMs).catch(() => undefined)
    }, claimMs / 3).unref()
    try {
      const outcome = await run(kind, row, wasInterrupted)
      await untilReached(() =>
        'error' in outcome
          ? recordFailure(kind, row, outcome.error)
          : recordSuccess(kind, row, outcome.kept),
      )
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function run(kind: JobKind, row: JobRow, wasInterrupted: boolean) {
    const { id, cause, attempts } = row
    const signal = signalFor(kind)
    try {
      if (wasInterrupted && kind.delivery === 'at-most-once') {
        throw new PermanentJobError('interrupted')
      }
      const payload: unknown = JSON.parse(row.payload)
      return { kept: (await kind.run({ id, cause, payload, attempts, db, now, signal })) ?? {} }
    } catch (error) {
      return { error }
    }
  }

  /** How a job ended is recorded once the database is back: otherwise the lapsed claim would decide. */
  async function untilReached(record: () => Promise<void>) {
    for (;;) {
      try {
        return await record()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || isStopping) throw error
        await sleep(pollMs)
      }
    }
  }

  async function recordSuccess({ nextRunAt }: JobKind, { id }: JobRow, kept: unknown) {
    if (!nextRunAt) return completeJob(db, id, { kept, now: now() })
    const runAt = await nextRunAt(now(), db)
    await rescheduleJob(db, id, { runAt, attempts: 0, error: null, now: now() })
  }

  async function recordFailure(kind: JobKind, { id, attempts }: JobRow, error: unknown) {
    // Released, not failed: the next process runs it at once.
    if (signalFor(kind).aborted && !(error instanceof PermanentJobError)) {
      return rescheduleJob(db, id, {
        runAt: now(),
        attempts: attempts - 1,
        error: null,
        now: now(),
      })
    }
    failures.set(kind.name, (failures.get(kind.name) ?? 0) + 1)
    const reason = errorReason(error)
    const details = { job: kind.name, id, attempts, err: error }
    const delayMs = retryDelay(kind, attempts, error)
    const nextRunAt = await kind.nextRunAt?.(now(), db)
    if (delayMs === undefined && nextRunAt === undefined) {
      log.error(details, 'job failed')
      const keepPayload = kind.delivery === 'at-least-once'
      return failJob(db, id, { error: reason, now: now(), keepPayload })
    }
    log.warn(details, 'job failed and will be tried again')
    const runAt = Math.min(
      now() + (delayMs ?? Number.POSITIVE_INFINITY),
      nextRunAt ?? Number.POSITIVE_INFINITY,
    )
    await rescheduleJob(db, id, { runAt, attempts, error: reason, now: now() })
  }

  const timer = setInterval(wake, pollMs).unref()
  wake()

  return {
    wake,
    failures,
    async runDue() {
      wake()
      while (workers.size > 0) await Promise.all(workers)
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      stopping.abort()
      const abort = setTimeout(() => timedOut.abort(), deps.shutdownTimeoutMs ?? 5 * secondMs)
      await Promise.all(workers)
      clearTimeout(abort)
    },
  }
}

function retryDelay(
  { retryDelaysMs = defaultRetryDelaysMs }: JobKind,
  attempts: number,
  error: unknown,
) {
  return error instanceof PermanentJobError ? undefined : retryDelaysMs[attempts - 1]
}
