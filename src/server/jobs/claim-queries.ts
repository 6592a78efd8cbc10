import { randomUUID } from 'node:crypto'
import sql, { empty, join } from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { forUpdateSkipLocked } from '../database/sql-fragments.ts'
import {
  type Claim,
  clockCause,
  hasClaim,
  type JobRow,
  type JobState,
  jobColumns,
} from './job-queries.ts'

/** A clock that is running has this time, unless `bringClockForward` has set another one since it was claimed. */
const noNextRun = Number.MAX_SAFE_INTEGER

/** How many due jobs a claim looks at, because other processes may be claiming the first ones. */
const candidateCount = 20

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
  return claimOneOf(db, due, options, sql`, run_at = ${noNextRun}`)
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
  alsoSet = empty,
): Promise<ClaimedJob | undefined> {
  for (const { id, state } of due) {
    if (except.has(id)) continue
    const claim = randomUUID()
    const row = await db.get<JobRow>(sql`
      UPDATE jobs SET state = 'running', claim = ${claim}, claimed_until = ${now + claimMs},
        attempts = attempts + 1 ${alsoSet}
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
    UPDATE jobs SET claimed_until = ${until} WHERE ${hasClaim(claim)}`)
  return changes > 0
}

/** Renews the claim of a clock and returns the time to which it was brought forward while it ran, else Infinity. */
export async function renewClockClaim(
  tx: Db,
  claim: Claim,
  until: number,
): Promise<number | undefined> {
  if (!(await renewClaim(tx, claim, until))) return
  const row = await tx.get<{ run_at: number }>(
    sql`SELECT run_at FROM jobs WHERE ${hasClaim(claim)}`,
  )
  return row?.run_at === noNextRun ? Infinity : row?.run_at
}
