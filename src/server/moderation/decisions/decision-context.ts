import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { categoryOf } from '#contract/listing.ts'
import type { decisionResponse } from '#contract/moderation-decisions.ts'
import type { Db } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import { notFound } from '../../http/error-handler.ts'
import { findListing, type ListingKey } from '../../listings/listing-queries.ts'
import type { Action, Policies } from '../../policies.ts'
import { personOfAccount } from '../../students/person.ts'
import { readRole } from '../../students/restrictions/standing.ts'
import {
  type Account,
  findMailboxUsers,
  findUser,
  lockUser,
  lockUserShared,
} from '../../students/user-queries.ts'
import { bumpListingVersions } from '../../versions/category-versions.ts'
import { findLogEntries, isChange, type LogRow } from '../moderation-log.ts'
import { findStaff, highestRole } from '../permissions.ts'
import { findReporterIds } from '../reports/report-decision-queries.ts'
import { describeEntry } from './decision-messages.ts'

/** The context of a decision, for one transaction. */
export interface DecisionContext {
  /** The moderator, with their current role. */
  actor: Account
  policies: Policies
  appUrl: string
  verifyEmail: boolean
  /** Throws 403 unless the moderator has just used their second factor. */
  requireSecondFactor: () => Promise<void>
  now: number
  /** The log entry that stands for this decision and others, if they are made together. */
  togetherId?: number
}

export type DecisionResult = z.infer<typeof decisionResponse>

export const studentNotFound = () => new AppError('not_found', 'Student not found.')

export function throwIf(code: 'forbidden' | 'wrong_status', reason: string | undefined) {
  if (reason) throw new AppError(code, reason)
}

/**
 * Reads the moderator again in this transaction. Throws 404 if they have lost the role or were suspended since the
 * request began. The session has locked the moderator's row, so a later change waits for the commit.
 */
export async function requireStaff(
  tx: Db,
  actorId: number,
  { policies, action, now }: { policies: Policies; action: Action; now: number },
): Promise<Account> {
  const account = await findUser(tx, actorId)
  const role = account && (await readRole(tx, account, now))
  if (!role || !policies.can(role, action)) throw notFound()
  return { ...account, role }
}

/**
 * Locks all accounts of the students' mailboxes against changes. Locks the reporters who will be emailed only against deletion,
 * because a moderator who reports something holds such a lock too. Locks are taken in the order of ids, and before the
 * key of restrictions and the rows of categories. This order is the same everywhere, because different orders would
 * deadlock.
 */
export async function lockStudents(tx: Db, studentIds: readonly number[]): Promise<void> {
  const accounts = new Set<number>()
  for (const id of new Set(studentIds)) {
    const found = await findUser(tx, id)
    const own = found ? await findMailboxUsers(tx, found.email) : []
    for (const each of own) accounts.add(each)
  }
  if (accounts.size === 0) return
  const ids = new Set([...accounts, ...(await findReporterIds(tx, [...accounts]))])
  for (const each of [...ids].toSorted((a, b) => a - b)) {
    await (accounts.has(each) ? lockUser(tx, each) : lockUserShared(tx, each))
  }
}

/** Locks one student, as `lockStudents` does. The returned role is the highest of the mailbox. */
export async function lockStudent(tx: Db, id: number, now: number): Promise<Account | undefined> {
  await lockStudents(tx, [id])
  const student = await findUser(tx, id)
  if (!student) return undefined
  return { ...student, role: highestRole(personOfAccount(student), await findStaff(tx, now)) }
}

/** Locks a listing with its owner. Throws 404 if there is no such listing. */
export async function lockListing(tx: Db, listing: ListingKey, now: number) {
  const notFound = () => new AppError('not_found', categoryOf(listing).messages.notFound)
  const found = await findListing(tx, listing)
  const student = found && (await lockStudent(tx, found.seller_id, now))
  if (!student) throw notFound()
  await bumpListingVersions(tx, listing)
  const row = await findListing(tx, listing)
  if (!row) throw notFound()
  return { student, status: row.status, title: row.title }
}

/** The subject of a decision: a listing of a student, or the student. */
interface LogSubject {
  studentId: number
  listingId: number | null
}

const entriesOf = ({ studentId, listingId }: LogSubject): Sql =>
  listingId === null ? sql`log.student_id = ${studentId}` : sql`log.listing_id = ${listingId}`

/**
 * Throws 409 if anyone has decided since the newest entry that the moderator has seen, and says who did what. The
 * subject is locked, so the second of two moderators sees what the first one did.
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
