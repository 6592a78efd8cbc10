import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { bringClockForward } from '../../jobs/job-queries.ts'
import { bumpListsVersion } from '../../versions/category-versions.ts'
import { scheduleReminders } from '../reminders/reminder-queries.ts'
import { expireListings, findEnded, findNextEnd } from './status-queries.ts'

const kindName = 'end-listings'

/** The job runs at least this often. An end that is further away needs no schedule: a later run finds it. */
const maxIntervalMs = hourMs

/** The size of a batch. It is small because a batch blocks all requests on SQLite. */
const batchSize = 25

/** The most listings that expire at startup. The job expires the rest; until then no page shows them. */
const maxAtStart = 500

/** Expires listings when they reach their end. */
export const endListings: JobKind = {
  name: kindName,
  delivery: 'at-least-once',
  nextRunAt: async (now, db) => Math.min((await findNextEnd(db)) ?? Infinity, now + maxIntervalMs),
  run: ({ db, now }) => endDueListings(db, now()),
}

export async function endDueListings(db: Db, now: number, max = Infinity): Promise<void> {
  let ended = 0
  while (ended < max) {
    const due = await findEnded(db, now, batchSize)
    for (const [category, listings] of Map.groupBy(due, (listing) => listing.category)) {
      await db.transaction(async (tx) => {
        // The listings' own pages have expired by the clock.
        await bumpListsVersion(tx, category)
        await scheduleReminders(tx, now)
        const ids = listings.map(({ id }) => id)
        await expireListings(tx, ids, now)
      })
      // On SQLite, awaiting a transaction does not let other requests run.
      await yieldToEventLoop()
    }
    if (due.length < batchSize) return
    ended += due.length
  }
}

export const endDueListingsAtStart = (db: Db, now: number) => endDueListings(db, now, maxAtStart)

/** Makes sure that the job runs at this end. Call it in the transaction that sets the end. */
export async function scheduleEnd(tx: Db, endsAt: number, now: number): Promise<void> {
  if (endsAt < now + maxIntervalMs) await bringClockForward(tx, kindName, endsAt)
}
