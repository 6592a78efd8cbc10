import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import type { DecidedReport } from '../reports/report-decision-queries.ts'
import { buildReportMail, type ReportAnswer } from './report-mail.ts'

/** After a week of a broken mail server nobody waits for it any more. */
const mailValidMs = 7 * dayMs

/**
 * One mail for each report, in the transaction that answers them; wake the job runner after the commit. Rows are locked
 * in the order of their ids, so that two such transactions do not wait for each other.
 */
export async function tellReporters(
  tx: Db,
  deps: { appUrl: string },
  reports: readonly DecidedReport[],
  answer: ReportAnswer,
  now: number,
): Promise<void> {
  const told = reports.map((report) => ({ report, id: report.reporterId ?? 0 }))
  for (const { report, id } of told.toSorted((a, b) => a.id - b.id)) {
    const reporter = await lockUserShared(tx, id)
    if (!reporter) continue
    const mail = buildReportMail(reporter, report, answer, deps)
    await enqueueMail(tx, mail, { userId: reporter.id, expiresAt: now + mailValidMs }, now)
  }
}
