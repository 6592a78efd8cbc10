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
    help: 'Open reports and appeals, and listings that reports have hidden.',
    labelNames: ['kind'],
    async collect() {
      const waiting = await readWaiting(db).catch(() => undefined)
      this.reset()
      for (const kind of waiting ? (['reports', 'appeals', 'hidden'] as const) : []) {
        this.set({ kind }, waiting?.[kind] ?? 0)
      }
    },
  })
  new Gauge({
    ...shared,
    name: 'quad_moderation_oldest_seconds',
    help: 'How long the oldest open report or appeal has waited; 0 without any.',
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
