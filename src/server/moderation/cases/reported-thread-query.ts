import sql, { type Sql } from 'sql-template-tag'
import { appealDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'

/** A thread and its two students, as a report of one about the other has it. */
export interface ReportedThreadRow {
  thread_id: number
  /** The newest message when it was reported. */
  message_id: number
  student_id: number
  student_is_buyer: number
  student_first_name: string
  student_last_name: string
  student_email: string
  /** Null once the account is deleted, as is what follows from it. */
  reporter_id: number | null
  reporter_first_name: string | null
  reporter_last_name: string | null
  reporter_email: string | null
}

/**
 * Of `reports`: it is open, or an appeal against its decision is possible or waits. Messages are read for that alone. An
 * undo at any later time makes it open again.
 */
export const isUnsettled = (now: number): Sql => sql`(
  reports.state = 'open' OR reports.decided_at > ${now - appealDays * dayMs} OR EXISTS (
    SELECT 1 FROM appeals WHERE appeals.log_id = reports.decision_id
      AND appeals.created_at IS NOT NULL AND appeals.decision IS NULL))`

/**
 * Undefined if the report is about no thread or settled, or the thread or the student is gone. A student who has left and
 * come back is no longer part of the thread, but still the one who was reported.
 */
export function findReportedThread(
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
