import sql, { type Sql } from 'sql-template-tag'
import { perCategory } from '#categories/index.ts'
import type { User } from '#contract/accounts.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { cleanUp } from '../../database/clean-up.ts'
import type { Db } from '../../database/database.ts'
import { composeOnce, forKeyShare } from '../../database/sql-fragments.ts'
import { type Versions, versionColumns } from '../../versions/category-versions.ts'
import type { ConfirmationState } from '../confirmation/confirmation.ts'
import type { Standing } from '../person.ts'
import type { StudentRequests } from '../restrictions/requests.ts'
import type { Account } from '../user-queries.ts'
import { expiryCutoffs, type SessionSecrets } from './session-state.ts'

/** The parts of a session that other rooms add. */
export interface SessionParts {
  /** Columns about `users.id`. The session's statement reads them, so that a student's request needs only one query. */
  columns: { unread: Sql; messageVersion: Sql }
  countUnread: (db: Db, studentId: number) => Promise<number>
  hasThreads: (db: Db, studentId: number) => Promise<boolean>
  findFavourites: (db: Db, studentId: number) => Promise<number[]>
}

export interface Session extends SessionSecrets {
  selectorHash: string
  lastUsedAt: number
  /** When the student last used a second factor in this session or, before it, on this device. */
  secondFactorAt: number | null
  user: User &
    ConfirmationState &
    Standing &
    Pick<StudentRequests, 'heldAt' | 'deleteAt'> &
    Pick<Account, 'affiliations' | 'roleEndsAt' | 'roleActiveOn'> & { unread: number }
  /** The version of everything that the student's threads show. */
  messageVersion: number
  /** The session's statement reads the versions, so that cached responses for this user need no further query. */
  versions: Versions
}

interface SessionRow extends Versions {
  secret_hash: string
  previous_secret_hash: string | null
  rotated_at: number
  successor_used: number
  created_at: number
  refreshed_at: number
  user_id: number
  first_name: string
  last_name: string
  email: string
  confirmed_at: number | null
  must_confirm: number
  is_sample: number
  role: UserRole
  suspended_until: number | null
  banned_at: number | null
  affiliations: string | null
  role_ends_at: number | null
  role_active_on: string | null
  held_at: number | null
  delete_at: number | null
  last_used_at: number
  second_factor_at: number | null
  unread: number
  message_version: number
}

/**
 * Returns a function that finds a session by the hash of its selector. The statement is composed once, because every
 * request of a student runs it.
 */
export function createSessionFinder({ unread, messageVersion }: SessionParts['columns']) {
  const sessionQuery = composeOnce(sql`
  SELECT secret_hash, previous_secret_hash, rotated_at, successor_used,
    sessions.created_at, refreshed_at, last_used_at, second_factor_at, user_id, first_name, last_name, email,
    confirmed_at, must_confirm, is_sample, role, suspended_until, banned_at, affiliations,
    role_ends_at, role_active_on, held_at, delete_at,
    ${unread} AS unread, ${messageVersion} AS message_version,
    ${versionColumns}
  FROM sessions JOIN users ON users.id = sessions.user_id
  WHERE selector_hash = ${'a value'}`)
  return async (db: Db, selectorHash: string): Promise<Session | undefined> => {
    const row = await db.get<SessionRow>(sessionQuery(selectorHash))
    return row && toSession(selectorHash, row)
  }
}

export type SessionFinder = ReturnType<typeof createSessionFinder>

function toSession(selectorHash: string, row: SessionRow): Session {
  return {
    selectorHash,
    secretHash: row.secret_hash,
    previousSecretHash: row.previous_secret_hash,
    rotatedAt: row.rotated_at,
    successorUsed: row.successor_used === 1,
    createdAt: row.created_at,
    refreshedAt: row.refreshed_at,
    lastUsedAt: row.last_used_at,
    secondFactorAt: row.second_factor_at,
    user: {
      id: row.user_id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      confirmedAt: row.confirmed_at,
      mustConfirm: row.must_confirm === 1,
      isSample: row.is_sample === 1,
      role: row.role,
      suspendedUntil: row.suspended_until,
      bannedAt: row.banned_at,
      affiliations: row.affiliations,
      roleEndsAt: row.role_ends_at,
      roleActiveOn: row.role_active_on,
      heldAt: row.held_at,
      deleteAt: row.delete_at,
      unread: row.unread,
    },
    messageVersion: row.message_version,
    versions: perCategory(({ id }) => row[id]),
  }
}

export async function insertSession(
  db: Db,
  session: {
    selectorHash: string
    secretHash: string
    studentId: number
    device: string | null
    issuer?: string | undefined
    now: number
    secondFactorAt?: number | null
  },
) {
  const { selectorHash, secretHash, studentId, device, now } = session
  const { issuer = null, secondFactorAt = null } = session
  await db.run(sql`
    INSERT INTO sessions
      (selector_hash, user_id, secret_hash, previous_secret_hash, rotated_at, successor_used,
        created_at, refreshed_at, last_used_at, device, issuer, second_factor_at)
    VALUES (${selectorHash}, ${studentId}, ${secretHash}, NULL, ${now}, 1,
      ${now}, ${now}, ${now}, ${device}, ${issuer}, ${secondFactorAt})`)
}

/** When the student last confirmed in this session that it is them, and when it began. */
export interface SessionProofs {
  createdAt: number
  provedAt: number | null
  secondFactorAt: number | null
}

