import { randomUUID } from 'node:crypto'
import sql, { empty, join } from 'sql-template-tag'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { dayMs } from '../durations.ts'

/** The cause of the single row of a kind on a clock. */
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
  expires_at: number | null
  created_at: number
  finished_at: number | null
  error: string | null
}

export interface NewJob {
  kind: string
  payload?: unknown
  /** The cause of the job. A kind has one row per cause. Without a cause, each job gets its own. */
  cause?: string
  /** The student whose deletion also deletes the row. */
  studentId?: number
  /** When the job is due. The default is now. */
  runAt?: number
  /** When the job expires. From this time on it is not started and counts as failed. */
  expiresAt?: number
}

export const jobColumns = sql`
  id, kind, cause, payload, state, attempts, run_at, expires_at, created_at, finished_at, error`

/** Adds a job. Call it in the transaction that causes the job. Returns false if the cause has a job already. */
export async function enqueueJob(db: Db, job: NewJob, now: number): Promise<boolean> {
  const { kind, payload = {}, cause = randomUUID(), studentId = null, runAt = now } = job
  const { changes } = await db.run(sql`
    INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, expires_at, created_at)
    VALUES (${kind}, ${cause}, ${JSON.stringify(payload)}, ${studentId}, 'waiting', ${runAt},
      ${job.expiresAt ?? null}, ${now})
    ON CONFLICT (kind, cause) DO NOTHING`)
  return changes > 0
}

/** Inserts the single row of a kind on a clock. Returns false if the row exists. */
export function enqueueClock(db: Db, kind: string, runAt: number, now: number): Promise<boolean> {
  return enqueueJob(db, { kind, cause: clockCause, runAt }, now)
}

/**
 * Makes a job on a clock run sooner. Call it in the transaction that changes the data. It always takes the row lock, so
 * that a run that does not see this transaction yet can reschedule the job only after the commit.
 */
export async function bringClockForward(db: Db, kind: string, runAt: number) {
  await db.run(sql`
    UPDATE jobs SET run_at = CASE WHEN run_at > ${runAt} THEN ${runAt} ELSE run_at END
    WHERE kind = ${kind} AND cause = ${clockCause}`)
}

/**
 * The proof that a process needs to record anything about a job. During a long pause, another process may have claimed
 * the job.
 */
export interface Claim {
  id: number
  claim: string
}

export const hasClaim = ({ id, claim }: Claim) => sql`id = ${id} AND claim = ${claim}`

export async function completeJob(
  db: Db,
  claim: Claim,
  { kept, now }: { kept: unknown; now: number },
) {
  await db.run(sql`
    UPDATE jobs SET state = 'done', claim = NULL, claimed_until = NULL, finished_at = ${now},
      error = NULL, payload = ${JSON.stringify(kept)}
    WHERE ${hasClaim(claim)}`)
}

interface Rescheduling {
  runAt: number
  attempts: number
  error: string | null
  now: number
}

/** Makes a job wait for its next run. Jobs on a clock do so after each run. */
export async function rescheduleJob(
  db: Db,
  claim: Claim,
  { runAt, attempts, error, now }: Rescheduling,
) {
  await db.run(sql`
    UPDATE jobs SET state = 'waiting', claim = NULL, claimed_until = NULL, run_at = ${runAt},
      attempts = ${attempts}, error = ${error}, finished_at = ${now}
    WHERE ${hasClaim(claim)}`)
}

/** Marks a job as failed. A payload that is not kept becomes null, so that the job cannot be tried again. */
export async function failJob(
  db: Db,
  claim: Claim,
  { error, now, keepPayload }: { error: string; now: number; keepPayload: boolean },
) {
  await db.run(sql`
    UPDATE jobs SET state = 'failed', claim = NULL, claimed_until = NULL, finished_at = ${now},
      error = ${error} ${keepPayload ? empty : sql`, payload = 'null'`}
    WHERE ${hasClaim(claim)}`)
}

/** Whether the job still exists. It may have been deleted with its student. */
export async function jobExists(db: Db, id: number): Promise<boolean> {
  return (await db.get(sql`SELECT 1 AS found FROM jobs WHERE id = ${id}`)) !== undefined
}

export function findJobsOfUser(
  db: Db,
  studentId: number,
  kinds: readonly string[],
): Promise<JobRow[]> {
  return db.all<JobRow>(sql`
    SELECT ${jobColumns} FROM jobs WHERE user_id = ${studentId} AND kind IN (${join(kinds)}) ORDER BY id`)
}

/**
 * Makes failed jobs that kept their payload due again, and jobs that wait for their next attempt. Both start over with
 * short delays. Returns how many there are. Operators call it.
 */
export async function retryFailedJobs(db: Db, now: number, id?: number): Promise<number> {
  const { changes } = await db.run(sql`
    UPDATE jobs SET state = 'waiting', run_at = ${now}, attempts = 0, finished_at = NULL, error = NULL
    WHERE (state = 'failed' OR ${isBackingOff(now)})
      AND payload <> 'null' AND (expires_at IS NULL OR expires_at > ${now})
      ${id === undefined ? empty : sql`AND id = ${id}`}`)
  return changes
}

/** Whether the last attempt failed and the next is not due yet. */
const isBackingOff = (now: number) =>
  sql`(state = 'waiting' AND run_at > ${now} AND error IS NOT NULL)`

export interface JobCount {
  kind: string
  state: JobState
  count: number
}

/**
 * Counts jobs that are due, wait after a failed attempt, run or have failed. A count that stays high needs an operator.
 * The query has no OR, for which SQLite would scan the table.
 */
export function countJobs(db: Db, now: number): Promise<JobCount[]> {
  return db.all<JobCount>(sql`
    SELECT kind, state, count(*) AS count FROM (
      SELECT kind, state FROM jobs WHERE state = 'waiting' AND run_at <= ${now}
      UNION ALL SELECT kind, state FROM jobs WHERE ${isBackingOff(now)}
      UNION ALL SELECT kind, state FROM jobs WHERE state = 'running'
      UNION ALL SELECT kind, state FROM jobs WHERE state = 'failed') AS counted
    GROUP BY kind, state ORDER BY kind, state`)
}

/**
 * Deletes finished jobs after a month, so that their cause is not served again before, and failed ones after three
 * months.
 */
export async function deleteFinishedJobs(db: Db, now: number) {
  const jobs = { table: 'jobs', primaryKey: ['id'] }
  // Nobody can retry an expired job, so it need not keep an email with links.
  const isDead = sql`state = 'failed' AND expires_at <= ${now} AND payload <> 'null'`
  await cleanUp(db, { ...jobs, where: isDead, set: sql`payload = 'null'` })
  const isDone = sql`state = 'done' AND finished_at <= ${now - 30 * dayMs}`
  await cleanUp(db, { ...jobs, where: isDone })
  const hasFailed = sql`state = 'failed' AND finished_at <= ${now - 90 * dayMs}`
  await cleanUp(db, { ...jobs, where: hasFailed })
}

export const jobsData: RoomData = {
  tables: {
    jobs: {
      notInBackups:
        'they hold reset links and codes, and a restored site must not send old emails again',
      references: ['users'],
    },
  },
  expire: [deleteFinishedJobs],
}
