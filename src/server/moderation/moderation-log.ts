import sql from 'sql-template-tag'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import type { LogAction, UserRole } from '#contract/moderation-rules.ts'
import type { Db } from '../database/database.ts'
import type { ListingKey } from '../listings/listing-queries.ts'

export interface NewLogEntry {
  action: LogAction
  /** Null: Quad itself, or an operator. */
  actorId: number | null
  /** `nobody` of a search among all students. */
  studentId: number
  listing?: ListingKey
  /** Of messages that were read. */
  threadId?: number
  reason?: DecisionReason
  days?: number
  role?: UserRole
  undoesId?: number
  /** Free text is beside the log, since it is deleted after a time. */
  note?: string
}

/** Stands for a student's id where an entry is about no student. */
export const nobody = 0

/** The one statement that writes the log, in the transaction of what is done; `log-queries.ts` reads it. Returns the entry's id. */
export async function writeLog(tx: Db, entry: NewLogEntry, now: number): Promise<number> {
  const { action, actorId, studentId, listing, note } = entry
  const { threadId = null, reason = null, days = null, role = null, undoesId = null } = entry
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO moderation_log (created_at, action, actor_id, student_id, category, listing_id,
      thread_id, reason, days, role, undoes_id)
    VALUES (${now}, ${action}, ${actorId}, ${studentId}, ${listing?.category ?? null},
      ${listing?.id ?? null}, ${threadId}, ${reason}, ${days}, ${role}, ${undoesId})
    RETURNING id`)
  if (!row) throw new Error('The entry was not written.')
  if (note) {
    await tx.run(sql`
      INSERT INTO moderation_notes (log_id, note, created_at) VALUES (${row.id}, ${note}, ${now})`)
  }
  return row.id
}
