import sql from 'sql-template-tag'
import { isListed, type ListingStatus, statusAt } from '#contract/listing-status.ts'
import { goneAnswerDays, minReportsToAsk } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { runEach } from '../../jobs/run-each.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { scheduleReminders } from '../../listings/reminders/reminder-queries.ts'
import { bumpVersionsOfThreads } from '../../messages/message-version-queries.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { tellReporters } from '../mails/report-mail.ts'
import { askIfStillThere } from '../mails/still-there-mail.ts'
import { countMailboxes } from './hide-rule.ts'
import { decideReportedGone } from './report-decision-queries.ts'
import { findReportsOfGone, type ReportingContext } from './report-queries.ts'

/** After an answer, the seller is not asked again for this long. */
const minMsBetweenQuestions = 14 * dayMs

/**
 * Asks the seller of a listing once enough students say that it is gone. The status is checked, because another rule
 * may just have hidden the listing.
 */
export async function askIfReportedGone(
  tx: Db,
  listing: ListingKey,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const state = await findReportedGoneState(tx, listing.id)
  if (!state || !isListed(statusAt(state, now)) || state.gone_asked_at !== null) return
  if (state.gone_answered_at && now < state.gone_answered_at + minMsBetweenQuestions) return
  if (countMailboxes(await findReportsOfGone(tx, listing.id, now)) < minReportsToAsk) return
  await markAsked(tx, listing.id, now)
  await askIfStillThere(tx, { appUrl }, listing, now)
}

/**
 * Call it in the transaction of a change by the seller: any change answers the question. Marking the listing as sold
 * confirms the reports even if nobody asked.
 */
export async function answerReportedGone(
  tx: Db,
  listing: ListingKey,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const state = await findReportedGoneState(tx, listing.id)
  const isSold = state?.status === 'sold'
  if (!state || (state.gone_asked_at === null && !isSold)) return
  await markAnswered(tx, listing.id, now)
  const outcome = isSold ? 'upheld' : 'closed'
  const reports = await decideReportedGone(tx, listing.id, { outcome, now })
  await tellReporters(tx, { appUrl }, reports, isSold ? 'sold' : 'still_there', now)
}

const timeToAnswerMs = goneAnswerDays * dayMs

/** Expires listings whose seller was asked whether they are gone and did not answer. */
export const expireReportedGone = (deps: { appUrl: string }): JobKind => ({
  name: 'expire-gone',
  delivery: 'at-least-once',
  isInterruptible: true,
  // A listing that is asked about during the run is due later than the next run.
  nextRunAt: async (now, db) =>
    Math.min(((await findEarliestAskedTime(db)) ?? Infinity) + timeToAnswerMs, now + hourMs),
  async run({ db, now, signal }) {
    const askedUntil = now() - timeToAnswerMs
    await runEach(await findAskedUntil(db, askedUntil), signal, async (listing) => {
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
  await bumpListingVersions(tx, { category, id })
  if (!(await expireUnanswered(tx, id, { askedUntil, now }))) return
  const reports = await decideReportedGone(tx, id, { outcome: 'upheld', now })
  await tellReporters(tx, { appUrl }, reports, 'expired', now)
  await scheduleReminders(tx, now)
  await bumpVersionsOfThreads(tx, id)
}

interface GoneState {
  status: ListingStatus
  ends_at: number
  /** When the seller was asked, or null if no question waits for an answer. */
  gone_asked_at: number | null
  gone_answered_at: number | null
}

function findReportedGoneState(tx: Db, listingId: number): Promise<GoneState | undefined> {
  return tx.get<GoneState>(sql`
    SELECT status, ends_at, gone_asked_at, gone_answered_at
    FROM listings LEFT JOIN listing_marks ON listing_id = id WHERE id = ${listingId}`)
}

async function markAsked(tx: Db, listingId: number, now: number) {
  await tx.run(sql`
    INSERT INTO listing_marks (listing_id, gone_asked_at) VALUES (${listingId}, ${now})
    ON CONFLICT (listing_id) DO UPDATE SET gone_asked_at = excluded.gone_asked_at`)
}

async function markAnswered(tx: Db, listingId: number, now: number) {
  await tx.run(sql`
    INSERT INTO listing_marks (listing_id, gone_answered_at) VALUES (${listingId}, ${now})
    ON CONFLICT (listing_id) DO UPDATE
    SET gone_asked_at = NULL, gone_answered_at = excluded.gone_answered_at`)
}

/** A question about a listing that was taken down waits, because a moderator has to decide on the listing first. */
const isNotTakenDown = sql`status NOT IN ('hidden', 'removed')`

/** Joins the questions that wait for an answer with their listings. */
const unanswered = sql`
  listing_marks JOIN listings ON listings.id = listing_id
  WHERE gone_asked_at IS NOT NULL AND ${isNotTakenDown}`

async function findEarliestAskedTime(db: Db): Promise<number | undefined> {
  const row = await db.get<{ time: number | null }>(sql`
    SELECT min(gone_asked_at) AS time FROM ${unanswered}`)
  return row?.time ?? undefined
}

function findAskedUntil(db: Db, until: number): Promise<ListingKey[]> {
  return db.all<ListingKey>(sql`
    SELECT id, category FROM ${unanswered} AND gone_asked_at <= ${until}
    ORDER BY gone_asked_at, id`)
}

/** Returns false if the seller has answered or the listing is taken down. A listing that ended earlier keeps that time. */
async function expireUnanswered(
  tx: Db,
  id: number,
  { askedUntil, now }: { askedUntil: number; now: number },
): Promise<boolean> {
  const { changes } = await tx.run(sql`
    UPDATE listing_marks SET gone_asked_at = NULL
    WHERE listing_id = ${id} AND gone_asked_at <= ${askedUntil}
      AND EXISTS (SELECT 1 FROM listings WHERE id = ${id} AND ${isNotTakenDown})`)
  if (changes === 0) return false
  await tx.run(sql`
    UPDATE listings SET status = 'expired',
      status_changed_at = CASE WHEN listed AND ends_at > ${now} THEN ${now} ELSE ends_at END,
      ends_at = CASE WHEN listed AND ends_at > ${now} THEN ${now} ELSE ends_at END
    WHERE id = ${id}`)
  return true
}
