import type { FastifyBaseLogger } from 'fastify'
import { hourMs, secondMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { countPriceGroups } from './count-price-groups.ts'

export const priceGroupsKind = 'price-groups'

/** Counts the median prices every hour, and soon after the first start, when a new site has its sample content. */
export function priceGroupsJob(log: Pick<FastifyBaseLogger, 'info'>): JobKind {
  return {
    name: priceGroupsKind,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + hourMs,
    firstRunDelayMs: 10 * secondMs,
    async run({ db, now, signal }) {
      const changed = await countPriceGroups(db, { now: now(), signal })
      if (changed > 0) log.info({ changed }, 'median prices counted')
    },
  }
}
