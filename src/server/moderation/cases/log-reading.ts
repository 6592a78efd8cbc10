import sql from 'sql-template-tag'
import type { Reading } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import { nobody, writeLog } from '../moderation-log.ts'

/** Reading the same thing again within this time adds no entry, because pages refetch their data. */
const sameReadingMs = hourMs

interface AddressReading {
  actorId: number
  /** The student whose address is read; undefined for a search. */
  studentId?: number
  /** The name or address that is searched; empty for the list of all. */
  text?: string
}

/** Records in a transaction that an admin reads addresses. The searched text is a note, like all text of the log. */
export async function logReading(
  tx: Db,
  { actorId, studentId = nobody, text = '' }: AddressReading,
  now: number,
): Promise<void> {
  const action: Reading = studentId === nobody ? 'search_students' : 'look_up'
  const known = await tx.get(sql`
    SELECT 1 AS found FROM moderation_log
    LEFT JOIN moderation_notes ON moderation_notes.log_id = moderation_log.id
    WHERE moderation_log.created_at > ${now - sameReadingMs} AND action = ${action}
      AND actor_id = ${actorId} AND student_id = ${studentId} AND COALESCE(note, '') = ${text}
    LIMIT 1`)
  if (!known) await writeLog(tx, { action, actorId, studentId, note: text }, now)
}
