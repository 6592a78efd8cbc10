import { goneAnswerDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { runEach } from '../../jobs/run-each.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { scheduleReminders } from '../../listings/reminders/reminder-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { tellReporters } from '../mails/tell-reporters.ts'
import { expireAsGone, findAskedUntil, findFirstAsked } from './gone-queries.ts'
import { decideGoneReports } from './report-decision-queries.ts'

const timeToAnswerMs = goneAnswerDays * dayMs

/** Expires listings whose seller was asked whether they are gone, and did nothing. */
export const expireGone = (deps: { appUrl: string }): JobKind => ({
  name: 'expire-gone',
  delivery: 'at-least-once',
  isInterruptible: true,
  // Those that are asked about meanwhile are due later than that.
  nextRunAt: async (now, db) =>
    Math.min(((await findFirstAsked(db)) ?? Infinity) + timeToAnswerMs, now + hourMs),
  async run({ db, now, signal }) {
    const askedUntil = now() - timeToAnswerMs
    await runEach(await findAskedUntil(db, askedUntil), async (listing) => {
      signal.throwIfAborted()
      await db.transaction((tx) => expire(tx, listing, { ...deps, askedUntil, now: now() }))
    })
  },
})

interface ExpiryContext {
  appUrl: string
  askedUntil: number
  now: number
}

async function expire(
  tx: Db,
  { id, category }: ListingKey,
  { appUrl, askedUntil, now }: ExpiryContext,
) {
  await bumpCategoryVersion(tx, category)
  if (!(await expireAsGone(tx, id, { askedUntil, now }))) return
  const reports = await decideGoneReports(tx, id, { outcome: 'upheld', now })
  await tellReporters(tx, { appUrl }, reports, 'expired', now)
  await scheduleReminders(tx, now)
}
