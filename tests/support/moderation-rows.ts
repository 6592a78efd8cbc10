import sql from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Db } from '#server/database/database.ts'
import { readMailboxHash } from '#server/students/restrictions/mailbox-hash.ts'
import { findUser } from '#server/students/user-queries.ts'
import { insertTestListing } from './photo-app.ts'

// These functions insert rows as the calls of students and moderators do, for tests of what moderators read.

export interface TestReport {
  reporterId: number
  studentId: number
  listing?: { category: CategoryId; id: number } | undefined
  reason?: ReportReason
  note?: string
  halfWeight?: number
  isSpent?: boolean
  state?: 'open' | 'upheld' | 'rejected' | 'closed'
  createdAt: number
  decidedAt?: number | null
  decisionId?: number | null
}

export async function insertTestReport(db: Db, report: TestReport) {
  const { reporterId, studentId, listing, reason = 'scam', note = '', halfWeight = 2 } = report
  const { isSpent = false, state = 'open', createdAt, decidedAt = null, decisionId = null } = report
  const reporter = await findUser(db, reporterId)
  const reporterHash = reporter && (await readMailboxHash(db))(reporter.email)
  await db.run(sql`
    INSERT INTO reports (reporter_id, reporter_hash, student_id, category, listing_id, reason, note,
      half_weight, is_established, is_spent, state, created_at, decided_at, decision_id)
    VALUES (${reporterId}, ${reporterHash}, ${studentId}, ${listing?.category ?? null}, ${listing?.id ?? null},
      ${reason}, ${note}, ${halfWeight}, 1, ${Number(isSpent)}, ${state}, ${createdAt}, ${decidedAt},
      ${decisionId})`)
}

export interface TestAppeal {
  logId: number
  studentId: number
  /** The time of the appeal, or null if nobody has appealed. */
  createdAt: number | null
  decision?: 'rejected' | 'reversed' | null
}

export async function insertTestAppeal(db: Db, appeal: TestAppeal) {
  const { logId, studentId, createdAt, decision = null } = appeal
  const text = createdAt === null ? null : 'It is mine.'
  await db.run(sql`
    INSERT INTO appeals (log_id, student_id, token_hash, expires_at, text, created_at, decision)
    VALUES (${logId}, ${studentId}, ${`token ${logId}`}, ${Number.MAX_SAFE_INTEGER}, ${text},
      ${createdAt}, ${decision})`)
}

export interface TestSignalAnswer {
  listingId: number
  signal?: string
  sentence?: string
  note?: string
  createdAt: number
  decision?: 'hidden' | 'kept' | null
}

/** Inserts an answer to a signal. Returns its id. */
export async function insertTestSignalAnswer(db: Db, answer: TestSignalAnswer): Promise<number> {
  const { listingId, signal = 'price 100', sentence = 'Asks $1.', note = '' } = answer
  const { createdAt, decision = null } = answer
  const row = await db.get<{ id: number }>(sql`
    INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at, decision)
    VALUES (${listingId}, ${signal}, ${sentence}, ${note}, ${createdAt}, ${decision})
    RETURNING id`)
  return row?.id ?? 0
}

/** Inserts a listing that stays in this status for ever. */
export async function insertTestListingIn(
  db: Db,
  sellerId: number,
  { category, status }: { category: CategoryId; status: ListingStatus },
): Promise<number> {
  const id = await insertTestListing(db, sellerId)
  await db.run(sql`
    UPDATE listings SET category = ${category}, status = ${status},
      ends_at = ${Number.MAX_SAFE_INTEGER} WHERE id = ${id}`)
  return id
}
