import { appealDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { findListing } from '../../listings/listing-queries.ts'
import { enqueueMail } from '../../mail/mail-jobs.ts'
import { createExportToken, hasExportLink } from '../../students/restrictions/export-link.ts'
import { lockUserShared } from '../../students/user-queries.ts'
import { findAppealedDecision } from './appealed-decision-query.ts'
import { buildDecisionMail } from './decision-mail.ts'
import type { ToldDecision } from './decision-texts.ts'

/** Later it tells of an appeal that is no longer possible. */
const mailValidMs = appealDays * dayMs

/**
 * Mails an entry of the log to its student, in the transaction that writes it; wake the job runner after the commit. At
 * least once, also with the link to an appeal: that opens no account and can be used once, and a lost mail would take
 * the appeal away.
 */
export async function tellStudent(
  tx: Db,
  { appUrl }: { appUrl: string },
  decision: ToldDecision,
  now: number,
): Promise<void> {
  const { logId, studentId, listing } = decision
  const student = await lockUserShared(tx, studentId)
  if (!student) return
  const row = listing && (await findListing(tx, listing))
  const exportToken =
    decision.action === 'ban' && hasExportLink(student) && (await createExportToken(tx, student))
  const mail = buildDecisionMail(student, decision, {
    appUrl,
    exportUrl: exportToken ? appUrl + pagePaths.exportData(exportToken) : undefined,
    listingTitle: row?.title,
    appealed: await findAppealedDecision(tx, decision),
    suspendedUntil: student.suspendedUntil,
    now,
  })
  const delivery = { userId: studentId, cause: `moderation ${logId}`, expiresAt: now + mailValidMs }
  await enqueueMail(tx, mail, delivery, now)
}
