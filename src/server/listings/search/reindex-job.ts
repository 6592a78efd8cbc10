import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { bringForward } from '../../jobs/job-queries.ts'
import { reindexListings } from './reindex-listings.ts'
import { isSearchTextStale } from './search-text-state.ts'

const name = 'reindex'

/** Rebuilds the search text where it is stale. Looks every day too: a backup may have been restored. */
export function reindexJob(log: Pick<FastifyBaseLogger, 'info'>): JobKind {
  return {
    name,
    delivery: 'at-least-once',
    isInterruptible: true,
    nextRunAt: (now) => now + dayMs,
    async run({ db, signal }) {
      if (!(await isSearchTextStale(db))) return
      const changed = await reindexListings(db, { signal })
      log.info({ changed }, 'search text rebuilt')
    },
  }
}

/** At start, when the definitions may have changed since. */
export async function reindexIfStale(db: Db, now: number): Promise<void> {
  if (await isSearchTextStale(db)) await bringForward(db, name, now)
}
