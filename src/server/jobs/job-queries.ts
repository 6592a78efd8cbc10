import { randomUUID } from 'node:crypto'
import sql, { empty, join } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'

/** The cause of the one row that a kind on a clock has. */
export const clockCause = 'clock'

export type JobState = 'waiting' | 'running' | 'done' | 'failed'

export interface JobRow {
  id: number
  kind: string
  cause: string
  payload: string
  state: JobState
  attempts: number
  run_at: number
  claimed_until: number | null
  created_at: number
  finished_at: number | null
  error: string | null
}

export interface NewJob {
  kind: string
  payload?: unknown
  /** One row per kind and cause; without it each job is its own cause. */
  cause?: string
  /** Deleted with this student. */
  userId?: number
  /** At once by default. */
  runAt?: number
  /** Not started after this. */
  expiresAt?: number
}

const jobColumns = sql`
  id, kind, cause, payload, state, attempts, run_at, claimed_until, created_at, finished_at, error`

/** Call it in the transaction that causes the job. False: the cause has a job already. */
export async function enqueueJob(db: Db, job: NewJob, now: number): Promise<boolean> {
  const { kind, payload = {}, cause = randomUUID(), userId = null, runAt = now } = job
  const { changes } = await db.run(sql`
    INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, expires_at, created_at)
    VALUES (${kind}, ${cause}, ${JSON.stringify(payload)}, ${userId}, 'waiting', ${runAt},
      ${job.expiresAt ?? null}, ${now})
    ON CONFLICT (kind, cause) DO NOTHING`)
  return changes > 0
}

/** Gives one due job to one process: due are those that wait and those whose process stopped renewing its claim. */
export async function claimJob(
  db: Db,
  kinds: string[],
  { now, claimMs }: { now: number; claimMs: number },
): Promise<{ job: JobRow; wasInterrupted: boolean } | undefined> {
  const isRunnable = sql`kind IN (${join(kinds)}) AND (expires_at IS NULL OR expires_at > ${now})`
  const due = await db.all<{ id: number; state: JobState }>(sql`
    SELECT id, state, run_at FROM jobs WHERE state = 'waiting' AND run_at <= ${now} AND ${isRunnable}
    UNION ALL
    SELECT id, state, run_at FROM jobs WHERE state = 'running' AND claimed_until <= ${now} AND ${isRunnable}
    ORDER BY run_at, id LIMIT 20`)
  for (const { id, state } of due) {
    const job = await db.get<JobRow>(sql`
      UPDATE jobs SET state = 'running', claimed_until = ${now + claimMs}, attempts = attempts + 1
      WHERE id = ${id} AND state = ${state} AND (claimed_until IS NULL OR claimed_until <= ${now})
      RETURNING ${jobColumns}`)
    if (job) return { job, wasInterrupted: state === 'running' }
  }
}

export async function renewClaim(db: Db, id: number, until: number) {
  await db.run(sql`UPDATE jobs SET claimed_until = ${until} WHERE id = ${id} AND state = 'running'`)
}

export async function completeJob(
  db: Db,
  id: number,
  { kept, now }: { kept: unknown; now: number },
) {
  await db.run(sql`
    UPDATE jobs SET state = 'done', claimed_until = NULL, finished_at = ${now}, error = NULL,
      payload = ${JSON.stringify(kept)}
    WHERE id = ${id}`)
}

/** False: it was deleted with its student. */
export async function jobExists(db: Db, id: number): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS found FROM jobs WHERE id = ${id}`)) !== undefined
}

/** Also for a job on a clock, which waits again after each run. */
export async function rescheduleJob(
  db: Db,
  id: number,
  {
    runAt,
    attempts,
    error,
    now,
  }: { runAt: number; attempts: number; error: string | null; now: number },
) {
  await db.run(sql`
    UPDATE jobs SET state = 'waiting', claimed_until = NULL, run_at = ${runAt}, attempts = ${attempts},
      error = ${error}, finished_at = ${now}
    WHERE id = ${id}`)
}

/** Keeps the payload where an operator may retry it. */
export async function failJob(
  db: Db,
  id: number,
  { error, now, keepPayload }: { error: string; now: number; keepPayload: boolean },
) {
  await db.run(sql`
    UPDATE jobs SET state = 'failed', claimed_until = NULL, finished_at = ${now}, error = ${error}
      ${keepPayload ? empty : sql`, payload = '{}'`}
    WHERE id = ${id}`)
}

/** For a job on a clock that data has made due sooner; takes no row lock when it is due by then anyway. */
export async function bringForward(db: Db, kind: string, runAt: number) {
  await db.run(sql`
    UPDATE jobs SET run_at = ${runAt} WHERE kind = ${kind} AND cause = ${clockCause} AND run_at > ${runAt}`)
}

export async function failExpiredJobs(db: Db, now: number) {
  await db.run(sql`
    UPDATE jobs SET state = 'failed', finished_at = ${now}, error = 'expired', payload = '{}'
    WHERE state IN ('waiting', 'running') AND expires_at <= ${now} AND (claimed_until IS NULL OR claimed_until <= ${now})`)
}

export function findJobsOfUser(db: Db, userId: number, kinds: string[]): Promise<JobRow[]> {
  return db.all<JobRow>(sql`
    SELECT ${jobColumns} FROM jobs WHERE user_id = ${userId} AND kind IN (${join(kinds)}) ORDER BY id`)
}

/** By an operator: failed jobs that kept their payload wait again. Returns how many. */
export async function retryFailedJobs(db: Db, now: number, id?: number): Promise<number> {
  const { changes } = await db.run(sql`
    UPDATE jobs SET state = 'waiting', run_at = ${now}, attempts = 0, finished_at = NULL
    WHERE state = 'failed' AND payload <> '{}' ${id === undefined ? empty : sql`AND id = ${id}`}`)
  return changes
}

export interface JobCount {
  kind: string
  state: JobState
  count: number
}

/** Of jobs that are due, running or failed: a count that stays high needs an operator. */
export function countJobs(db: Db, now: number): Promise<JobCount[]> {
  return db.all<JobCount>(sql`
    SELECT kind, state, count(*) AS count FROM jobs
    WHERE state = 'failed' OR state = 'running' OR (state = 'waiting' AND run_at <= ${now})
    GROUP BY kind, state ORDER BY kind, state`)
}

/** What is done is kept for a month, so that its cause is not served again; what failed for three. */
export async function deleteFinishedJobs(db: Db, now: number) {
  await db.run(sql`
    DELETE FROM jobs
    WHERE (state = 'done' AND finished_at <= ${now - 30 * dayMs})
      OR (state = 'failed' AND finished_at <= ${now - 90 * dayMs})`)
}
