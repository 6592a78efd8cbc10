import sql from 'sql-template-tag'
import { roleWarningDays } from '#contract/moderation-rules.ts'
import type { Db } from '../../database/database.ts'
import { lockKey } from '../../database/sql-fragments.ts'
import { dayMs, hourMs } from '../../durations.ts'
import type { JobKind } from '../../jobs/job-kind.ts'
import { findActiveAdmins, isLastAdmin } from '../../students/restrictions/restriction-queries.ts'
import { type Account, findUser, hasRole, lockUser } from '../../students/user-queries.ts'
import { endRole } from '../decisions/change-role.ts'
import { type EndingRole, mailRoleEnds } from '../mails/role-mails.ts'
import { defaultRoleEnd, setRoleEnd } from './role-dates.ts'

interface RoleEndDeps {
  appUrl: string
}

/** Ends roles on time, gives ends to roles that have none, and warns two weeks before. */
export const roleEnds = ({ appUrl }: RoleEndDeps): JobKind => ({
  name: 'role-ends',
  delivery: 'at-least-once',
  nextRunAt: async (now, db) => Math.min((await findNextEnd(db, now)) ?? Infinity, now + hourMs),
  run: ({ db, now }) => db.transaction((tx) => settleRoles(tx, { appUrl, now: now() })),
})

async function findNextEnd(db: Db, now: number): Promise<number | undefined> {
  const row = await db.get<{ time: number | null }>(sql`
    SELECT MIN(role_ends_at) AS time FROM users WHERE role <> 'student' AND role_ends_at > ${now}`)
  return row?.time ?? undefined
}

interface Context extends RoleEndDeps {
  now: number
}

/**
 * If a role has ended or has no end, locks all staff, in the order of ids. Then it takes the lock of admins who delete their account: an admin who leaves
 * and one whose role ends must not each count on the other.
 */
async function settleRoles(tx: Db, context: Context): Promise<void> {
  if (await isAnyUnsettled(tx, context.now)) {
    const ids = await findStaffIds(tx)
    for (const id of ids) await lockUser(tx, id)
    await lockKey(tx, 'admins who leave')
    for (const member of await findMembers(tx, ids)) await settleRole(tx, member, context)
  }
  const due = await findDueWarnings(tx, context.now)
  if (due.length > 0) await warn(tx, due, context)
}

async function isAnyUnsettled(db: Db, now: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM users WHERE role <> 'student'
      AND (role_ends_at IS NULL OR role_ends_at <= ${now}) LIMIT 1`)
  return row !== undefined
}

/** The plus sign keeps SQLite from reading all students in the order of ids. */
export async function findStaffIds(db: Db): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE role <> 'student' ORDER BY +id`)
  return rows.map(({ id }) => id)
}

async function findMembers(db: Db, ids: number[]): Promise<Account[]> {
  const members: Account[] = []
  for (const id of ids) {
    const account = await findUser(db, id)
    if (account && hasRole(account)) members.push(account)
  }
  return members
}

/**
 * The role of the last admin has no end until there is another admin; then it gets the usual one. All others end on
 * their day.
 */
async function settleRole(tx: Db, member: Account, { appUrl, now }: Context) {
  const { id, role, roleEndsAt } = member
  const isLast = role === 'admin' && (await isLastAdmin(tx, id, now))
  if (roleEndsAt === null) {
    if (!isLast || (await hasOtherAdmin(tx, id, now))) {
      await setRoleEnd(tx, member, defaultRoleEnd(now), { actorId: null, now })
    }
  } else if (roleEndsAt <= now) {
    if (isLast) await setRoleEnd(tx, member, null, { actorId: null, now })
    else await endRole(tx, member, { appUrl, now })
  }
}

/** Whether another admin could do the work. One who has never used the role is not counted on. */
async function hasOtherAdmin(db: Db, id: number, now: number): Promise<boolean> {
  const admins = await findActiveAdmins(db, now)
  return admins.some((admin) => admin.id !== id && admin.hasUsedRole)
}

/** Finds the roles whose end nobody has been told about yet. */
async function findDueWarnings(db: Db, now: number): Promise<Account[]> {
  const rows = await db.all<{ id: number }>(sql`
    SELECT id FROM users WHERE role <> 'student' AND role_ends_at > ${now}
      AND role_ends_at <= ${now + roleWarningDays * dayMs}
      AND (role_end_told IS NULL OR role_end_told <> role_ends_at)
    ORDER BY role_ends_at, id`)
  return findMembers(
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Several admins whose roles end last, on the same day, have to agree who stays. Otherwise it is the one who was active
 * last on that day, which nobody knows now.
 */
async function findOutlook(
  tx: Db,
  { id, roleEndsAt }: Account,
  { admins, now }: { admins: Awaited<ReturnType<typeof findActiveAdmins>>; now: number },
): Promise<EndingRole['outlook']> {
  const able = admins.filter(({ hasUsedRole }) => hasUsedRole)
  const isTied =
    able.length > 1 &&
    able.some((admin) => admin.id === id) &&
    able.every(({ endsAt }) => endsAt !== null && endsAt <= (roleEndsAt ?? 0)) &&
    able.filter(({ endsAt }) => endsAt === roleEndsAt).length > 1
  if (isTied) return 'one of several stays'
  return (await isLastAdmin(tx, id, now)) ? 'stays' : 'ends'
}

async function warn(tx: Db, due: Account[], { appUrl, now }: Context) {
  const admins = await findActiveAdmins(tx, now)
  const ending = []
  for (const member of due) {
    ending.push({ member, outlook: await findOutlook(tx, member, { admins, now }) })
  }
  // Rows are locked in the order of ids, as everywhere.
  for (const member of due.toSorted((a, b) => a.id - b.id)) {
    await tx.run(sql`UPDATE users SET role_end_told = role_ends_at WHERE id = ${member.id}`)
  }
  const recipients = await findMembers(
    tx,
    admins.map(({ id }) => id),
  )
  await mailRoleEnds(tx, { ending, admins: recipients }, { appUrl, now })
}
