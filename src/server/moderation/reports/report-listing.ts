import { categoryOf } from '#contract/listing.ts'
import type { ReportInput } from '#contract/reports.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import { goneError } from '../../listings/require-listing.ts'
import { visibleUntil } from '../../policies.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import { askIfReportedGone } from './gone.ts'
import { hideIfReported } from './hide-listing.ts'
import type { ReportingContext } from './reporting-context.ts'
import { writeReport } from './write-report.ts'

interface ListingReport {
  reporter: Account
  listing: ListingKey
  input: ReportInput
}

/**
 * In a transaction; true if it replaces an earlier report. The seller's row is held before the category is locked, as
 * the deletion of an account does; of two reports at once the second then counts the first. One that hides nothing
 * changes no page, so caches stay.
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
