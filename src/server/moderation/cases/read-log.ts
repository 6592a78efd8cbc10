import sql, { join } from 'sql-template-tag'
import type { LogQuery, LogResponse } from '#contract/moderation.ts'
import type { Db } from '../../database/database.ts'
import { findLogEntries } from '../log-queries.ts'
import type { PermissionContext } from '../permissions.ts'
import { presentLogEntry } from './present-log-entry.ts'

const entriesPerPage = 50

/** A page of the log, and the id that the next one begins before. */
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
