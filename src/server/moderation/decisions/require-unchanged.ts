import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { findLogEntries, isChange, type LogRow } from '../log-queries.ts'
import type { DecisionContext } from './decision-context.ts'
import { describeEntry } from './describe-entry.ts'

/** What a decision is about: a listing of a student, or the student. */
export interface LogSubject {
  studentId: number
  listingId: number | null
}

const entriesOf = ({ studentId, listingId }: LogSubject): Sql =>
  listingId === null ? sql`log.student_id = ${studentId}` : sql`log.listing_id = ${listingId}`

/**
 * 409 with who did what since the newest entry that the moderator has seen. The subject is locked, so that of two
 * moderators the second sees what the first did.
 */
export async function requireUnchanged(
  tx: Db,
  subject: LogSubject,
  seen: number | null,
  context: DecisionContext,
) {
  const since = sql`${entriesOf(subject)} AND log.id > ${seen ?? 0} AND ${isChange}`
  const [entry] = await findLogEntries(tx, since, 1)
  if (entry) throw conflict(subject, entry, context)
}

export function conflict(
  { listingId }: Pick<LogSubject, 'listingId'>,
  entry: LogRow,
  { actor, now }: DecisionContext,
): AppError {
  const subject = listingId === null ? 'student' : 'listing'
  return new AppError('conflict', describeEntry(entry, { subject, actorId: actor.id, now }))
}
