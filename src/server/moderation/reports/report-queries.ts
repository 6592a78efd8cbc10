import sql, { type Sql } from 'sql-template-tag'
import { appealDays } from '#contract/moderation-rules.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import type { ListingKey } from '../../listings/listing-queries.ts'
import { isUnrestricted } from '../../students/restrictions/restriction-queries.ts'
import type { CountedReport } from './hide-rule.ts'

/** The subject of reports: a listing of the student, or the student. */
export interface ReportSubject {
  listing?: ListingKey
  studentId: number
  /**
   * The thread in which a student was reported, with its last message at that time. A decision about the student decides
   * the reports of all their threads.
   */
  thread?: { id: number; messageId: number }
}

/** A condition on `reports`: the reports that one decision decides. */
export const isAbout = ({
  listing,
  studentId,
}: {
  listing?: Pick<ListingKey, 'id'>
  studentId: number
}): Sql =>
  listing ? sql`listing_id = ${listing.id}` : sql`student_id = ${studentId} AND listing_id IS NULL`

export interface ReportingContext {
  appUrl: string
  now: number
}

/**
 * Finds the reporter's open report of exactly this subject. Reports about a thread or a deleted listing are separate
 * from the report about the student.
 */
export function findOpenReport(
  tx: Db,
  reporterId: number,
  subject: ReportSubject,
): Promise<{ id: number } | undefined> {
  return tx.get<{ id: number }>(sql`
    SELECT id FROM reports
    WHERE ${isAbout(subject)} AND COALESCE(thread_id, 0) = ${subject.thread?.id ?? 0}
      AND deleted_listing_id IS NULL AND reporter_id = ${reporterId} AND state = 'open'`)
}

interface ReportColumns {
  reason: ReportReason
  note: string
  halfWeight: number
  isEstablished: boolean
  subject: ReportSubject
}

export async function insertReport(
  tx: Db,
  report: ReportColumns & {
    reporterId: number
    reporterHash: string
    isSpent: boolean
    now: number
  },
) {
  const { reporterId, reporterHash, reason, note, halfWeight, isEstablished, isSpent } = report
  const { listing, studentId, thread } = report.subject
  await tx.run(sql`
    INSERT INTO reports (reporter_id, reporter_hash, student_id, category, listing_id, thread_id,
      thread_message_id, reason, note, half_weight, is_established, is_spent, created_at)
    VALUES (${reporterId}, ${reporterHash}, ${studentId}, ${listing?.category ?? null},
      ${listing?.id ?? null}, ${thread?.id ?? null}, ${thread?.messageId ?? null}, ${reason},
      ${note}, ${halfWeight}, ${Number(isEstablished)}, ${Number(isSpent)}, ${report.now})`)
}

/** A spent report stays spent. If the report is about a thread, moderators may now read up to the newer message. */
export async function replaceReport(tx: Db, id: number, report: ReportColumns) {
  const { reason, note, halfWeight, isEstablished } = report
  await tx.run(sql`
    UPDATE reports SET reason = ${reason}, note = ${note}, half_weight = ${halfWeight},
      is_established = ${Number(isEstablished)},
      thread_message_id = ${report.subject.thread?.messageId ?? null}
    WHERE id = ${id}`)
}

/**
 * A condition on `reports`: a moderator other than the reporter has decided it. A report that the seller or the clock
 * decided proves nothing about the reporter.
 */
export const isJudged = sql`(decision_id IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM moderation_log AS own WHERE own.id = decision_id AND own.actor_id = reporter_id))`

/** Counts how moderators decided the earlier reports of a mailbox. */
export async function countDecided(
  tx: Db,
  reporterHash: string,
): Promise<{ upheld: number; rejected: number }> {
  const rows = await tx.all<{ state: string; count: number }>(sql`
    SELECT state, count(*) AS count FROM reports
    WHERE reporter_hash = ${reporterHash} AND ${isJudged} GROUP BY state`)
  const countOf = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { upheld: countOf('upheld'), rejected: countOf('rejected') }
}

/**
 * Whether the mailbox has already helped to hide this listing, or its report was rejected. Later reports of the mailbox
 * only wait in the queue. Otherwise a crowd could hide the listing again and again, with another reason, plus address
 * or account each time.
 */
export async function hasHadSay(
  tx: Db,
  reporterHash: string,
  { listing }: ReportSubject,
): Promise<boolean> {
  if (!listing) return false
  const spent = await tx.get(sql`
    SELECT 1 AS found FROM reports
    WHERE listing_id = ${listing.id} AND reporter_hash = ${reporterHash}
      AND (is_spent = 1 OR state = 'rejected') LIMIT 1`)
  return spent !== undefined
}

/**
 * A condition on `reports`: the report is open, and no moderator has rejected its reason for this listing since the
 * last edit. Reports that the listing is gone do not count.
 */
export const isUnanswered = sql`
  reports.state = 'open' AND reports.reason <> 'gone' AND NOT EXISTS (
    SELECT 1 FROM reports AS kept JOIN listings AS edited ON edited.id = kept.listing_id
    WHERE kept.listing_id = reports.listing_id AND kept.state = 'rejected'
      AND kept.reason = reports.reason AND kept.decided_at >= edited.updated_at)`

/** Finds open reports whose reporters are neither suspended nor banned. Reports of students who have left count too. */
const findOpen = (tx: Db, listingId: number, now: number, condition: Sql) =>
  tx.all<CountedReport>(sql`
    SELECT reason, reporter_hash, half_weight, is_established
    FROM reports LEFT JOIN users ON users.id = reporter_id
    WHERE listing_id = ${listingId} AND ${isUnrestricted(now)} AND ${condition}
      AND NOT EXISTS (
        SELECT 1 FROM restrictions
        WHERE mailbox_hash = reporter_hash AND (expires_at IS NULL OR expires_at > ${now}))
    ORDER BY reports.id`)

export const findReportsThatHide = (tx: Db, listingId: number, now: number) =>
  findOpen(tx, listingId, now, sql`is_spent = 0 AND ${isUnanswered}`)

/** Finds reports that the listing is gone, by established accounts, which were not made to report it. */
export const findReportsOfGone = (tx: Db, listingId: number, now: number) =>
  findOpen(tx, listingId, now, sql`state = 'open' AND reason = 'gone' AND is_established = 1`)

/** Marks the reports that have hidden the listing as spent, so that they do not hide it again. */
export async function spendReports(tx: Db, listingId: number) {
  await tx.run(sql`
    UPDATE reports SET is_spent = 1
    WHERE listing_id = ${listingId} AND state = 'open' AND reason <> 'gone'`)
}

/**
 * A condition on `reports`: the report is open, or an appeal against its decision is possible or waits. Only then may
 * moderators read messages. If the decision is undone later, the report is open again.
 */
export const isUnsettled = (now: number): Sql => sql`(
  reports.state = 'open' OR reports.decided_at > ${now - appealDays * dayMs} OR EXISTS (
    SELECT 1 FROM appeals WHERE appeals.log_id = reports.decision_id
      AND appeals.created_at IS NOT NULL AND appeals.decision IS NULL))`
