import type { ReportInput } from '#contract/reports.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { RateLimiter } from '../../limits/rate-limit.ts'
import { threadNotFound } from '../../messages/thread-not-found.ts'
import { findThread } from '../../messages/thread-queries.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { type Account, lockUserShared } from '../../students/user-queries.ts'
import { writeReport } from './write-report.ts'

interface ThreadReport {
  /** One of its two students. */
  reporter: Account
  threadId: number
  input: ReportInput
  now: number
}

/**
 * In a transaction; true if it replaces an earlier report. It is about the other student, and moderators may read what
 * was written until now. On a closed account nobody could decide.
 */
export async function reportThread(
  tx: Db,
  rateLimiter: RateLimiter,
  { reporter, threadId, input, now }: ThreadReport,
): Promise<boolean> {
  const thread = await findThread(tx, threadId, { userId: reporter.id, now })
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
