import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseUnavailable, type Db } from '../database/database.ts'
import { hourMs, minuteMs, secondMs } from '../durations.ts'
import { errorReason } from '../errors.ts'
import {
  type ClaimedJob,
  claimClock,
  claimJob,
  renewClaim,
  renewClockClaim,
} from './claim-queries.ts'
import { type JobKind, jobPriorities, PermanentJobError } from './job-kind.ts'
import {
  bringClockForward,
  completeJob,
  enqueueClock,
  failJob,
  rescheduleJob,
} from './job-queries.ts'

const defaultRetryDelaysMs = [
  ...[2, 5, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 10, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2].map((hours) => hours * hourMs),
]

/** How often a job may start. A job that kills its process each time then counts as failed. */
const maxStarts = 20

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
  /** Looks for due jobs without waiting for the next poll. Call it after the commit that enqueued one. */
  wake(): void
  /** Runs all due jobs, including those that become due through them. Resolves when none is left. */
  runDue(): Promise<void>
  /** The number of failed attempts of each kind since the start. */
  readonly failures: ReadonlyMap<string, number>
  /** Waits for running jobs, and aborts them after a timeout. */
  stop(): Promise<void>
}

/** Runs jobs of these kinds. Any number of processes may share a database, because each job is claimed by one of them. */
export function startJobRunner(deps: JobRunnerDeps): JobRunner {
  const { db, kinds, now, log } = deps
  const { pollMs = 500, claimMs = 15 * secondMs, maxConcurrent = 4 } = deps
  const kindByName = new Map(kinds.map((kind) => [kind.name, kind]))
  if (kindByName.size < kinds.length) throw new Error('Two job kinds have the same name.')
  const namesOf = (some: readonly JobKind[]) => some.map(({ name }) => name)
  const clockNames = namesOf(kinds.filter(({ nextRunAt }) => nextRunAt))
  const enqueuedKinds = kinds.filter(({ nextRunAt }) => !nextRunAt)
  const namesByPriority = jobPriorities
    .map((each) => namesOf(enqueuedKinds.filter(({ priority = 'normal' }) => priority === each)))
    .filter((names) => names.length > 0)
  const urgentNames = namesOf(enqueuedKinds.filter(({ priority }) => priority === 'urgent'))
  // Each kind on a clock has its own worker, so that clocks and enqueued jobs do not wait for each other. Urgent jobs
  // share one more, because a mail server may keep all others waiting.
  const maxWorkers = maxConcurrent + 1 + clockNames.length
  /** The first is aborted at once when the runner stops, the second when the time for jobs to end is over. */
  const [stopping, timedOut] = [new AbortController(), new AbortController()]
  const signalFor = (kind: JobKind) => (kind.isInterruptible ? stopping : timedOut).signal
  const failures = new Map<string, number>()
  const workers = new Set<Promise<void>>()
  const running = new Set<number>()
  /** How many more workers may run or look for an enqueued job, and for an urgent one. */
  const [sharedWorkers, urgentWorkers] = [{ free: maxConcurrent }, { free: 1 }]
  let isStopping = false
  let clocksEnqueuedAt: number | undefined

  /**
   * Enqueues missing jobs on a clock at the start and every minute, because a restore replaces the table under running
   * processes.
   */
  async function enqueueClocks() {
    const last = clocksEnqueuedAt
    if (last !== undefined && now() < last + minuteMs) return
    clocksEnqueuedAt = now()
    try {
      for (const { name, nextRunAt, firstRunDelayMs = 0 } of kinds) {
        if (!nextRunAt) continue
        const isNew = await enqueueClock(db, name, now() + firstRunDelayMs, now())
        if (isNew || last !== undefined) continue
        // The system's clock may have been ahead when the job's next run was computed.
        await bringClockForward(db, name, await nextRunAt(now(), db))
      }
    } catch (error) {
      clocksEnqueuedAt = last
      throw error
    }
  }

  function wake() {
    if (isStopping || workers.size >= maxWorkers) return
    const worker = runDueJobs()
      .catch((error) => log.warn({ err: error }, 'jobs not reached'))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function runDueJobs() {
    await enqueueClocks()
    let hasRun = true
    while (hasRun && !isStopping) hasRun = (await runDueClock()) || (await runDueEnqueued())
  }

  async function runDueClock(): Promise<boolean> {
    return claimAndRun(() => claimClock(db, clockNames, claimOptions()))
  }

  /**
   * Runs a due enqueued job. These have their own limit, so that a listing's end is not recorded late behind a thousand
   * emails.
   */
  async function runDueEnqueued(): Promise<boolean> {
    return (
      (await runDueOf(namesByPriority, sharedWorkers)) || runDueOf([urgentNames], urgentWorkers)
    )
  }

  async function runDueOf(names: string[][], workers: { free: number }): Promise<boolean> {
    if (names.flat().length === 0 || workers.free === 0) return false
    workers.free -= 1
    try {
      return await claimAndRun(() => claimJob(db, names, claimOptions()))
    } finally {
      workers.free += 1
    }
  }

  const claimOptions = () => ({ now: now(), claimMs, except: running })

  async function claimAndRun(claim: () => Promise<ClaimedJob | undefined>): Promise<boolean> {
    const job = isStopping ? undefined : await claim()
    if (!job) return false
    // More jobs may be due, so another worker starts.
    wake()
    await runClaimed(job)
    return true
  }

  async function runClaimed(job: ClaimedJob) {
    const kind = kindByName.get(job.kind)
    if (!kind) throw new Error(`No job kind is named ${job.kind}.`)
    running.add(job.id)
    const heartbeat = setInterval(() => {
      renewClaim(db, job, now() + claimMs).catch(() => undefined)
    }, claimMs / 3).unref()
    try {
      const outcome = await run(kind, job)
      if ('error' in outcome) await endWithFailure(kind, job, outcome.error)
      else await untilReached(() => recordSuccess(kind, job, outcome.kept))
    } finally {
      clearInterval(heartbeat)
      running.delete(job.id)
    }
  }

  async function run(kind: JobKind, job: ClaimedJob) {
    const { id, cause, attempts, created_at: createdAt, expires_at } = job
    const signal = signalFor(kind)
    try {
      if (job.wasInterrupted && (kind.delivery === 'at-most-once' || attempts > maxStarts)) {
        throw new PermanentJobError('interrupted')
      }
      if (expires_at !== null && expires_at <= now()) throw new PermanentJobError('expired')
      // The process may have begun to stop while it claimed the job.
      signal.throwIfAborted()
      const payload: unknown = JSON.parse(job.payload)
      const kept = await kind.run({ id, cause, payload, attempts, createdAt, db, now, signal })
      return { kept: kept ?? {} }
    } catch (error) {
      return { error }
    }
  }

  /** Records how a job ended, as soon as the database is reachable. Otherwise the lapsed claim would decide. */
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

  async function recordSuccess(kind: JobKind, job: ClaimedJob, kept: unknown) {
    if (!kind.nextRunAt) return completeJob(db, job, { kept, now: now() })
    await awaitNextRun(kind.nextRunAt, job, { attempts: 0, error: null })
  }

  async function endWithFailure(kind: JobKind, job: ClaimedJob, error: unknown) {
    const { id, attempts, expires_at } = job
    const { delivery, nextRunAt, retryDelaysMs = defaultRetryDelaysMs } = kind
    const isPermanent = error instanceof PermanentJobError
    // The job is released and does not count as failed. The next process runs it at once.
    if (signalFor(kind).aborted && !isPermanent) {
      const released = { attempts: attempts - 1, error: null }
      return untilReached(() => rescheduleJob(db, job, { ...released, runAt: now(), now: now() }))
    }
    const delayMs = isPermanent ? undefined : retryDelaysMs[attempts - 1]
    // A retry that would come too late is skipped, because this error says more than "expired" would.
    const isExpired = expires_at !== null && expires_at <= now() + (delayMs ?? 0)
    const retryAt = delayMs === undefined || isExpired ? undefined : now() + delayMs
    const details = { job: kind.name, id, attempts, err: error }
    failures.set(kind.name, (failures.get(kind.name) ?? 0) + 1)
    if (retryAt === undefined && !nextRunAt) log.error(details, 'job failed')
    else log.warn(details, 'job failed and will be tried again')

    const failure = { attempts, error: errorReason(error) }
    await untilReached(() => {
      if (retryAt !== undefined) {
        return rescheduleJob(db, job, { ...failure, runAt: retryAt, now: now() })
      }
      if (nextRunAt) return awaitNextRun(nextRunAt, job, failure)
      const keepPayload = delivery === 'at-least-once' && !isExpired
      return failJob(db, job, { error: failure.error, now: now(), keepPayload })
    })
  }

  /**
   * Reschedules a job on a clock in one transaction, which holds the row lock. A concurrent `bringClockForward` either is
   * visible here, or waits and then corrects the time.
   */
  async function awaitNextRun(
    nextRunAt: NonNullable<JobKind['nextRunAt']>,
    job: ClaimedJob,
    { attempts, error }: { attempts: number; error: string | null },
  ) {
    await db.transaction(async (tx) => {
      const broughtForwardTo = await renewClockClaim(tx, job, now() + claimMs)
      if (broughtForwardTo === undefined) return
      // A failed job is still due. Without a pause it would run in a tight loop.
      const earliest = error === null ? 0 : now() + minuteMs
      const runAt = Math.max(Math.min(await nextRunAt(now(), tx), broughtForwardTo), earliest)
      await rescheduleJob(tx, job, { runAt, attempts, error, now: now() })
    })
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
