import sql, { join, type Sql } from 'sql-template-tag'
import type { CategoryId } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { type LogAction, readings, type UserRole } from '#contract/moderation-rules.ts'
import { cleanUp } from '../database/clean-up.ts'
import type { Db } from '../database/database.ts'
import { notesKeptMs } from '../durations.ts'
import type { ListingKey } from '../listings/listing-queries.ts'
import { isOfHeldStudent } from '../students/restrictions/requests.ts'
import { isInMailbox } from '../students/user-queries.ts'

export interface NewLogEntry {
  action: LogAction
  /** The moderator, or the student who appeals. It is null for Quad itself or an operator. */
  actorId: number | null
  /** The student, or `noStudentId` for a search among all students. */
  studentId: number
  listing?: ListingKey
  /** The thread whose messages were read. */
  threadId?: number
  reason?: DecisionReason
  days?: number
  role?: UserRole
  undoesId?: number
  /** The entry that stands for this one and others. */
  togetherId?: number | undefined
  /** The note is stored in another table, because it is deleted after a time and the log is not. */
  note?: string
}

/** The student id of an entry that is about no student. */
export const noStudentId = 0

/**
 * Writes an entry of the log and returns its id. Call it in the transaction of the action. No other statement writes
 * the log.
 */
export async function writeLog(tx: Db, entry: NewLogEntry, now: number): Promise<number> {
  const { action, actorId, studentId, listing, note } = entry
  const { threadId = null, reason = null, days = null, role = null, undoesId = null } = entry
  const { togetherId = null } = entry
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO moderation_log (created_at, action, actor_id, student_id, category, listing_id,
      thread_id, reason, days, role, undoes_id, together_id)
    VALUES (${now}, ${action}, ${actorId}, ${studentId}, ${listing?.category ?? null},
      ${listing?.id ?? null}, ${threadId}, ${reason}, ${days}, ${role}, ${undoesId},
      ${togetherId})
    RETURNING id`)
  if (!row) throw new Error('The entry was not written.')
  if (note) {
    await tx.run(sql`
      INSERT INTO moderation_notes (log_id, note, created_at) VALUES (${row.id}, ${note}, ${now})`)
  }
  return row.id
}

/** An entry with the current names of its people and its listing. The names of deleted rows are null. */
export interface LogRow {
  id: number
  created_at: number
  action: LogAction
  actor_id: number | null
  actor_first_name: string | null
  actor_last_name: string | null
  /** The rules need the addresses. No page shows them. */
  actor_email: string | null
  student_id: number
  student_first_name: string | null
  student_last_name: string | null
  student_email: string | null
  student_is_unproven: number
  student_banned_at: number | null
  category: CategoryId | null
  listing_id: number | null
  listing_title: string | null
  listing_status: ListingStatus | null
  listing_takedown_id: number | null
  reason: DecisionReason | null
  days: number | null
  role: UserRole | null
  note: string | null
  /**
   * The sentence of the signal that the decision hid or kept; null once the decision is undone or the listing is
   * deleted.
   */
  signal: string | null
  undoes_id: number | null
  undone_by: number | null
  together_id: number | null
  /** Whether an appeal against the entry waits for a decision. */
  has_open_appeal: number
}

/**
 * A condition on `log`: entries that two moderators must not write at once. Entries about reading do not count, because
 * reading changes nothing.
 */
export const isChange = sql`log.action NOT IN (${join([...readings])})`

/** Returns the newest entries first. `condition` is about `log`. */
export function findLogEntries(db: Db, condition: Sql, limit: number): Promise<LogRow[]> {
  return db.all<LogRow>(sql`
    SELECT log.id, log.created_at, log.action, log.actor_id, log.student_id, log.category,
      log.listing_id, log.reason, log.days, log.role, log.undoes_id, log.together_id,
      actor.first_name AS actor_first_name, actor.last_name AS actor_last_name,
      student.first_name AS student_first_name, student.last_name AS student_last_name,
      actor.email AS actor_email, student.email AS student_email,
      CASE WHEN student.must_confirm = 1 AND student.confirmed_at IS NULL THEN 1 ELSE 0 END
        AS student_is_unproven,
      student.banned_at AS student_banned_at, listings.title AS listing_title,
      listings.status AS listing_status, listings.takedown_id AS listing_takedown_id,
      moderation_notes.note, signal_answers.sentence AS signal, undo.id AS undone_by,
      CASE WHEN appeals.created_at IS NOT NULL AND appeals.decision IS NULL THEN 1 ELSE 0 END
        AS has_open_appeal
    FROM moderation_log AS log
    LEFT JOIN users AS actor ON actor.id = log.actor_id
    LEFT JOIN users AS student ON student.id = log.student_id
    LEFT JOIN listings ON listings.id = log.listing_id
    LEFT JOIN moderation_notes ON moderation_notes.log_id = log.id
    LEFT JOIN signal_answers ON signal_answers.decision_id = log.id
    LEFT JOIN appeals ON appeals.log_id = log.id
    LEFT JOIN moderation_log AS undo ON undo.undoes_id = log.id
    WHERE ${condition} ORDER BY log.id DESC LIMIT ${limit}`)
}

/**
 * Deletes old notes, but keeps the entries of the log. Reports lose their text. Decided reports of reporters who have
 * left also lose the hash of the mailbox. What is about a student on hold stays.
 */
export async function deleteOldNotes(db: Db, now: number) {
  const before = now - notesKeptMs
  const isOldNote = sql`created_at <= ${before} AND NOT EXISTS (
    SELECT 1 FROM moderation_log AS log WHERE log.id = moderation_notes.log_id
      AND ${isOfHeldStudent(sql`log.student_id`)})`
  await cleanUp(db, { table: 'moderation_notes', primaryKey: ['log_id'], where: isOldNote })
  const isHeld = isOfHeldStudent(sql`reports.student_id`, sql`reports.reporter_id`)
  const isOld = sql`created_at <= ${before} AND NOT ${isHeld}`
  const reports = { table: 'reports', primaryKey: ['id'] }
  await cleanUp(db, { ...reports, where: sql`${isOld} AND note <> ''`, set: sql`note = ''` })
  await cleanUp(db, {
    ...reports,
    where: sql`${isOld} AND reporter_id IS NULL AND reporter_hash IS NOT NULL AND state <> 'open'`,
    set: sql`reporter_hash = NULL`,
  })
}

/**
 * Deletes the searched texts that are an address of the student's mailbox or contain the last name. The log keeps the
 * entries themselves. Call it in the transaction that deletes the account.
 */
export async function deleteSearchesOf(
  tx: Db,
  { email, lastName }: Pick<User, 'email' | 'lastName'>,
): Promise<void> {
  const name = lastName.trim().toLowerCase()
  const containsName = name === '' ? sql`FALSE` : sql`replace(note, ${name}, '') <> note`
  await tx.run(sql`
    DELETE FROM moderation_notes
    WHERE log_id IN (SELECT id FROM moderation_log WHERE action = 'search_students')
      AND (${isInMailbox(tx, sql`note`, email)} OR ${containsName})`)
}
