import { maxHiddenDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { runEach } from '../../jobs/run-each.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { tellStudent } from '../mails/tell-student.ts'
import { writeLog } from '../moderation-log.ts'
import { putBack } from '../take-down.ts'
import { spendReports } from './report-queries.ts'
import {
  findDueToShow,
  findFirstHidden,
  findListingToEdit,
  type HiddenListing,
  isDueToShow,
} from './show-queries.ts'

const maxHiddenMs = maxHiddenDays * dayMs

export const showAgain = (deps: { appUrl: string }): JobKind => ({
  name: 'show-hidden-listings',
  delivery: 'at-least-once',
  isInterruptible: true,
  // At least every hour: a site that loses its only moderator does not say so.
  nextRunAt: async (now, db) =>
    Math.min(((await findFirstHidden(db, now)) ?? Infinity) + maxHiddenMs, now + hourMs),
  async run({ db, now, signal }) {
    const due = { hiddenUntil: now() - maxHiddenMs, now: now() }
    await runEach(await findDueToShow(db, due), async (listing) => {
      signal.throwIfAborted()
      await db.transaction((tx) => showUntouched(tx, listing, deps, due))
    })
  },
})

async function showUntouched(
  tx: Db,
  listing: HiddenListing,
  deps: { appUrl: string },
  due: { hiddenUntil: number; now: number },
) {
  await lockUserShared(tx, listing.seller_id)
  await bumpCategoryVersion(tx, listing.category)
  if (!(await isDueToShow(tx, listing.id, due))) return
  await spendReports(tx, listing.id)
  await tellStudent(tx, deps, await show(tx, listing, due.now), due.now)
}

/** Call it before the edit, in its transaction: what reports have hidden, and a moderator wants edited, is shown with it. */
export async function showEdited(tx: Db, { category, id }: ListingKey, now: number): Promise<void> {
  await bumpCategoryVersion(tx, category)
  const listing = await findListingToEdit(tx, id)
  if (listing) await show(tx, listing, now)
}

async function show(tx: Db, { id, category, seller_id }: HiddenListing, now: number) {
  const listing = { category, id }
  const entry = { action: 'show' as const, studentId: seller_id, listing }
  const logId = await writeLog(tx, { ...entry, actorId: null }, now)
  await putBack(tx, listing, now)
  return { ...entry, logId }
}
