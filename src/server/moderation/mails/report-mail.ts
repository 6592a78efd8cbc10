import { campus } from '#campus/campus.ts'
import { categoryById } from '#categories/index.ts'
import { keptReportDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { type ReportReason, reportReasonLabels } from '#contract/report-reasons.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import type { Mail } from '../../mail/mail-transport.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { greet, type MailedUser } from '../../students/account-mails.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import type { DecidedReport } from '../reports/report-decision-queries.ts'

/** If the mail server is down for a week, nobody needs the email any more. */
const mailValidMs = 7 * dayMs

/**
 * Sends one email for each report. Call it in the transaction that answers the reports, and wake the job runner after
 * the commit. Rows are locked in the order of their ids, so that two such transactions do not deadlock.
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
    const mail = buildReportOutcomeMail(reporter, report, answer, deps)
    await enqueueMail(tx, mail, { studentId: reporter.id, expiresAt: now + mailValidMs }, now)
  }
}

/** The outcome of a report: a moderator's decision, or the result of what the seller did. */
export type ReportAnswer =
  | 'upheld'
  | 'upheld_later'
  | 'rejected'
  | 'closed'
  | 'left'
  | 'still_there'
  | 'sold'
  | 'expired'

/** The reasons that are about harm to people. */
const isAboutSafety: Partial<Record<ReportReason, true>> = {
  scam: true,
  hateful: true,
  harassment: true,
  private_information: true,
}

const answers: Record<ReportAnswer, string> = {
  upheld: 'A moderator looked at it and acted on it. Thank you for telling us.',
  upheld_later:
    'A moderator looked at it again and has now acted on it. This replaces our earlier answer. Thank you for telling us.',
  rejected:
    'A moderator looked at it and found nothing against our rules. Thank you for telling us anyway.',
  closed: 'What you reported has been deleted since. Thank you for telling us.',
  left: `The student has deleted their account since. If they come back within ${keptReportDays} days, a moderator will look at it. Thank you for telling us.`,
  still_there: "We asked the seller, who says it's still there. Thank you for telling us.",
  sold: "You were right: the seller says it's gone. Thank you for telling us.",
  expired: "We asked the seller, who didn't answer, so we took it down. Thank you for telling us.",
}

/**
 * The email has no text and no name from what was reported. Reporters recognize their report by its category, reason
 * and day.
 */
export function buildReportOutcomeMail(
  reporter: MailedUser,
  { reason, createdAt, category, threadId }: DecidedReport,
  answer: ReportAnswer,
  { appUrl }: { appUrl: string },
): Mail {
  const person = threadId === null ? 'student' : 'conversation'

  const subject = 'We reviewed your report'
  const what = category ? `a listing in ${categoryById[category].labels.menu}` : `a ${person}`
  const isUpheld = answer === 'upheld' || answer === 'upheld_later'
  const isSafer = isUpheld && isAboutSafety[reason]
  return renderMail(`report-${answer}`, reporter, subject, {
    preheader: answers[answer],
    heading: subject,
    greeting: greet(reporter),
    paragraphs: [
      `On ${formatDate(createdAt)} you reported ${what}. Your reason: ${reportReasonLabels[reason]}.`,
      isSafer ? `${answers[answer]} This keeps others safe.` : answers[answer],
    ],
    note: `What is allowed on ${campus.brand}: ${appUrl}${pagePaths.rules}`,
  })
}
