import { Gauge, type Registry } from 'prom-client'
import sql from 'sql-template-tag'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'
import { isActiveStaff } from '../students/restrictions/restriction-queries.ts'
import { isOfPausedSeller } from './take-down.ts'

/** The numbers of cases that wait for a moderator. */
export interface Waiting {
  reports: number
  appeals: number
  /** The number of sellers' answers that say that a signal is wrong. */
  signalAnswers: number
  /** The number of listings that reports have hidden. */
  hidden: number
  /** When the oldest waiting report, appeal or answer was written. */
  oldest: number | null
}

const waitingAnswers = sql`
  signal_answers JOIN listings ON listings.id = listing_id WHERE decision IS NULL AND listed`

export async function readWaiting(db: Db): Promise<Waiting> {
  const row = await db.get<Waiting>(sql`
    SELECT
      (SELECT count(*) FROM reports WHERE state = 'open') AS reports,
      (SELECT count(*) FROM appeals WHERE created_at IS NOT NULL AND decision IS NULL) AS appeals,
      (SELECT count(*) FROM ${waitingAnswers}) AS "signalAnswers",
      (SELECT count(*) FROM listings WHERE status = 'hidden' AND NOT ${isOfPausedSeller}) AS hidden,
      (SELECT min(created_at) FROM (
        SELECT created_at FROM reports WHERE state = 'open'
        UNION ALL
        SELECT created_at FROM appeals WHERE created_at IS NOT NULL AND decision IS NULL
        UNION ALL
        SELECT signal_answers.created_at FROM ${waitingAnswers}
      ) AS waiting) AS oldest`)
  return row ?? { reports: 0, appeals: 0, signalAnswers: 0, hidden: 0, oldest: null }
}

export async function countModerators(db: Db, now: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT count(*) AS count FROM users WHERE ${isActiveStaff(now)}`)
  return row?.count ?? 0
}

interface MetricsDeps {
  registers: Registry[]
  db: Db
  now: () => number
}

/** Every worker reads the same values from the shared database, so a sum over the workers would be wrong. */
export function moderationMetrics({ registers, db, now }: MetricsDeps) {
  const shared = { aggregator: 'max', registers } as const
  new Gauge({
    ...shared,
    name: 'quad_moderation_waiting',
    help: 'Open reports, appeals and answers to signals, and listings that reports have hidden.',
    labelNames: ['kind'],
    async collect() {
      const waiting = await readWaiting(db).catch(() => undefined)
      this.reset()
      if (!waiting) return
      this.set({ kind: 'reports' }, waiting.reports)
      this.set({ kind: 'appeals' }, waiting.appeals)
      this.set({ kind: 'signal_answers' }, waiting.signalAnswers)
      this.set({ kind: 'hidden' }, waiting.hidden)
    },
  })
  new Gauge({
    ...shared,
    name: 'quad_moderation_oldest_seconds',
    help: 'How long the oldest open report, appeal or answer to a signal has waited; 0 without any.',
    async collect() {
      const oldest = (await readWaiting(db).catch(() => undefined))?.oldest ?? now()
      this.set((now() - oldest) / secondMs)
    },
  })
  new Gauge({
    ...shared,
    name: 'quad_moderators',
    help: 'Moderators and admins who are not suspended.',
    async collect() {
      this.set(await countModerators(db, now()).catch(() => Number.NaN))
    },
  })
}
