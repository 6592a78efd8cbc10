import type { Db } from '../database/database.ts'

/** What happens later or on a clock, as data: the runner claims its rows, runs them and records how it ended. */
export interface JobKind<Payload = unknown> {
  name: string
  /**
   * What becomes of a job whose process died while it ran: at-least-once runs again, at-most-once has failed. Work that
   * leaves the database must choose; work inside it runs in one transaction and never sees the difference. A job that
   * throws is retried either way: at-most-once must throw PermanentJobError unless nothing was done.
   */
  delivery: 'at-most-once' | 'at-least-once'
  /** For work on a clock, which has one row: when it runs again, at once if that is past. Other jobs are enqueued. */
  nextRunAt?: (now: number, db: Db) => number | Promise<number>
  /** Delays a first run on the clock, so that it does not compete with the start. */
  firstRunDelayMs?: number
  /** After the first, second, … failed attempt; after the last one the job has failed, or waits for its clock. */
  retryDelaysMs?: readonly number[]
  /** Aborted as soon as the process stops, and run again by another; other jobs get a few seconds to end. */
  isInterruptible?: true
  /** The payload is erased afterwards, since it may hold a reset link; what this returns is kept in its place. */
  run(job: RunningJob<Payload>): Promise<unknown>
}

export interface RunningJob<Payload = unknown> {
  id: number
  /** Why it exists; a kind has one row per cause. */
  cause: string
  payload: Payload
  attempts: number
  createdAt: number
  db: Db
  now: () => number
  /** Aborted when the process stops. */
  signal: AbortSignal
}

/** Trying again is pointless. */
export class PermanentJobError extends Error {}
