import type { Db } from '../database/database.ts'

/**
 * A kind of work that happens later or on a clock. The runner claims the rows of a kind, runs them and records how each
 * ended.
 */
export interface JobKind<Payload = unknown> {
  name: string
  /**
   * Decides what happens to a job whose process died while it ran: at-least-once runs again, at-most-once fails. The
   * choice matters for work outside the database; work inside it is one transaction, for which both are the same. A job
   * that throws is retried either way, so an at-most-once job must throw PermanentJobError unless nothing was done.
   */
  delivery: 'at-most-once' | 'at-least-once'
  /**
   * Urgent jobs start before all others and have a worker of their own, because somebody waits for them. Bulk jobs start
   * when nothing else is due. Jobs on a clock ignore this: each has its own worker.
   */
  priority?: JobPriority
  /**
   * Returns when a job on a clock runs next; a time in the past means at once. It runs sooner if it was brought forward
   * while it ran. Such a job has one row. Other jobs are enqueued.
   */
  nextRunAt?: (now: number, db: Db) => number | Promise<number>
  /** The delay of the first run on a clock, so that it does not compete with the start. */
  firstRunDelayMs?: number
  /**
   * The pauses after the first, second, … failed attempt. After the last pause and one more failure, the job has
   * failed, or waits for its clock.
   */
  retryDelaysMs?: readonly number[]
  /**
   * Whether the job is aborted as soon as the process stops, and another process runs it again. Other jobs get a few
   * seconds to finish.
   */
  isInterruptible?: true
  /**
   * Does the work. The runner then erases the payload, which may hold a reset link, and stores the returned value
   * instead.
   */
  run(job: RunningJob<Payload>): Promise<unknown>
}

/** The priorities, in the order in which their jobs start. */
export const jobPriorities = ['urgent', 'normal', 'bulk'] as const

export type JobPriority = (typeof jobPriorities)[number]

export interface RunningJob<Payload = unknown> {
  id: number
  /** Why the job exists. A kind has one row per cause. */
  cause: string
  payload: Payload
  attempts: number
  createdAt: number
  db: Db
  now: () => number
  /** The signal is aborted when the process stops. */
  signal: AbortSignal
}

/** Thrown if another attempt would be pointless. */
export class PermanentJobError extends Error {}
