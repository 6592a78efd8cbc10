import type { LogEntry } from '#contract/moderation.ts'
import { toIso } from '../../durations.ts'
import { personName } from '../../students/person.ts'
import type { LogRow } from '../log-queries.ts'
import { nobody } from '../moderation-log.ts'
import { canUndo, mayReadAddresses, type PermissionContext } from '../permissions.ts'

export function presentLogEntry(row: LogRow, context: PermissionContext): LogEntry {
  const { category, listing_id, listing_title: title } = row
  const actor = { first_name: row.actor_first_name, last_name: row.actor_last_name }
  const student = { first_name: row.student_first_name, last_name: row.student_last_name }
  const isSearch = row.action === 'search_students'
  return {
    id: row.id,
    createdAt: toIso(row.created_at),
    action: row.action,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: personName(actor) },
    student: row.student_id === nobody ? null : { id: row.student_id, name: personName(student) },
    listing: category && listing_id !== null ? { category, id: listing_id, title } : null,
    reason: row.reason,
    days: row.days,
    role: row.role,
    note: isSearch && !mayReadAddresses(context) ? null : row.note,
    signal: row.signal,
    undoesId: row.undoes_id,
    undoneBy: row.undone_by,
    canUndo: canUndo(row, context),
  }
}
