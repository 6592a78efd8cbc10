import sql, { join } from 'sql-template-tag'
import type { AccountExport } from '#contract/account-export.ts'
import { readings } from '#contract/moderation-rules.ts'
import type { Db } from '../database/database.ts'
import type { RoomData } from '../database/room-data.ts'
import { toIso, toIsoOrNull } from '../durations.ts'
import type { Account } from '../students/user-queries.ts'
import { deleteOldAppeals } from './appeals/appeal-queries.ts'
import { deleteOldClaims } from './cases/claims.ts'
import { deleteOldInternalNotes } from './cases/internal-notes.ts'
import { deleteOldNotes, deleteSearchesOf } from './moderation-log.ts'
import { closeReportsOfStudent } from './reports/close-reports.ts'
import { deleteExpiredKeptReports } from './reports/kept-report-queries.ts'

export const moderationData: RoomData<Account> = {
  tables: {
    moderation_log: { key: ['id'], hasGeneratedId: true },
    moderation_notes: { key: ['log_id'], references: ['moderation_log'] },
    deleted_listings: { key: ['listing_id'] },
    reports: { key: ['id'], hasGeneratedId: true, references: ['users', 'moderation_log'] },
    appeals: { key: ['log_id'], references: ['moderation_log', 'users'] },
    handover_notes: { key: ['id'] },
    case_claims: {
      notInBackups: 'they end after half an hour',
      references: ['users'],
    },
    internal_notes: { key: ['id'], hasGeneratedId: true, references: ['users'] },
  },
  async export(db, { id }) {
    return {
      reports: await exportReports(db, id),
      decisions: await exportDecisions(db, id),
      appeals: await exportAppeals(db, id),
    }
  },
  async remove(tx, student, context) {
    await closeReportsOfStudent(tx, student, context)
    await deleteSearchesOf(tx, student)
  },
  expire: [
    deleteOldNotes,
    deleteExpiredKeptReports,
    deleteOldAppeals,
    deleteOldClaims,
    deleteOldInternalNotes,
  ],
}

/** A row as the database stores it: times are numbers. */
type Stored<Row, Time extends keyof Row> = {
  [Key in keyof Row]: Key extends Time ? number | Extract<Row[Key], null> : Row[Key]
}

type Report = AccountExport['reports'][number]

async function exportReports(db: Db, studentId: number): Promise<Report[]> {
  const rows = await db.all<Stored<Report, 'reportedAt' | 'decidedAt'>>(sql`
    SELECT student_id AS "studentId", category,
      COALESCE(listing_id, deleted_listing_id) AS "listingId", thread_id AS "threadId", reason, note, state, created_at AS "reportedAt", decided_at AS "decidedAt"
    FROM reports WHERE reporter_id = ${studentId} ORDER BY id`)
  return rows.map((row) => ({
    ...row,
    reportedAt: toIso(row.reportedAt),
    decidedAt: toIsoOrNull(row.decidedAt),
  }))
}

type Decision = AccountExport['decisions'][number]

/** Entries that an export leaves out: a hold may keep evidence, and the student must not learn that it exists. */
const notExported = [...readings, 'hold', 'release']

/**
 * Also leaves out the entries about messages that moderators read: they would reveal that somebody reported the student,
 * and who.
 */
async function exportDecisions(db: Db, studentId: number): Promise<Decision[]> {
  const rows = await db.all<Stored<Decision, 'decidedAt'>>(sql`
    SELECT id, action, category, listing_id AS "listingId", reason, note, days, role,
      undoes_id AS "undoesId", moderation_log.created_at AS "decidedAt"
    FROM moderation_log LEFT JOIN moderation_notes ON moderation_notes.log_id = moderation_log.id
    WHERE student_id = ${studentId} AND action NOT IN (${join(notExported)})
    ORDER BY id`)
  return rows.map((row) => ({ ...row, decidedAt: toIso(row.decidedAt) }))
}

type Appeal = AccountExport['appeals'][number]

async function exportAppeals(db: Db, studentId: number): Promise<Appeal[]> {
  const rows = await db.all<Stored<Appeal, 'expiresAt' | 'sentAt'>>(sql`
    SELECT log_id AS "decisionId", expires_at AS "expiresAt", text, created_at AS "sentAt",
      decision AS outcome
    FROM appeals WHERE student_id = ${studentId} ORDER BY log_id`)
  return rows.map((row) => ({
    ...row,
    expiresAt: toIso(row.expiresAt),
    sentAt: toIsoOrNull(row.sentAt),
  }))
}
