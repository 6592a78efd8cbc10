import { maxReportedMessages } from '#contract/message-rules.ts'
import type { ReportedMessages } from '#contract/reported-messages.ts'
import type { Db } from '../../database/database.ts'
import { toIso } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { notFound } from '../../http/error-handler.ts'
import { findMessages } from '../../messages/message-queries.ts'
import { hasSameMailbox, personName } from '../../students/person.ts'
import type { Account } from '../../students/user-queries.ts'
import { writeLog } from '../moderation-log.ts'
import { findReportedThread, type ReportedThreadRow } from './reported-thread-query.ts'

/**
 * The last messages of a thread before it was reported, the oldest first, and nothing that was written later. In the
 * transaction that logs it: none are read without.
 */
export async function readReportedMessages(
  tx: Db,
  reportId: number,
  { actor, now }: { actor: Pick<Account, 'id' | 'email'>; now: number },
): Promise<ReportedMessages> {
  const thread = await findReportedThread(tx, reportId, now)
  if (!thread) throw notFound()
  if (isOwnThread(thread, actor)) {
    throw new AppError('forbidden', 'This is your own conversation: another moderator reads it.')
  }
  const { thread_id: threadId, student_id: studentId } = thread
  await writeLog(tx, { action: 'read_messages', actorId: actor.id, studentId, threadId }, now)
  const before = thread.message_id + 1
  const rows = await findMessages(tx, threadId, { before, limit: maxReportedMessages })
  const reporter = {
    first_name: thread.reporter_first_name,
    last_name: thread.reporter_last_name,
  }
  const student = { first_name: thread.student_first_name, last_name: thread.student_last_name }
  return {
    messages: rows.reverse().map((row) => {
      const isFromReporter = row.is_from_buyer !== thread.student_is_buyer
      return {
        id: row.id,
        isFromReporter,
        name: personName(isFromReporter ? reporter : student),
        body: row.body,
        createdAt: toIso(row.created_at),
      }
    }),
  }
}

/** Of the moderator, with whichever of their accounts. */
function isOwnThread(row: ReportedThreadRow, actor: Pick<Account, 'id' | 'email'>): boolean {
  const student = { id: row.student_id, email: row.student_email }
  const reporter = { id: row.reporter_id ?? 0, email: row.reporter_email ?? '' }
  return hasSameMailbox(actor, student) || hasSameMailbox(actor, reporter)
}
