import sql, { join } from 'sql-template-tag'
import type { LogEntry, LogQuery, LogResponse } from '#contract/moderation.ts'
import { isRequest, type Reading } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { hourMs, toIso } from '../../durations.ts'
import { personName } from '../../students/person.ts'
import { findLogEntries, type LogRow, noStudentId, writeLog } from '../moderation-log.ts'
import { canUndo, mayReadAddresses, type PermissionContext } from '../permissions.ts'

const entriesPerPage = 50

/** Reads a page of the log. Also returns the id before which the next page begins. */
export async function readLog(
  db: Db,
  { action, actor, student, before }: LogQuery,
  context: PermissionContext,
): Promise<LogResponse> {
  const conditions = [sql`1 = 1`]
  if (action) conditions.push(sql`log.action = ${action}`)
  if (actor) conditions.push(sql`log.actor_id = ${actor}`)
  if (student) conditions.push(sql`log.student_id = ${student}`)
  if (before) conditions.push(sql`log.id < ${before}`)
  const rows = await findLogEntries(db, join(conditions, ' AND '), entriesPerPage + 1)
  const page = rows.slice(0, entriesPerPage)
  return {
    entries: page.map((row) => presentLogEntry(row, context)),
    next: rows.length > entriesPerPage ? (page.at(-1)?.id ?? null) : null,
  }
}

export function presentLogEntry(row: LogRow, context: PermissionContext): LogEntry {
  const { category, listing_id, listing_title: title } = row
  const actor = { first_name: row.actor_first_name, last_name: row.actor_last_name }
  const student = { first_name: row.student_first_name, last_name: row.student_last_name }
  const isForAdmins = row.action === 'search_students' || isRequest(row.action)
  return {
    id: row.id,
    createdAt: toIso(row.created_at),
    action: row.action,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: personName(actor) },
    student:
      row.student_id === noStudentId ? null : { id: row.student_id, name: personName(student) },
    listing: category && listing_id !== null ? { category, id: listing_id, title } : null,
    reason: row.reason,
    days: row.days,
    role: row.role,
    note: isForAdmins && !mayReadAddresses(context) ? null : row.note,
    signal: row.signal,
    undoesId: row.undoes_id,
    undoneBy: row.undone_by,
    togetherId: row.together_id,
    canUndo: canUndo(row, context),
  }
}

/** Reading the same thing again within this time adds no log entry, because pages refetch their data. */
const sameReadingMs = hourMs

interface AddressReading {
  actorId: number
  /** The student whose address is read, or undefined for a search. */
  studentId?: number
  /** The searched name or address. It is empty for the list of all students. */
  text?: string
}

/**
 * Logs that an admin reads addresses. Call it in a transaction. The searched text is stored as a note, like all text of
 * the log.
 */
export async function logAddressReading(
  tx: Db,
  { actorId, studentId = noStudentId, text = '' }: AddressReading,
  now: number,
): Promise<void> {
  const action: Reading = studentId === noStudentId ? 'search_students' : 'look_up'
  const known = await tx.get(sql`
    SELECT 1 AS found FROM moderation_log
    LEFT JOIN moderation_notes ON moderation_notes.log_id = moderation_log.id
    WHERE moderation_log.created_at > ${now - sameReadingMs} AND action = ${action}
      AND actor_id = ${actorId} AND student_id = ${studentId} AND COALESCE(note, '') = ${text}
    LIMIT 1`)
  if (!known) await writeLog(tx, { action, actorId, studentId, note: text }, now)
}
