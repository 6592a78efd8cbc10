import sql, { type Sql } from 'sql-template-tag'
import type { DecisionReason } from '#contract/decision-reasons.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'

export interface Restriction {
  logId: number
  kind: 'suspension' | 'ban'
  createdAt: number
  /** When the restriction ends, or null if it never does. */
  expiresAt: number | null
  reason: DecisionReason | null
  /** The moderator's text. It is deleted after 24 months. */
  note: string | null
  /** The deadline for an appeal. It is null if the account was deleted, because its appeal is deleted with it. */
  appealUntil: number | null
  appealedAt: number | null
  appealDecision: 'rejected' | 'reversed' | null
}

/** Finds the restrictions in force of an account or its mailbox, the longest first. */
export function findRestrictions(
  db: Db,
  { id, mailboxHash }: { id: number; mailboxHash: string },
  now: number,
): Promise<Restriction[]> {
  return db.all<Restriction>(sql`
    SELECT restrictions.log_id AS "logId", kind, restrictions.created_at AS "createdAt",
      restrictions.expires_at AS "expiresAt", reason, note, appeals.expires_at AS "appealUntil",
      appeals.created_at AS "appealedAt", appeals.decision AS "appealDecision"
    FROM restrictions JOIN moderation_log ON moderation_log.id = restrictions.log_id
    LEFT JOIN moderation_notes ON moderation_notes.log_id = restrictions.log_id
    LEFT JOIN appeals ON appeals.log_id = restrictions.log_id
    WHERE (mailbox_hash = ${mailboxHash}
        OR (mailbox_hash IS NULL AND moderation_log.student_id = ${id}))
      AND (restrictions.expires_at IS NULL OR restrictions.expires_at > ${now})
    ORDER BY kind = 'ban' DESC, restrictions.expires_at DESC, restrictions.log_id DESC`)
}

export async function insertRestriction(
  tx: Db,
  restriction: Pick<Restriction, 'logId' | 'kind' | 'createdAt' | 'expiresAt'> & {
    /** The mailbox, or null if the restriction is only about the account. */
    mailboxHash: string | null
  },
) {
  const { logId, kind, createdAt, expiresAt, mailboxHash } = restriction
  await tx.run(sql`
    INSERT INTO restrictions (log_id, mailbox_hash, kind, created_at, expires_at)
    VALUES (${logId}, ${mailboxHash}, ${kind}, ${createdAt}, ${expiresAt})`)
}

/** Returns the hash of the restriction's mailbox, or undefined if the restriction has ended. */
export function deleteRestriction(
  tx: Db,
  logId: number,
): Promise<{ mailboxHash: string | null } | undefined> {
  return tx.get(sql`
    DELETE FROM restrictions WHERE log_id = ${logId} RETURNING mailbox_hash AS "mailboxHash"`)
}

/** Finds the students who are suspended or banned now. */
export function findRestrictedUsers(db: Db, now: number): Promise<{ id: number; email: string }[]> {
  return db.all(sql`
    SELECT id, email FROM users WHERE suspended_until > ${now} OR banned_at IS NOT NULL
    ORDER BY id`)
}

/**
 * A condition on `users`: the account was banned at or before the time, is not on hold, and no appeal waits. While one
 * waits, a moderator may still find that the ban was wrong. All accounts that a ban closed have the time of the ban in
 * `banned_at`.
 */
const isBannedSince = (time: number) => sql`
  banned_at <= ${time} AND held_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM restrictions JOIN appeals ON appeals.log_id = restrictions.log_id
    WHERE restrictions.kind = 'ban' AND restrictions.created_at = users.banned_at
      AND appeals.created_at IS NOT NULL AND appeals.decision IS NULL)`

/** The plus sign keeps SQLite from reading all users in the order of their ids instead of the index on bans. */
export function findBannedUsers(db: Db, since: number): Promise<{ id: number; email: string }[]> {
  return db.all(sql`SELECT id, email FROM users WHERE ${isBannedSince(since)} ORDER BY +id`)
}

export async function isUserBanned(db: Db, id: number, since: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM users WHERE id = ${id} AND ${isBannedSince(since)}`)
  return row !== undefined
}

/** A condition on `users`: the student is neither suspended nor banned. */
export const isUnrestricted = (now: number): Sql => sql`(
  users.banned_at IS NULL
  AND (users.suspended_until IS NULL OR users.suspended_until <= ${now}))`

/**
 * The id of the admin whose role never ends by itself: of those who are not restricted, the one whose role ends last. If
 * several end on the same day, it is the one who was active last. An admin who never used the role comes after all others,
 * because they may have no second factor. The index of staff has the condition `role <> 'student'`, so the query repeats it.
 */
const lastAdminId = (now: number): Sql => sql`(
  SELECT users.id FROM users
  WHERE users.role = 'admin' AND users.role <> 'student' AND ${isUnrestricted(now)}
  ORDER BY CASE WHEN users.role_active_on IS NULL THEN 1 ELSE 0 END,
    CASE WHEN users.role_ends_at IS NULL THEN 0 ELSE 1 END, users.role_ends_at DESC,
    COALESCE(users.role_active_on, '') DESC, users.id LIMIT 1)`

export async function isLastAdmin(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db.get<{ id: number | null }>(sql`SELECT ${lastAdminId(now)} AS id`)
  return row?.id === id
}

/** A condition on `users`: a moderator or an admin whose role has not ended. They may be suspended. */
export const hasRoleAt = (now: number): Sql => sql`(
  users.role <> 'student' AND (
    users.role_ends_at IS NULL OR users.role_ends_at > ${now} OR users.id = ${lastAdminId(now)}))`

/**
 * A condition on `users`: a moderator or an admin who can decide, because they are not restricted and the role has not
 * ended. `readRole` has the same rule.
 */
export const isActiveStaff = (now: number): Sql =>
  sql`(${hasRoleAt(now)} AND ${isUnrestricted(now)})`

interface ActiveAdmin {
  id: number
  /** When the role ends, or null. */
  endsAt: number | null
  hasUsedRole: boolean
}

/** Finds the admins who are not restricted and whose role has not ended, in the order in which rows of users are locked. */
export async function findActiveAdmins(db: Db, now: number): Promise<ActiveAdmin[]> {
  const rows = await db.all<{ id: number; endsAt: number | null; activeOn: string | null }>(sql`
    SELECT id, role_ends_at AS "endsAt", role_active_on AS "activeOn" FROM users
    WHERE role = 'admin' AND ${isActiveStaff(now)} ORDER BY id`)
  return rows.map(({ id, endsAt, activeOn }) => ({ id, endsAt, hasUsedRole: activeOn !== null }))
}

/** A condition on `users`: the last admin, whose role stays although its end may be near. */
export const isLastAdminRow = (now: number): Sql => sql`users.id = ${lastAdminId(now)}`

/** Writes the result of the restrictions into the account's row, because the query of every request reads it there. */
export async function updateStanding(
  tx: Db,
  studentId: number,
  { suspendedUntil, bannedAt }: { suspendedUntil: number | null; bannedAt: number | null },
) {
  await tx.run(sql`
    UPDATE users SET suspended_until = ${suspendedUntil}, banned_at = ${bannedAt}
    WHERE id = ${studentId}`)
}

export async function deleteExpiredRestrictions(db: Db, now: number) {
  const where = sql`expires_at <= ${now}`
  await cleanUp(db, { table: 'restrictions', primaryKey: ['log_id'], where })
}
