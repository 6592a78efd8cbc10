import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'
import { countModerators, readWaiting } from './waiting-queries.ts'

interface MetricsDeps {
  registers: Registry[]
  db: Db
  now: () => number
}

/** Read from the shared database: every worker reports the same values, so a sum would be wrong. */
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
