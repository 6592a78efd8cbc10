import sql from 'sql-template-tag'
import { maxHiddenDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { runEach } from '../../jobs/run-each.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { isActiveStaff } from '../../students/restrictions/restriction-queries.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { writeLog } from '../moderation-log.ts'
import { editRequest, isOfPausedSeller, putBack } from '../take-down.ts'
import { isUnanswered, spendReports } from './report-queries.ts'

const maxHiddenMs = maxHiddenDays * dayMs

export const showAgain = (deps: { appUrl: string }): JobKind => ({
  name: 'show-hidden-listings',
  delivery: 'at-least-once',
  isInterruptible: true,
  // The job runs at least every hour, because nothing wakes it when a site loses its only moderator.
  nextRunAt: async (now, db) =>
    Math.min(((await findEarliestHidingTime(db, now)) ?? Infinity) + maxHiddenMs, now + hourMs),
  async run({ db, now, signal }) {
    const due = { hiddenUntil: now() - maxHiddenMs, now: now() }
    await runEach(await findDueToShow(db, due), signal, async (listing) => {
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
  await lockCategory(tx, listing.category)
  if (!(await isDueToShow(tx, listing.id, due))) return
  await spendReports(tx, listing.id)
  await tellStudent(tx, deps, await show(tx, listing, due.now), due.now)
}

/**
 * Shows a listing again that reports have hidden and a moderator wants edited. Call it before the edit, in the same
 * transaction.
 */
export async function showEdited(tx: Db, { category, id }: ListingKey, now: number): Promise<void> {
  await lockCategory(tx, category)
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

/**
 * A condition on `listings`: the listing is too dangerous to show again while someone other than the seller can decide.
 * Spent reports count too, because an undone decision leaves the listing undecided. Reports from before the listing was
 * last shown again do not count.
 */
const waitsForModerator = (now: number) => sql`(
  EXISTS (
    SELECT 1 FROM reports WHERE reports.listing_id = listings.id
      AND reports.reason IN ('scam', 'private_information') AND ${isUnanswered}
      AND NOT EXISTS (
        SELECT 1 FROM moderation_log AS shown WHERE shown.listing_id = listings.id
          AND shown.action = 'show' AND shown.created_at >= reports.created_at))
  AND EXISTS (
    SELECT 1 FROM users WHERE ${isActiveStaff(now)} AND users.id <> listings.seller_id))`

const showsAgain = (now: number) => sql`
  status = 'hidden' AND ${editRequest} IS NULL AND NOT ${waitsForModerator(now)}
  AND NOT ${isOfPausedSeller}`

interface HiddenListing extends ListingKey {
  seller_id: number
}

/** Finds the listing that was hidden first, of those that will be shown again. Returns when it was hidden. */
async function findEarliestHidingTime(db: Db, now: number): Promise<number | undefined> {
  const row = await db.get<{ time: number | null }>(sql`
    SELECT min(status_changed_at) AS time FROM listings WHERE ${showsAgain(now)}`)
  return row?.time ?? undefined
}

interface Due {
  hiddenUntil: number
  now: number
}

const isDue = ({ hiddenUntil, now }: Due) =>
  sql`${showsAgain(now)} AND status_changed_at <= ${hiddenUntil}`

function findDueToShow(db: Db, due: Due): Promise<HiddenListing[]> {
  return db.all<HiddenListing>(sql`
    SELECT id, category, seller_id FROM listings WHERE ${isDue(due)}
    ORDER BY status_changed_at, id`)
}

/** Call it in the transaction that shows the listing, because a moderator may have decided since the job found it. */
async function isDueToShow(tx: Db, id: number, due: Due): Promise<boolean> {
  return !!(await tx.get(sql`SELECT id FROM listings WHERE id = ${id} AND ${isDue(due)}`))
}

/** Finds a hidden listing that a moderator wants edited. */
function findListingToEdit(tx: Db, id: number): Promise<HiddenListing | undefined> {
  return tx.get<HiddenListing>(sql`
    SELECT id, category, seller_id FROM listings
    WHERE id = ${id} AND status = 'hidden' AND ${editRequest} IS NOT NULL`)
}
