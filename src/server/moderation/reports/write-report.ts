import { mailboxOf } from '#campus/campus.ts'
import { maxReportsPerDay } from '#contract/report-reasons.ts'
import type { ReportInput } from '#contract/reports.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { AppError } from '../../errors.ts'
import { perDay, type RateLimiter, type RateLimitRule } from '../../limits/rate-limit.ts'
import { threadNotFound } from '../../messages/thread-access.ts'
import { findThread } from '../../messages/thread-queries.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import { halfWeightOf, isEstablished } from './hide-rule.ts'
import {
  countDecided,
  findOpenReport,
  hasHadSay,
  insertReport,
  type ReportSubject,
  replaceReport,
} from './report-queries.ts'

const newReports: RateLimitRule = {
  name: 'reports',
  ...perDay(maxReportsPerDay),
  message: `You can report ${maxReportsPerDay} things a day. Report the rest tomorrow.`,
}

/** Students may replace their own reports, but each replacement costs the server work. */
const replacements: RateLimitRule = {
  name: 'changed reports',
  ...perDay(5 * maxReportsPerDay),
  message: "You've changed your reports too often today. Please try again tomorrow.",
}

interface NewReport {
  reporter: Account
  /** The hash of the reporter's mailbox. */
  reporterHash: string
  subject: ReportSubject
  input: ReportInput
  now: number
}

/** Call it in a transaction. Returns true if the new report replaces the reporter's open report of the same subject. */
export async function writeReport(
  tx: Db,
  rateLimiter: RateLimiter,
  { reporter, reporterHash, subject, input, now }: NewReport,
): Promise<boolean> {
  // Without this lock, two requests at once would both find no open report.
  await lockKey(tx, `reports of ${reporter.id}`)
  const open = await findOpenReport(tx, reporter.id, subject)
  const record = {
    accountAgeMs: now - reporter.createdAt,
    ...(await countDecided(tx, reporterHash)),
  }
  const columns = {
    ...input,
    halfWeight: halfWeightOf(record),
    isEstablished: isEstablished(record),
  }
  if (open) await replaceReport(tx, open.id, { ...columns, subject })
  else {
    const isSpent = await hasHadSay(tx, reporterHash, subject)
    const written = { ...columns, reporterId: reporter.id, reporterHash, subject, isSpent, now }
    await insertReport(tx, written)
  }
  await rateLimiter.take(tx, open ? replacements : newReports, mailboxOf(reporter.email))
  return open !== undefined
}

interface ThreadReport {
  /** The reporter, who is one of the two students of the thread. */
  reporter: Account
  threadId: number
  input: ReportInput
  now: number
}

/**
 * Call it in a transaction. Returns true if the report replaces an earlier one. The report is about the other student,
 * and lets moderators read what was written until now. A closed account cannot be reported, because nobody could decide
 * on it.
 */
export async function reportThread(
  tx: Db,
  rateLimiter: RateLimiter,
  { reporter, threadId, input, now }: ThreadReport,
): Promise<boolean> {
  const thread = await findThread(tx, threadId, { studentId: reporter.id, now })
  if (!thread) throw threadNotFound()
  const student = thread.other_id === null ? undefined : await lockUserShared(tx, thread.other_id)
  if (!student || student.bannedAt !== null) {
    throw new AppError('wrong_status', "This account is closed, so there's nobody to report.")
  }
  return writeReport(tx, rateLimiter, {
    reporter,
    reporterHash: (await readMailboxHash(tx))(reporter.email),
    subject: { studentId: student.id, thread: { id: threadId, messageId: thread.last_message.id } },
    input,
    now,
  })
}
