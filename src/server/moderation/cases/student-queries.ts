import sql, { join, type Sql } from 'sql-template-tag'
import type { StudentsQuery } from '#contract/moderation.ts'
import { isAppealable, logActions, type UserRole } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'

export interface StudentRow {
  id: number
  firstName: string
  lastName: string
  email: string
  createdAt: number
  role: UserRole
  suspendedUntil: number | null
  bannedAt: number | null
  openReports: number
  actions: number
  listings: number
}

const actionsAgainst = logActions.filter(isAppealable)

interface StudentsContext {
  /** Only these, if it is a search by address. */
  ids?: readonly number[] | undefined
  /** The accounts of who asks, who does not read that they are reported. */
  viewerIds: readonly number[]
  now: number
}

/** The newest members first, with how much there is about each. */
export function findStudents(
  db: Db,
  query: StudentsQuery,
  { limit, ...context }: StudentsContext & { limit: number },
): Promise<StudentRow[]> {
  return db.all<StudentRow>(sql`
    SELECT id, first_name AS "firstName", last_name AS "lastName", email,
      created_at AS "createdAt", role, suspended_until AS "suspendedUntil",
      banned_at AS "bannedAt",
      (SELECT COUNT(*) FROM reports WHERE student_id = users.id AND ${isOpen(context)})
        AS "openReports",
      (SELECT COUNT(*) FROM moderation_log AS log
        WHERE log.student_id = users.id AND log.action IN (${join(actionsAgainst)})
        AND NOT EXISTS (SELECT 1 FROM moderation_log AS undo WHERE undo.undoes_id = log.id))
        AS actions,
      (SELECT COUNT(*) FROM listings WHERE seller_id = users.id) AS listings
    FROM users WHERE ${conditions(query, context)} ORDER BY id DESC LIMIT ${limit}`)
}

export async function countStudents(
  db: Db,
  query: StudentsQuery,
  context: StudentsContext,
): Promise<number> {
  const row = await db.get<{ count: number }>(
    sql`SELECT COUNT(*) AS count FROM users WHERE ${conditions(query, context)}`,
  )
  return row?.count ?? 0
}

function conditions({ q, filter }: StudentsQuery, context: StudentsContext): Sql {
  const words = q.split(/\s+/).filter(Boolean)
  const found = context.ids ? [sql`id IN (${join([0, ...context.ids])})`] : words.map(nameContains)
  return join([filters(context)[filter], ...found], ' AND ')
}

/** Of `reports`. */
const isOpen = ({ viewerIds }: StudentsContext) =>
  sql`state = 'open' AND student_id NOT IN (${join([0, ...viewerIds])})`

const filters = (context: StudentsContext): Record<StudentsQuery['filter'], Sql> => ({
  all: sql`1 = 1`,
  staff: sql`role <> 'student'`,
  restricted: sql`(suspended_until > ${context.now} OR banned_at IS NOT NULL)`,
  reported: sql`id IN (SELECT student_id FROM reports WHERE ${isOpen(context)})`,
})

/** Both databases lower ASCII alone: any other letter of the word is a wildcard, so that "émile" finds "Émile". */
function nameContains(word: string): Sql {
  const escaped = word
    .normalize('NFC')
    .replace(/[!%_]/g, '!$&')
    .replace(/\P{ASCII}/gu, '_')
  const pattern = `%${escaped.toLowerCase()}%`
  return sql`lower(first_name || ' ' || last_name) LIKE ${pattern} ESCAPE '!'`
}
