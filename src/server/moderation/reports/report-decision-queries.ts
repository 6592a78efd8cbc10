import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import { isAbout, type ReportSubject } from './report-queries.ts'

type ReportOutcome = 'upheld' | 'rejected' | 'closed'

/** The facts for the email that tells a reporter the outcome. */
export interface DecidedReport {
  id: number
  /** The reporter, or null if the account is deleted. */
  reporterId: number | null
  reason: ReportReason
  /** The listing, or null if the report was about a student or the listing is deleted. */
  listingId: number | null
  /** The category, or null if the report was about a student. */
  category: CategoryId | null
  /** The thread, if the report was about a conversation. */
  threadId: number | null
  createdAt: number
}

interface ReportDecision {
  outcome: ReportOutcome
  /** The moderator's entry in the log, or null if the seller or the clock has decided. */
  decisionId: number | null
  now: number
}

/**
 * Decides all open reports of the subject. The transaction must hold a lock that makes other decisions on the subject
 * wait.
 */
export const decideReports = (tx: Db, subject: ReportSubject, decision: ReportDecision) =>
  decide(tx, isAbout(subject), decision)

/**
 * Upholds the rejected reports of a listing that was kept before and is now taken down. If the owner has edited the
 * listing since, earlier reports stay rejected, because they were about a version that nobody took down.
 */
export const upholdRejectedReports = (
  tx: Db,
  listingId: number,
  { decisionId, now }: Omit<ReportDecision, 'outcome'>,
) =>
  tx.all<DecidedReport>(sql`
    UPDATE reports SET state = 'upheld', decision_id = ${decisionId}, decided_at = ${now}
    WHERE listing_id = ${listingId} AND state = 'rejected'
      AND decided_at >= (SELECT updated_at FROM listings WHERE listings.id = ${listingId})
    RETURNING ${decidedColumns}`)

/** Decides the reports that say that the listing is gone. Other reports wait for a moderator. */
export const decideReportedGone = (
  tx: Db,
  listingId: number,
  decision: Omit<ReportDecision, 'decisionId'>,
) =>
  decide(tx, sql`listing_id = ${listingId} AND reason = 'gone'`, { ...decision, decisionId: null })

export const closeListingReports = (tx: Db, listingId: number, now: number) =>
  decide(tx, sql`listing_id = ${listingId}`, { outcome: 'closed', decisionId: null, now })

/** Closes the reports about the student and their listings. */
export const closeStudentReports = (tx: Db, studentId: number, now: number) =>
  decide(tx, sql`student_id = ${studentId}`, { outcome: 'closed', decisionId: null, now })

export const decidedColumns = sql`
  id, reporter_id AS "reporterId", reason, listing_id AS "listingId", category,
  thread_id AS "threadId", created_at AS "createdAt"`

function decide(tx: Db, subject: Sql, { outcome, decisionId, now }: ReportDecision) {
  return tx.all<DecidedReport>(sql`
    UPDATE reports SET state = ${outcome}, decision_id = ${decisionId}, decided_at = ${now}
    WHERE ${subject} AND state = 'open'
    RETURNING ${decidedColumns}`)
}

/**
 * Call it after an undo. Reopens the reports that the decision decided, but they no longer hide anything. Closes
 * reports about deleted things, because nobody can decide them any more. Also closes reports whose reporter has a newer
 * report, because a reporter can have only one open report of a subject.
 */
export async function reopenReports(tx: Db, decisionId: number): Promise<void> {
  await tx.run(sql`
    UPDATE reports SET is_spent = 1, decision_id = NULL, decided_at = NULL, state = CASE
      WHEN NOT EXISTS (SELECT 1 FROM users WHERE users.id = reports.student_id) THEN 'closed'
      WHEN listing_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM listings WHERE listings.id = reports.listing_id) THEN 'closed'
      WHEN EXISTS (
        SELECT 1 FROM reports AS newer
        WHERE newer.state = 'open' AND newer.reporter_id = reports.reporter_id
          AND newer.student_id = reports.student_id
          AND newer.listing_id IS NOT DISTINCT FROM reports.listing_id
          AND newer.thread_id IS NOT DISTINCT FROM reports.thread_id
          AND newer.deleted_listing_id IS NOT DISTINCT FROM reports.deleted_listing_id) THEN 'closed'
      ELSE 'open' END
    WHERE decision_id = ${decisionId}`)
}

/** Deletes the notes that were written about or by a student who leaves, except those of kept reports. */
export async function deleteNotesOf(tx: Db, studentId: number): Promise<void> {
  await tx.run(sql`
    UPDATE reports SET note = ''
    WHERE student_id = ${studentId} AND student_hash IS NULL OR reporter_id = ${studentId}`)
}

/**
 * Finds the students who reported these students or their listings and may get an answer. Reporters whose reports were
 * rejected are included, because a later removal answers them a second time.
 */
export async function findReporterIds(db: Db, studentIds: readonly number[]): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT DISTINCT reporter_id AS id FROM reports
    WHERE student_id IN (${join([...studentIds])}) AND state IN ('open', 'rejected')
      AND reporter_id IS NOT NULL`)
  return rows.map(({ id }) => id)
}

export async function hasOpenReport(db: Db, subject: ReportSubject): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM reports WHERE ${isAbout(subject)} AND state = 'open' LIMIT 1`)
  return row !== undefined
}

/** Finds the listings that this log entry took down and that have open or rejected reports. */
export async function findReportedListings(db: Db, logId: number): Promise<ReportSubject[]> {
  const rows = await db.all<{ seller_id: number; category: CategoryId; id: number }>(sql`
    SELECT seller_id, category, id FROM listings WHERE takedown_id = ${logId} AND EXISTS (
      SELECT 1 FROM reports WHERE reports.listing_id = listings.id AND state IN ('open', 'rejected'))
    ORDER BY id`)
  return rows.map(({ seller_id, category, id }) => ({
    studentId: seller_id,
    listing: { category, id },
  }))
}
