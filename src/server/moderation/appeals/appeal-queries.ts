import sql, { type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import { appealDays, type LogAction } from '#contract/moderation-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, notesKeptMs } from '../../durations.ts'
import { isOfHeldStudent } from '../../students/restrictions/requests.ts'

interface NewAppeal {
  logId: number
  studentId: number
  tokenHash: string
  expiresAt: number
}

export async function insertAppeal(tx: Db, { logId, studentId, tokenHash, expiresAt }: NewAppeal) {
  await tx.run(sql`
    INSERT INTO appeals (log_id, student_id, token_hash, expires_at)
    VALUES (${logId}, ${studentId}, ${tokenHash}, ${expiresAt})`)
}

/** An appeal that a student can make or has made, with the decision that it is against. */
export interface AppealWithDecision {
  studentId: number
  expiresAt: number
  appealedAt: number | null
  decision: 'rejected' | 'reversed' | null
  /** Whether a moderator undid the decision, with or without an appeal. */
  isUndone: boolean
  action: LogAction
  reason: DecisionReason | null
  days: number | null
  decidedAt: number
  /** The listing, or undefined if the decision is about the student. */
  listing?: { category: CategoryId; id: number }
  listingTitle: string | null
  note: string | null
  answer: string | null
}

type StoredAppeal = Omit<AppealWithDecision, 'isUndone' | 'listing'> & {
  undoneBy: number | null
  category: CategoryId | null
  listingId: number | null
}

export async function findAppeal(
  db: Db,
  tokenHash: string,
): Promise<AppealWithDecision | undefined> {
  const row = await db.get<StoredAppeal>(sql`
    SELECT appeals.student_id AS "studentId", expires_at AS "expiresAt",
      appeals.created_at AS "appealedAt", decision, undo.id AS "undoneBy", decided.action,
      decided.reason, decided.days, decided.created_at AS "decidedAt", decided.category,
      decided.listing_id AS "listingId", listings.title AS "listingTitle", notes.note,
      answers.note AS answer
    FROM appeals JOIN moderation_log AS decided ON decided.id = appeals.log_id
    LEFT JOIN moderation_log AS undo ON undo.undoes_id = appeals.log_id
    LEFT JOIN listings ON listings.id = decided.listing_id
    LEFT JOIN moderation_notes AS notes ON notes.log_id = appeals.log_id
    LEFT JOIN moderation_notes AS answers
      ON answers.log_id = COALESCE(appeals.decision_id, undo.id)
    WHERE token_hash = ${tokenHash}`)
  if (!row) return undefined
  const { undoneBy, category, listingId, ...appeal } = row
  const listing = category && listingId ? { category, id: listingId } : undefined
  return { ...appeal, isUndone: undoneBy !== null, listing }
}

/** Saves the text by compare-and-set. Returns false if the appeal already has a text, or if the decision was undone. */
export async function saveAppealText(
  tx: Db,
  tokenHash: string,
  { text, now }: { text: string; now: number },
): Promise<boolean> {
  const { changes } = await tx.run(sql`
    UPDATE appeals SET text = ${text}, created_at = ${now}
    WHERE token_hash = ${tokenHash} AND created_at IS NULL AND decision IS NULL`)
  return changes === 1
}

/** Finds the appeal that the student has written against this entry of the log. */
export function findWrittenAppeal(
  db: Db,
  logId: number,
): Promise<{ decisionId: number | null } | undefined> {
  return db.get(sql`
    SELECT decision_id AS "decisionId" FROM appeals
    WHERE log_id = ${logId} AND created_at IS NOT NULL`)
}

export async function rejectAppeal(tx: Db, logId: number, decisionId: number) {
  await tx.run(sql`
    UPDATE appeals SET decision = 'rejected', decision_id = ${decisionId} WHERE log_id = ${logId}`)
}

/** Marks a waiting appeal as reversed, if there is one. */
export async function reverseAppeal(tx: Db, logId: number, decisionId: number) {
  await tx.run(sql`
    UPDATE appeals SET decision = 'reversed', decision_id = ${decisionId}
    WHERE log_id = ${logId} AND created_at IS NOT NULL AND decision IS NULL`)
}

/** Deletes appeals with their texts, as long after the decision as notes are deleted. */
export async function deleteOldAppeals(db: Db, now: number) {
  const isHeld = isOfHeldStudent(sql`appeals.student_id`)
  const isOld = sql`expires_at <= ${now - notesKeptMs + appealDays * dayMs}`
  const where = sql`${isOld} AND NOT ${isHeld}`
  await cleanUp(db, { table: 'appeals', primaryKey: ['log_id'], where })
}

export interface WrittenAppeal {
  log_id: number
  text: string
  created_at: number
  decision: 'rejected' | 'reversed' | null
}

/** Returns the newest appeals first. `condition` is about `appeals` and `log`, the entry that the appeal is against. */
export function findAppeals(db: Db, condition: Sql, limit: number): Promise<WrittenAppeal[]> {
  return db.all<WrittenAppeal>(sql`
    SELECT appeals.log_id, appeals.text, appeals.created_at, appeals.decision
    FROM appeals JOIN moderation_log AS log ON log.id = appeals.log_id
    WHERE ${condition} AND appeals.created_at IS NOT NULL
    ORDER BY appeals.log_id DESC LIMIT ${limit}`)
}

/** The decision that a student appealed against. */
export interface AppealedDecision {
  action: LogAction
  decidedAt: number
}

/** Finds the decision by the log entry that decides the appeal. Returns undefined if that entry decides no appeal. */
export function findAppealedDecision(
  db: Db,
  { studentId, logId }: { studentId: number; logId: number },
): Promise<AppealedDecision | undefined> {
  return db.get(sql`
    SELECT decided.action, decided.created_at AS "decidedAt"
    FROM appeals JOIN moderation_log AS decided ON decided.id = appeals.log_id
    WHERE appeals.student_id = ${studentId} AND appeals.decision_id = ${logId}`)
}
