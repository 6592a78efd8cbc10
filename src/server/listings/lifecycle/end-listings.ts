import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { bringForward } from '../../jobs/job-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { scheduleReminders } from '../reminders/reminder-queries.ts'
import { expireListings, findCategoriesWithEnded, findNextEnd } from './status-queries.ts'

const kindName = 'end-listings'

/** The job looks for ends at least this often, so it finds ends that are further away by itself. */
const maxIntervalMs = hourMs

/** The batch is small because it blocks all requests on SQLite. */
const batchSize = 25

/** Caps the work at startup. The job expires the rest, and no page shows ended listings until then. */
const maxAtStart = 500

/** Expires listings as their end comes. */
export const endListings: JobKind = {
  name: kindName,
  delivery: 'at-least-once',
  nextRunAt: async (now, db) => Math.min((await findNextEnd(db)) ?? Infinity, now + maxIntervalMs),
  run: ({ db, now }) => endDueListings(db, now()),
}

export async function endDueListings(db: Db, now: number, max = Infinity): Promise<void> {
  let ended = 0
  for (const { category } of await findCategoriesWithEnded(db, now)) {
    let expired = batchSize
    while (expired === batchSize && ended < max) {
      expired = await db.transaction(async (tx) => {
        await bumpCategoryVersion(tx, category)
        await scheduleReminders(tx, now)
        return expireListings(tx, category, { now, limit: batchSize })
      })
      ended += expired
      // Awaiting a transaction does not let requests through on SQLite.
      await yieldToEventLoop()
    }
  }
}

export const endDueListingsAtStart = (db: Db, now: number) => endDueListings(db, now, maxAtStart)

/** Call it in the transaction that sets an end, which may come before all others. */
export async function scheduleEnd(tx: Db, endsAt: number, now: number): Promise<void> {
  if (endsAt < now + maxIntervalMs) await bringForward(tx, kindName, endsAt)
}
