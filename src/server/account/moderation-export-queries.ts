import sql, { join } from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import { readings } from '#contract/moderation-rules.ts'
import type { Db } from '../database/database.ts'

type Stored<Row, Time extends keyof Row> = {
  [Key in keyof Row]: Key extends Time ? number | Extract<Row[Key], null> : Row[Key]
}

const toIso = (time: number) => new Date(time).toISOString()
const toIsoOrNull = (time: number | null) => (time === null ? null : toIso(time))

type Report = AccountExport['reports'][number]

export async function exportReports(db: Db, userId: number): Promise<Report[]> {
  const rows = await db.all<Stored<Report, 'reportedAt' | 'decidedAt'>>(sql`
    SELECT student_id AS "studentId", category,
      COALESCE(listing_id, deleted_listing_id) AS "listingId", thread_id AS "threadId", reason, note, state, created_at AS "reportedAt", decided_at AS "decidedAt"
    FROM reports WHERE reporter_id = ${userId} ORDER BY id`)
  return rows.map((row) => ({
    ...row,
    reportedAt: toIso(row.reportedAt),
    decidedAt: toIsoOrNull(row.decidedAt),
  }))
}

type Decision = AccountExport['decisions'][number]

/** But for what moderators have read: it would say that somebody has reported the student, and who. */
export async function exportDecisions(db: Db, userId: number): Promise<Decision[]> {
  const rows = await db.all<Stored<Decision, 'decidedAt'>>(sql`
    SELECT id, action, category, listing_id AS "listingId", reason, note, days, role,
      undoes_id AS "undoesId", moderation_log.created_at AS "decidedAt"
    FROM moderation_log LEFT JOIN moderation_notes ON moderation_notes.log_id = moderation_log.id
    WHERE student_id = ${userId} AND action NOT IN (${join([...readings])})
    ORDER BY id`)
  return rows.map((row) => ({ ...row, decidedAt: toIso(row.decidedAt) }))
}

type ExportedAppeal = AccountExport['appeals'][number]

export async function exportAppeals(db: Db, userId: number): Promise<ExportedAppeal[]> {
  const rows = await db.all<Stored<ExportedAppeal, 'expiresAt' | 'sentAt'>>(sql`
    SELECT log_id AS "decisionId", expires_at AS "expiresAt", text, created_at AS "sentAt",
      decision AS outcome
    FROM appeals WHERE student_id = ${userId} ORDER BY log_id`)
  return rows.map((row) => ({
    ...row,
    expiresAt: toIso(row.expiresAt),
    sentAt: toIsoOrNull(row.sentAt),
  }))
}

type ExportedSignalAnswer = AccountExport['signalAnswers'][number]

export async function exportSignalAnswers(db: Db, userId: number): Promise<ExportedSignalAnswer[]> {
  const rows = await db.all<Stored<ExportedSignalAnswer, 'answeredAt'>>(sql`
    SELECT category, listing_id AS "listingId", sentence, note,
      signal_answers.created_at AS "answeredAt", decision
    FROM signal_answers JOIN listings ON listings.id = listing_id
    WHERE seller_id = ${userId} ORDER BY signal_answers.id`)
  return rows.map((row) => ({ ...row, answeredAt: toIso(row.answeredAt) }))
}
