import { randomUUID } from 'node:crypto'
import sql, { empty, join } from 'sql-template-tag'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import type { PersonalData } from '../database/personal-data.ts'
import { forUpdateSkipLocked } from '../database/sql-fragments.ts'
import { dayMs } from '../durations.ts'

/** The cause of the single row of a kind on a clock. */
const clockCause = 'clock'

/** How many due jobs a claim looks at, because other processes may be claiming the first ones. */
const candidateCount = 20

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

const jobColumns = sql`
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
export async function bringForward(db: Db, kind: string, runAt: number) {
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

const isHeld = ({ id, claim }: Claim) => sql`id = ${id} AND claim = ${claim}`

export interface ClaimedJob extends JobRow, Claim {
  /** Whether the process that ran the job before stopped renewing its claim. */
  wasInterrupted: boolean
}

interface ClaimOptions {
  now: number
  claimMs: number
  /** The jobs that run in this process, whatever happened to their claims while the process was paused. */
  except: ReadonlySet<number>
}

/** Gives one due job to one process. A job is due if its time has come, or if its process stopped renewing its claim. */
export async function claimJob(
  db: Db,
  /** Kinds in the same list have the same priority, and earlier lists go first. */
  kindsByPriority: readonly (readonly string[])[],
  options: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  for (;;) {
    const due = await findDueJobs(db, kindsByPriority, options.now)
    const job = await claimOneOf(db, due, options)
    if (job || due.length < candidateCount) return job
  }
}

/** Claims a due job of a kind on a clock. It finds them by name and reads no backlog of other jobs. */
export async function claimClock(
  db: Db,
  kinds: readonly string[],
  options: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const { now } = options
  if (kinds.length === 0) return
  const due = await db.all<DueJob>(sql`
    SELECT id, state FROM jobs WHERE kind IN (${join(kinds)}) AND cause = ${clockCause}
    AND ((state = 'waiting' AND run_at <= ${now}) OR (state = 'running' AND claimed_until <= ${now}))
    ORDER BY run_at, id`)
  return claimOneOf(db, due, options)
}

interface DueJob {
  id: number
  state: JobState
}

/**
 * Claims the first job that is still due. Jobs whose rows another transaction has locked are skipped, so processes do
 * not wait for each other, nor for a transaction that brings a clock forward.
 */
async function claimOneOf(
  db: Db,
  due: DueJob[],
  { now, claimMs, except }: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  for (const { id, state } of due) {
    if (except.has(id)) continue
    const claim = randomUUID()
    const row = await db.get<JobRow>(sql`
      UPDATE jobs SET state = 'running', claim = ${claim}, claimed_until = ${now + claimMs},
        attempts = attempts + 1
      WHERE id = (
        SELECT id FROM jobs WHERE id = ${id} AND state = ${state}
          AND CASE state WHEN 'waiting' THEN run_at ELSE claimed_until END <= ${now}
        ${forUpdateSkipLocked(db)})
      RETURNING ${jobColumns}`)
    if (row) return { ...row, claim, wasInterrupted: state === 'running' }
  }
}

/**
 * Finds waiting jobs that are due, and running ones whose claim has lapsed. Each part has its own limit, so that both
 * engines stop reading their index after a few rows, however many jobs of another kind are due. IS TRUE keeps SQLite
 * from reading all jobs of these kinds through the index on kinds.
 */
function findDueJobs(db: Db, kindsByPriority: readonly (readonly string[])[], now: number) {
  const waiting = kindsByPriority.flatMap((kinds, priority) =>
    kinds.map(
      (kind) => sql`
        SELECT id, state, due_at, CAST(${priority} AS INTEGER) AS priority FROM (
          SELECT id, state, run_at AS due_at FROM jobs
          WHERE state = 'waiting' AND kind = ${kind} AND run_at <= ${now}
          ORDER BY run_at, id LIMIT ${candidateCount}) AS waiting`,
    ),
  )
  const interrupted = kindsByPriority.map(
    (kinds, priority) => sql`
      SELECT id, state, due_at, CAST(${priority} AS INTEGER) AS priority FROM (
        SELECT id, state, claimed_until AS due_at FROM jobs
        WHERE state = 'running' AND claimed_until <= ${now} AND (kind IN (${join(kinds)})) IS TRUE
        ORDER BY claimed_until, id LIMIT ${candidateCount}) AS interrupted`,
  )
  return db.all<DueJob>(sql`
    ${join([...waiting, ...interrupted], ' UNION ALL ')}
    ORDER BY priority, due_at, id LIMIT ${candidateCount}`)
}

/** Renews a claim. Returns false if the job was deleted with its student, or another process has claimed it. */
export async function renewClaim(db: Db, claim: Claim, until: number): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE jobs SET claimed_until = ${until} WHERE ${isHeld(claim)}`)
  return changes > 0
}

export async function completeJob(
  db: Db,
  claim: Claim,
  { kept, now }: { kept: unknown; now: number },
) {
  await db.run(sql`
    UPDATE jobs SET state = 'done', claim = NULL, claimed_until = NULL, finished_at = ${now},
      error = NULL, payload = ${JSON.stringify(kept)}
    WHERE ${isHeld(claim)}`)
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
    WHERE ${isHeld(claim)}`)
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
    WHERE ${isHeld(claim)}`)
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

export const jobsData: PersonalData = {
  tables: {
    jobs: {
      notInBackups:
        'they hold reset links and codes, and a restored site must not send old emails again',
      references: ['users'],
    },
  },
  expire: [deleteFinishedJobs],
}
