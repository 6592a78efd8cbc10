import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import sql, { join, type Sql } from 'sql-template-tag'
import { findUniversity } from '#campus/campus.ts'
import type { StudentCase, StudentsQuery, StudentsResponse } from '#contract/moderation.ts'
import { isAppealable, logActions, type UserRole } from '#contract/moderation-rules.ts'
import { campusIsoDate, lastCampusDay } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { isOneOf } from '../../database/sql-fragments.ts'
import { toIso, toIsoOrNull } from '../../durations.ts'
import { fullName } from '../../students/person.ts'
import { isSuspended } from '../../students/restrictions/standing.ts'
import { type Account, findMailboxUsers } from '../../students/user-queries.ts'
import { defaultRoleEnd } from '../roles/role-dates.ts'

const maxStudents = 50

/** Whether the search is by address. Such a search finds all accounts of the mailbox. */
const isAddress = (q: string): boolean => /^[^\s@]+@[^\s@]+$/.test(q)

/** Returns the text of a search for the log. It is in lower case, like addresses. */
export const searchedText = ({ q, filter }: StudentsQuery): string =>
  (isAddress(q) || filter === 'all' ? q : `${q} (${filter})`).trim().toLowerCase()

interface ReadContext {
  viewerIds: readonly number[]
  /** Whether the response shows addresses and the search compares them. */
  hasAddresses: boolean
  now: number
}

export async function readStudents(
  db: Db,
  query: StudentsQuery,
  { viewerIds, hasAddresses, now }: ReadContext,
): Promise<StudentsResponse> {
  const context = { viewerIds, hasAddresses, now }
  const isByAddress = hasAddresses && isAddress(query.q)
  const { newest, total } = isByAddress
    ? toFound(await findStudentIds(db, await inMailbox(db, query, context)))
    : await searchStudents(db, conditions(query, context))
  const rows = await findStudents(db, newest, context)
  return {
    students: rows.map(({ openReports, actions, listings, ...account }) => ({
      ...presentStudent(account, now),
      ...(hasAddresses && { email: account.email }),
      openReports,
      actions,
      listings,
    })),
    total,
  }
}

interface StudentRow {
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

interface StudentsContext extends Pick<ReadContext, 'hasAddresses'> {
  /** The accounts of the moderator who searches. Moderators must not learn that they are reported. */
  viewerIds: readonly number[]
  now: number
}

/** Returns the students, newest members first, with the numbers of reports, actions and listings of each. */
export function findStudents(
  db: Db,
  ids: readonly number[],
  context: StudentsContext,
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
    FROM users WHERE ${isOneOf(db, sql`id`, ids)} ORDER BY id DESC`)
}

async function findStudentIds(db: Db, where: Sql): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`SELECT id FROM users WHERE ${where}`)
  return rows.map(({ id }) => id)
}

/** How many ids a query of a search compares. No index serves a part of a name, and SQLite blocks all requests. */
const searchedIds = 2_000

/** The ids of the newest students of a search, and how many it finds. */
interface FoundStudents {
  newest: number[]
  total: number
}

const toFound = (ids: number[]): FoundStudents => ({
  newest: ids.toSorted((a, b) => b - a).slice(0, maxStudents),
  total: ids.length,
})

/** Searches all students in slices of ids, the newest first, and lets requests through between them. */
async function searchStudents(db: Db, where: Sql): Promise<FoundStudents> {
  const row = await db.get<{ id: number | null }>(sql`SELECT MAX(id) AS id FROM users`)
  const found: FoundStudents = { newest: [], total: 0 }
  for (let below = (row?.id ?? 0) + 1; below > 1; below -= searchedIds) {
    const isInSlice = sql`id >= ${below - searchedIds} AND id < ${below}`
    const { newest, total } = toFound(await findStudentIds(db, sql`${isInSlice} AND ${where}`))
    found.newest = [...found.newest, ...newest].slice(0, maxStudents)
    found.total += total
    await yieldToEventLoop()
  }
  return found
}

function conditions({ q, filter }: StudentsQuery, context: StudentsContext): Sql {
  const words = q.split(/\s+/).filter(Boolean)
  return join([filters(context)[filter], ...words.map(nameContains)], ' AND ')
}

async function inMailbox(
  db: Db,
  { q, filter }: StudentsQuery,
  context: StudentsContext,
): Promise<Sql> {
  const ids = await findMailboxUsers(db, q)
  return sql`${isOneOf(db, sql`id`, ids)} AND ${filters(context)[filter]}`
}

/** A condition on `reports`: the report is open, and is not about the moderator who searches. */
const isOpen = ({ viewerIds }: StudentsContext) =>
  sql`state = 'open' AND student_id NOT IN (${join([0, ...viewerIds])})`

const filters = (context: StudentsContext): Record<StudentsQuery['filter'], Sql> => ({
  all: sql`1 = 1`,
  staff: sql`role <> 'student'`,
  restricted: sql`(suspended_until > ${context.now} OR banned_at IS NOT NULL)`,
  reported: sql`id IN (SELECT student_id FROM reports WHERE ${isOpen(context)})`,
  requested: context.hasAddresses
    ? sql`(held_at IS NOT NULL OR delete_at IS NOT NULL)`
    : sql`1 = 0`,
})

/** Both databases lowercase only ASCII. Every other letter of the word becomes a wildcard, so that "émile" finds "Émile". */
function nameContains(word: string): Sql {
  const escaped = word
    .normalize('NFC')
    .replace(/[!%_]/g, '!$&')
    .replace(/\P{ASCII}/gu, '_')
  const pattern = `%${escaped.toLowerCase()}%`
  return sql`lower(first_name || ' ' || last_name) LIKE ${pattern} ESCAPE '!'`
}

/** The parts of an account that moderators see. Of the address, they see only the university. */
type ModeratedAccount = Pick<
  Account,
  'id' | 'firstName' | 'lastName' | 'email' | 'createdAt' | 'role' | 'suspendedUntil' | 'bannedAt'
>

export function presentStudent(account: ModeratedAccount, now: number): StudentCase['student'] {
  const { id, email, createdAt, role, suspendedUntil, bannedAt } = account
  return {
    id,
    name: fullName(account),
    university: findUniversity(email)?.name ?? null,
    memberSince: toMonth(createdAt),
    role,
    suspendedUntil: isSuspended(account, now) ? toIsoOrNull(suspendedUntil) : null,
    bannedAt: toIsoOrNull(bannedAt),
  }
}

/** Presents what only admins see: the end of the role, and what was requested for the account. */
export function presentForAdmins(
  account: Account,
  now: number,
): NonNullable<StudentCase['forAdmins']> {
  const { roleEndsAt, roleActiveOn, heldAt, holdReviewAt, deleteAt } = account
  return {
    roleEndsOn: roleEndsAt === null ? null : lastCampusDay(roleEndsAt),
    usualRoleEnd: lastCampusDay(defaultRoleEnd(now)),
    roleActiveOn,
    hold:
      heldAt === null
        ? null
        : { since: toIso(heldAt), reviewOn: lastCampusDay(holdReviewAt ?? heldAt) },
    deletionAt: toIsoOrNull(deleteAt),
  }
}

export const toMonth = (time: number) => campusIsoDate(time).slice(0, 7)