export function findSessionProofs(
  db: Db,
  selectorHash: string,
): Promise<SessionProofs | undefined> {
  return db.get<SessionProofs>(sql`
    SELECT created_at AS "createdAt", proved_at AS "provedAt", second_factor_at AS "secondFactorAt"
    FROM sessions WHERE selector_hash = ${selectorHash}`)
}

/** A second factor proves the identity too. */
export async function updateSessionProofs(
  db: Db,
  selectorHash: string,
  { now, isSecondFactor }: { now: number; isSecondFactor: boolean },
) {
  await db.run(sql`
    UPDATE sessions SET proved_at = ${now},
      second_factor_at = ${isSecondFactor ? sql`${now}` : sql`second_factor_at`}
    WHERE selector_hash = ${selectorHash}`)
}

export async function updateLastUse(db: Db, { selectorHash }: Session, now: number) {
  await db.run(sql`UPDATE sessions SET last_used_at = ${now} WHERE selector_hash = ${selectorHash}`)
}

export async function markSuccessorUsed(db: Db, { selectorHash, secretHash }: Session) {
  await db.run(sql`
    UPDATE sessions SET successor_used = 1
    WHERE selector_hash = ${selectorHash} AND secret_hash = ${secretHash}`)
}

/** Compare-and-set: of several concurrent calls, one succeeds and the others return false. */
export async function rotateSession(
  db: Db,
  session: Session,
  { presented, next, now }: { presented: string; next: string; now: number },
): Promise<boolean> {
  const { changes } = await db.run(sql`
    UPDATE sessions
    SET secret_hash = ${next}, previous_secret_hash = ${presented}, rotated_at = ${now},
      successor_used = 0, refreshed_at = ${now}
    WHERE selector_hash = ${session.selectorHash} AND secret_hash = ${session.secretHash}
      AND successor_used = ${session.successorUsed}`)
  return changes === 1
}

/**
 * Returns false if there is no such session. FOR KEY SHARE makes a logout, which deletes the row, wait for this
 * transaction. A refresh, which keeps the key, does not wait. The user's row is locked first, as for a new password and
 * for the deletion of the account, so that these do not deadlock.
 */
export async function lockSession(tx: Db, selectorHash: string): Promise<boolean> {
  const row = await tx.get(sql`
    SELECT 1 AS found FROM users JOIN sessions ON sessions.user_id = users.id
    WHERE selector_hash = ${selectorHash} ${forKeyShare(tx)}`)
  return row !== undefined
}

/** Returns the identity provider that opened the session, if one did. */
export async function deleteSession(db: Db, selectorHash: string): Promise<string | null> {
  const row = await db.get<{ issuer: string | null }>(sql`
    DELETE FROM sessions WHERE selector_hash = ${selectorHash} RETURNING issuer`)
  return row?.issuer ?? null
}

/** Compare-and-delete: it keeps a session that was rotated after it was read. */
export async function deleteUnchangedSession(db: Db, { selectorHash, secretHash }: Session) {
  await db.run(sql`
    DELETE FROM sessions WHERE selector_hash = ${selectorHash} AND secret_hash = ${secretHash}`)
}

interface UserSession {
  selectorHash: string
  device: string | null
  createdAt: number
  lastUsedAt: number
}

/** Finds the sessions that have not expired, the last used first. */
export function findUserSessions(db: Db, studentId: number, now: number): Promise<UserSession[]> {
  const { refreshedAt, createdAt } = expiryCutoffs(now)
  return db.all<UserSession>(sql`
    SELECT selector_hash AS "selectorHash", device, created_at AS "createdAt",
      last_used_at AS "lastUsedAt"
    FROM sessions
    WHERE user_id = ${studentId} AND refreshed_at > ${refreshedAt} AND created_at > ${createdAt}
    ORDER BY last_used_at DESC, created_at DESC, selector_hash`)
}

interface EndedSession {
  device: string | null
}

/** Returns undefined if the user has no such session. */
export function deleteUserSession(
  db: Db,
  { studentId, selectorHash }: { studentId: number; selectorHash: string },
): Promise<EndedSession | undefined> {
  return db.get<EndedSession>(sql`
    DELETE FROM sessions WHERE selector_hash = ${selectorHash} AND user_id = ${studentId}
    RETURNING device`)
}

/** Deletes all sessions of the user except this one. */
export function deleteOtherSessions(
  db: Db,
  { studentId, selectorHash }: { studentId: number; selectorHash: string | null },
): Promise<EndedSession[]> {
  return db.all<EndedSession>(sql`
    DELETE FROM sessions WHERE user_id = ${studentId} AND selector_hash <> ${selectorHash}
    RETURNING device`)
}

/** Keeps only the last used sessions, as many as `kept` says. */
export async function deleteLongestUnusedSessions(db: Db, studentId: number, kept: number) {
  await db.run(sql`
    DELETE FROM sessions WHERE user_id = ${studentId} AND selector_hash NOT IN (
      SELECT selector_hash FROM sessions WHERE user_id = ${studentId}
      ORDER BY last_used_at DESC, created_at DESC, selector_hash LIMIT ${kept})`)
}

export async function deleteUserSessions(db: Db, studentId: number) {
  await db.run(sql`DELETE FROM sessions WHERE user_id = ${studentId}`)
}

export async function deleteExpiredSessions(db: Db, now: number) {
  const { refreshedAt, createdAt } = expiryCutoffs(now)
  const sessions = { table: 'sessions', primaryKey: ['selector_hash'] }
  await cleanUp(db, { ...sessions, where: sql`refreshed_at <= ${refreshedAt}` })
  await cleanUp(db, { ...sessions, where: sql`created_at <= ${createdAt}` })
}
