import sql from 'sql-template-tag'
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
import { isUnsettled } from '../reports/report-queries.ts'

/**
 * Reads the last messages before the thread was reported, the oldest first. Later messages are never read. Call it in a
 * transaction, so that nobody reads messages without a log entry.
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

/** Whether the moderator takes part in the thread, with any of their accounts. */
function isOwnThread(row: ReportedThreadRow, actor: Pick<Account, 'id' | 'email'>): boolean {
  const student = { id: row.student_id, email: row.student_email }
  const reporter = { id: row.reporter_id ?? 0, email: row.reporter_email ?? '' }
  return hasSameMailbox(actor, student) || hasSameMailbox(actor, reporter)
}

/** A thread and its two students: the one who was reported, and the one who reported. */
interface ReportedThreadRow {
  thread_id: number
  /** The newest message at the time of the report. */
  message_id: number
  student_id: number
  student_is_buyer: number
  student_first_name: string
  student_last_name: string
  student_email: string
  /** This and the columns below are null once the reporter's account is deleted. */
  reporter_id: number | null
  reporter_first_name: string | null
  reporter_last_name: string | null
  reporter_email: string | null
}

/**
 * Returns undefined if the report is about no thread or is settled, or if the thread or the student is deleted. A
 * reported student who left and came back is no longer part of the thread, but is still found.
 */
function findReportedThread(
  db: Db,
  reportId: number,
  now: number,
): Promise<ReportedThreadRow | undefined> {
  return db.get<ReportedThreadRow>(sql`
    SELECT threads.id AS thread_id, reports.thread_message_id AS message_id,
      student.id AS student_id, own.is_buyer AS student_is_buyer,
      student.first_name AS student_first_name, student.last_name AS student_last_name,
      student.email AS student_email, other.user_id AS reporter_id,
      reporter.first_name AS reporter_first_name, reporter.last_name AS reporter_last_name,
      reporter.email AS reporter_email
    FROM reports
    JOIN threads ON threads.id = reports.thread_id
    JOIN users AS student ON student.id = reports.student_id
    JOIN thread_members AS own ON own.thread_id = threads.id
    JOIN thread_members AS other
      ON other.thread_id = threads.id AND other.is_buyer = 1 - own.is_buyer
    LEFT JOIN users AS reporter ON reporter.id = other.user_id
    WHERE reports.id = ${reportId} AND threads.expires_at > ${now} AND ${isUnsettled(now)}
      AND (own.user_id = student.id OR own.user_id IS NULL AND other.user_id = reports.reporter_id)`)
}
