import type { Db } from '../database/database.ts'

/**
 * Work that happens later or on a clock. The runner claims the rows of a kind, runs them and records how each ended.
 */
export interface JobKind<Payload = unknown> {
  name: string
  /**
   * Decides what becomes of a job whose process died while it ran: at-least-once runs again, at-most-once has failed.
   * Work that leaves the database must choose; work inside it runs in one transaction and never sees the difference. A
   * job that throws is retried either way: at-most-once must throw PermanentJobError unless nothing was done.
   */
  delivery: 'at-most-once' | 'at-least-once'
  /**
   * Work on a clock has one row, and this says when it runs next; a time in the past means at once. Other jobs are
   * enqueued.
   */
  nextRunAt?: (now: number, db: Db) => number | Promise<number>
  /** Delays a first run on the clock, so that it does not compete with the start. */
  firstRunDelayMs?: number
  /**
   * The pauses after the first, second, … failed attempt. After the last one the job has failed, or waits for its
   * clock.
   */
  retryDelaysMs?: readonly number[]
  /**
   * Whether the job is aborted as soon as the process stops and another process runs it again. Other jobs get a few
   * seconds to end.
   */
  isInterruptible?: true
  /**
   * The runner erases the payload afterwards, since it may hold a reset link, and keeps what this returns in its place.
   */
  run(job: RunningJob<Payload>): Promise<unknown>
}

export interface RunningJob<Payload = unknown> {
  id: number
  /** Why the job exists. A kind has one row per cause. */
  cause: string
  payload: Payload
  attempts: number
  createdAt: number
  db: Db
  now: () => number
  /** Aborted when the process stops. */
  signal: AbortSignal
}

/** Thrown when trying again is pointless. */
export class PermanentJobError extends Error {}
