import sql from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { hasToConfirm } from '../../students/confirmation/confirmation.ts'
import { lockRestrictions } from '../../students/restrictions/mailbox-hash.ts'
import {
  type Account,
  findMailboxUsers,
  findUser,
  lockUserShared,
} from '../../students/user-queries.ts'
import { tellReporters } from '../mails/report-mail.ts'
import {
  deleteDeletedListingsOf,
  hasSevereReports,
  keepSevereReports,
  moveReportsToStudent,
  moveSevereReports,
} from './kept-report-queries.ts'
import {
  closeListingReports,
  closeStudentReports,
  deleteNotesOf,
  findReporterIds,
} from './report-decision-queries.ts'
import type { ReportingContext } from './report-queries.ts'

/**
 * Call it before the owner deletes the listing, in the same transaction and with the category locked. Open severe
 * reports become reports about the student: deleting a listing and posting it again must not end the case. Other
 * reports are closed, because there is nothing left to decide.
 */
export async function closeReportsOfListing(
  tx: Db,
  listingId: number,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  await moveReportsToStudent(tx, sql`listings.id = ${listingId}`, now)
  const reports = await closeListingReports(tx, listingId, now)
  await tellReporters(tx, { appUrl }, reports, 'closed', now)
}

/**
 * Call it in the transaction that deletes the account. Open severe reports move to another account of the mailbox, or
 * wait until someone signs up with the mailbox again. Decided reports stay in the reporters' records, as ids and codes.
 * The student's own reports stay without their text, because they still protect or hide the listings of others.
 */
export async function closeReportsOfStudent(
  tx: Db,
  account: Account,
  context: ReportingContext,
): Promise<void> {
  const { appUrl, now } = context
  // An unproven account may be a stranger's, so the reports about it are not kept for the mailbox.
  if (!hasToConfirm(account) && (await hasSevereReports(tx, account.id))) {
    await keepReports(tx, account, context)
  }
  const reports = await closeStudentReports(tx, account.id, now)
  await deleteDeletedListingsOf(tx, account.id)
  await deleteNotesOf(tx, account.id)
  await tellReporters(tx, { appUrl }, reports, 'closed', now)
}

/**
 * Locks the reporters who will be emailed before the key, in the order that is used everywhere. While the key is
 * locked, a sign-up with the mailbox waits.
 */
async function keepReports(
  tx: Db,
  { id, email }: Account,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  const reporterIds = await findReporterIds(tx, [id])
  for (const reporterId of reporterIds.toSorted((a, b) => a - b)) {
    await lockUserShared(tx, reporterId)
  }
  const hash = await lockRestrictions(tx)
  await moveReportsToStudent(tx, sql`listings.seller_id = ${id}`, now)
  const other = await findOtherAccount(tx, { id, email })
  if (other) return moveSevereReports(tx, { from: id, to: other })
  const kept = await keepSevereReports(tx, id, { hash: hash(email), now })
  await tellReporters(tx, { appUrl }, kept, 'left', now)
}

/** Finds another account of the mailbox that has proved it. */
async function findOtherAccount(tx: Db, { id, email }: Pick<Account, 'id' | 'email'>) {
  for (const otherId of await findMailboxUsers(tx, email)) {
    const other = otherId === id ? undefined : await findUser(tx, otherId)
    if (other && !hasToConfirm(other)) return otherId
  }
}
