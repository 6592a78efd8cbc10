import { isListed, statusAt } from '#contract/listing-status.ts'
import type { Db } from '../../database/database.ts'
import type { ListingKey, ListingRow } from '../../listings/listing-queries.ts'
import { tellStudent } from '../mails/tell-student.ts'
import { writeLog } from '../moderation-log.ts'
import { takeDown } from '../take-down.ts'
import { reasonToHide } from './hide-rule.ts'
import { findReportsThatHide } from './report-queries.ts'
import type { ReportingContext } from './reporting-context.ts'

/** Hides a listed one once its reports weigh enough, until a moderator has looked at it. */
export async function hideIfReported(
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
