import type { Db } from '../../database/database.ts'
import { tellReporters } from '../mails/tell-reporters.ts'
import {
  closeListingReports,
  closeStudentReports,
  deleteNotesOf,
} from './report-decision-queries.ts'
import type { ReportingContext } from './reporting-context.ts'

/** In the transaction in which its owner deletes it: nothing is left to decide on. */
export async function closeReportsOfListing(
  tx: Db,
  listingId: number,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const reports = await closeListingReports(tx, listingId, now)
  await tellReporters(tx, { appUrl }, reports, 'closed', now)
}

/**
 * In the transaction that deletes the account. What was decided stays, as ids and codes, in the records of the reporters,
 * and so does what the student has reported, without the text: it still protects or hides the listings of others.
 */
export async function closeReportsOfStudent(
  tx: Db,
  studentId: number,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const reports = await closeStudentReports(tx, studentId, now)
  await deleteNotesOf(tx, studentId)
  await tellReporters(tx, { appUrl }, reports, 'closed', now)
}
