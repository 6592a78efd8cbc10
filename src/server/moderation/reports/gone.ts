import { isListed, statusAt } from '#contract/listing-status.ts'
import { minReportsToAsk } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { askIfGone } from '../mails/ask-if-gone.ts'
import { tellReporters } from '../mails/tell-reporters.ts'
import { findGoneState, markAnswered, markAsked } from './gone-queries.ts'
import { countMailboxes } from './hide-rule.ts'
import { decideGoneReports } from './report-decision-queries.ts'
import { findGoneReports } from './report-queries.ts'
import type { ReportingContext } from './reporting-context.ts'

/** After an answer the seller is left in peace for so long. */
const minMsBetweenQuestions = 14 * dayMs

/** Asks the seller of a listed one once enough students say that it is gone. Another rule may just have hidden it. */
export async function askIfReportedGone(
  tx: Db,
  listing: ListingKey,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const state = await findGoneState(tx, listing.id)
  if (!state || !isListed(statusAt(state, now)) || state.gone_asked_at !== null) return
  if (state.gone_answered_at && now < state.gone_answered_at + minMsBetweenQuestions) return
  if (countMailboxes(await findGoneReports(tx, listing.id, now)) < minReportsToAsk) return
  await markAsked(tx, listing.id, now)
  await askIfGone(tx, { appUrl }, listing, now)
}

/**
 * Whatever the seller does with a listing answers the question, in the transaction in which they do it. Who marks it as
 * sold agrees also without having been asked.
 */
export async function answerGone(
  tx: Db,
  listing: ListingKey,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const state = await findGoneState(tx, listing.id)
  const isSold = state?.status === 'sold'
  if (!state || (state.gone_asked_at === null && !isSold)) return
  await markAnswered(tx, listing.id, now)
  const outcome = isSold ? 'upheld' : 'closed'
  const reports = await decideGoneReports(tx, listing.id, { outcome, now })
  await tellReporters(tx, { appUrl }, reports, isSold ? 'sold' : 'still_there', now)
}
