import sql, { join, type Sql } from 'sql-template-tag'
import { campus } from '#campus/campus.ts'
import type { RequestUser } from '#contract/accounts.ts'
import { formatDate } from '#format/format.ts'
import type { Db } from '../../database/database.ts'
import { toIsoOrNull } from '../../durations.ts'
import { AppError } from '../../errors.ts'

/** What admins have set in motion for an account: a hold, which keeps evidence (`keptOnHold`), and a deletion that the student asked for. */
export interface StudentRequests {
  heldAt: number | null
  /** When an admin looks at the hold again. Nothing happens by itself. */
  holdReviewAt: number | null
  /** The log entries, which are also the reason why the listings are hidden. */
  holdLogId: number | null
  deleteAt: number | null
  deletionLogId: number | null
}

/** Says neither who asked for the hold nor why: the student must not learn whether somebody investigates. */
const heldMessage = () =>
  `Your listings are hidden. For now you can't post, change your name, or delete a listing or your account. Questions? Write to ${campus.contactEmail}.`

const deletionMessage = (deleteAt: number) =>
  `Your account will be deleted on ${formatDate(deleteAt)}. Until then your listings are hidden and you can't post. You can keep your account.`

/** Returns what a student with a hold or a planned deletion reads wherever they are refused, or undefined. */
export function describePause({
  heldAt,
  deleteAt,
}: Pick<StudentRequests, 'heldAt' | 'deleteAt'>): RequestUser['pause'] {
  const isHeld = heldAt !== null
  if (!isHeld && deleteAt === null) return undefined
  const message = isHeld || deleteAt === null ? heldMessage() : deletionMessage(deleteAt)
  return { canDelete: !isHeld, message, deletionAt: toIsoOrNull(deleteAt) }
}

/** Throws 403 for a student on hold. Call it in a transaction that deletes something of theirs, with the row locked. */
export function requireNoHold({ heldAt }: Pick<StudentRequests, 'heldAt'>) {
  if (heldAt !== null) throw new AppError('forbidden', heldMessage())
}

/**
 * Throws 403 if a hold or a planned deletion has begun since the request did. Call it in a transaction that has locked the
 * session, and so the student's row. While deleting is asked for, only a hold counts.
 */
export async function requireNoPause(tx: Db, studentId: number, work: 'writing' | 'deleting') {
  const requests = await tx.get<Pick<StudentRequests, 'heldAt' | 'deleteAt'>>(sql`
    SELECT held_at AS "heldAt", delete_at AS "deleteAt" FROM users WHERE id = ${studentId}`)
  const pause = requests && describePause(requests)
  if (pause && (!pause.canDelete || work === 'writing'))
    throw new AppError('forbidden', pause.message)
}

/** A condition: one of these columns names a student on hold, whose data no cleanup deletes. */
export const isOfHeldStudent = (...columns: Sql[]): Sql => sql`EXISTS (
  SELECT 1 FROM users AS held WHERE held.held_at IS NOT NULL AND held.id IN (${join(columns)}))`

export async function updateHold(
  tx: Db,
  studentId: number,
  hold: { heldAt: number; reviewAt: number; logId: number } | null,
) {
  const { heldAt = null, reviewAt = null, logId = null } = hold ?? {}
  await tx.run(sql`
    UPDATE users SET held_at = ${heldAt}, hold_review_at = ${reviewAt}, hold_log_id = ${logId}
    WHERE id = ${studentId}`)
}

export async function updateDeletion(
  tx: Db,
  studentId: number,
  deletion: { deleteAt: number; logId: number } | null,
) {
  const { deleteAt = null, logId = null } = deletion ?? {}
  await tx.run(sql`
    UPDATE users SET delete_at = ${deleteAt}, deletion_log_id = ${logId} WHERE id = ${studentId}`)
}

/**
 * A condition on `users`: the planned deletion is due. A hold stops it. The account of staff stays until somebody has
 * taken the role away, so that no admin is deleted unnoticed.
 */
const isDeletionDue = (now: number): Sql =>
  sql`delete_at <= ${now} AND held_at IS NULL AND role = 'student'`

/** The plus sign keeps SQLite from reading all users in the order of their ids instead of the index on deletions. */
export function findUsersToDelete(db: Db, now: number): Promise<{ id: number; email: string }[]> {
  return db.all(sql`SELECT id, email FROM users WHERE ${isDeletionDue(now)} ORDER BY +id`)
}

export async function isUserToDelete(db: Db, id: number, now: number): Promise<boolean> {
  const row = await db.get(sql`
    SELECT 1 AS found FROM users WHERE id = ${id} AND ${isDeletionDue(now)}`)
  return row !== undefined
}
