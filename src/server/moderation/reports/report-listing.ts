import { categoryOf } from '#contract/listing.ts'
import { isListed, statusAt } from '#contract/listing-status.ts'
import type { ReportInput } from '#contract/reports.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { findListing, type ListingKey, type ListingRow } from '../../listings/listing-queries.ts'
import { goneError } from '../../listings/require-listing.ts'
import { visibleUntil } from '../../policies.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import { tellStudent } from '../mails/decision-mail.ts'
import { writeLog } from '../moderation-log.ts'
import { takeDown } from '../take-down.ts'
import { reasonToHide } from './hide-rule.ts'
import { findReportsThatHide, type ReportingContext } from './report-queries.ts'
import { askIfReportedGone } from './reported-gone.ts'
import { writeReport } from './write-report.ts'

interface ListingReport {
  reporter: Account
  listing: ListingKey
  input: ReportInput
}

/**
 * Call it in a transaction. Returns true if the report replaces an earlier one. The seller's row is locked before the
 * category, as when an account is deleted. The lock makes the second of two concurrent reports count the first. A
 * report that hides nothing changes no page, so the caches stay.
 */
export async function reportListing(
  tx: Db,
  rateLimiter: RateLimiter,
  { reporter, listing, input }: ListingReport,
  context: ReportingContext,
): Promise<boolean> {
  const find = async () => {
    const row = await findListing(tx, listing)
    if (!row) throw new AppError('not_found', categoryOf(listing).messages.notFound)
    return row
  }
  await lockUserShared(tx, (await find()).seller_id)
  const reporterHash = (await readMailboxHash(tx))(reporter.email)
  await lockCategory(tx, listing.category)
  const row = await find()
  if (visibleUntil(row) <= context.now) throw goneError(row, context.now)
  const subject = { listing, studentId: row.seller_id }
  const isReplaced = await writeReport(tx, rateLimiter, {
    ...{ reporter, reporterHash, subject, input },
    now: context.now,
  })
  await hideIfReported(tx, listing, row, context)
  await askIfReportedGone(tx, listing, context)
  return isReplaced
}

/** Hides a listed listing once its reports weigh enough, until a moderator has looked at it. */
async function hideIfReported(
  tx: Db,
  listing: ListingKey,
  row: ListingRow,
  { appUrl, now }: ReportingContext,
): Promise<void> {
  if (!isListed(statusAt(row, now))) return
  const reason = reasonToHide(await findReportsThatHide(tx, row.id, now))
  if (!reason) return
  const studentId = row.seller_id
  const entry = { action: 'hide' as const, studentId, listing, reason }
  const logId = await writeLog(tx, { ...entry, actorId: null }, now)
  await takeDown(tx, listing, { status: 'hidden', logId, now })
  await tellStudent(tx, { appUrl }, { ...entry, logId }, now)
}
