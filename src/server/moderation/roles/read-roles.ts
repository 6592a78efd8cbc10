import sql from 'sql-template-tag'
import type { RolesResponse, StaffRole } from '#contract/people.ts'
import { campusDate, campusIsoDate, endOfCampusDay, lastCampusDay } from '#format/campus-date.ts'
import type { Db } from '../../database/database.ts'
import { fullName, hasSameMailbox } from '../../students/person.ts'
import {
  findActiveAdmins,
  hasRoleAt,
  isLastAdmin,
} from '../../students/restrictions/restriction-queries.ts'
import { type Account, findUser } from '../../students/user-queries.ts'
import { findNewestLogId } from '../cases/case-queries.ts'

const september = 9

/** Returns the last review: it begins on September 1 and is open for that month. */
function lastReview(now: number): { year: number; isOpen: boolean; beganAt: number } {
  const { year, month } = campusDate(now)
  const reviewYear = month >= september ? year : year - 1
  return {
    year: reviewYear,
    isOpen: month === september,
    beganAt: endOfCampusDay(`${reviewYear}-08-31`),
  }
}

type Viewer = Pick<Account, 'id' | 'email'>

/** Reads all roles, admins first. There are few. */
export async function readRoles(db: Db, viewer: Viewer, now: number): Promise<RolesResponse> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE role <> 'student' ORDER BY role, first_name, last_name, id`)
  const admins = await findActiveAdmins(db, now)
  const { beganAt, ...review } = lastReview(now)
  const roles: StaffRole[] = []
  for (const { id } of rows) {
    const account = await findUser(db, id)
    if (!account) continue
    const isOnlyAdmin = admins.length < 2 && (await isLastAdmin(db, id, now))
    const wasConfirmed = (account.roleConfirmedAt ?? 0) >= beganAt
    roles.push({
      ...presentRole(account, viewer, now),
      // Nobody could confirm the role of the only admin.
      isToConfirm: !wasConfirmed && !isOnlyAdmin,
      seen: await findNewestLogId(db, sql`log.student_id = ${id}`),
    })
  }
  return { roles, review }
}

/** Counts the roles that nobody has confirmed in the last review. Nobody could confirm that of the only admin. */
export async function countRolesToConfirm(db: Db, now: number): Promise<number> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE ${hasRoleAt(now)}
      AND COALESCE(role_confirmed_at, 0) < ${lastReview(now).beganAt}`)
  if ((await findActiveAdmins(db, now)).length > 1) return rows.length
  const others = []
  for (const { id } of rows) if (!(await isLastAdmin(db, id, now))) others.push(id)
  return others.length
}

function presentRole(account: Account, viewer: Viewer, now: number) {
  const { id, role, roleEndsAt, roleActiveOn, roleConfirmedAt } = account
  return {
    id,
    name: fullName(account),
    role,
    endsOn: roleEndsAt === null ? null : lastCampusDay(roleEndsAt),
    isOver: roleEndsAt !== null && roleEndsAt <= now,
    activeOn: roleActiveOn,
    confirmedOn: roleConfirmedAt === null ? null : campusIsoDate(roleConfirmedAt),
    isOwn: hasSameMailbox(viewer, account),
  }
}
