import sql from 'sql-template-tag'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/database/database.ts'
import { dayMs, hourMs } from '#server/durations.ts'
import type { JobKind } from '#server/jobs/job-kind.ts'
import { enqueueJob, type JobRow, type NewJob } from '#server/jobs/job-queries.ts'
import { startJobRunner } from '#server/jobs/job-runner.ts'
import { type Engine, openTestDatabase } from './databases.ts'

interface RunnerOptions {
  /** A wrapper around the database that makes it fail. */
  on?: Db
  pollMs?: number
  claimMs?: number
  maxConcurrent?: number
  shutdownTimeoutMs?: number
}

/** Opens a database without jobs, a clock that stands still, and runners that stop with the test. */
export async function openJobRunner(engine: Engine) {
  const db = await openTestDatabase(engine)
  const clock = { now: dayMs }
  const logged: unknown[] = []
  const record = (...line: unknown[]) => logged.push(line)

  function start(kinds: JobKind[], { on = db, ...rest }: RunnerOptions = {}) {
    const runner = startJobRunner({
      db: on,
      kinds,
      now: () => clock.now,
      log: { warn: record, error: record },
      // Nothing runs by itself: each test decides when.
      pollMs: hourMs,
      ...rest,
    })
    onTestFinished(() => runner.stop())
    return runner
  }

  const enqueue = (job: NewJob) => enqueueJob(db, job, clock.now)
  const rows = () => db.all<JobRow>(sql`SELECT * FROM jobs ORDER BY id`)
  return { db, clock, logged, start, enqueue, rows }
}

export const testKind = (run: JobKind['run'], more: Partial<JobKind> = {}): JobKind => ({
  name: 'greet',
  delivery: 'at-least-once',
  run,
  ...more,
})
