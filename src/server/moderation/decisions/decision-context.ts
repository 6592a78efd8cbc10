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
import { roleAt } from '../../students/restrictions/standing.ts'
import {
  type Account,
  findMailboxUsers,
  findUser,
  lockUser,
  lockUserShared,
} from '../../students/user-queries.ts'
import { bumpCategoryVersion } from '../../versions/category-versions.ts'
import { findLogEntries, isChange, type LogRow } from '../moderation-log.ts'
import { findStaff, highestRole } from '../permissions.ts'
import { findReporterIds } from '../reports/report-decision-queries.ts'
import { describeEntry } from './decision-messages.ts'

/** Of one transaction. */
export interface DecisionContext {
  /** With the role that they have now. */
  actor: Account
  policies: Policies
  appUrl: string
  verifyEmail: boolean
  now: number
}

export type DecisionResult = z.infer<typeof decisionResponse>

export const studentNotFound = () => new AppError('not_found', 'Student not found.')

export function throwIf(code: 'forbidden' | 'wrong_status', reason: string | undefined) {
  if (reason) throw new AppError(code, reason)
}

/**
 * The moderator of this transaction as they are now: 404 for one whose role was taken away, or who was suspended, since
 * the request began. The lock of the session on the row makes either wait for the commit.
 */
export async function requireStaff(
  tx: Db,
  userId: number,
  { policies, action, now }: { policies: Policies; action: Action; now: number },
): Promise<Account> {
  const account = await findUser(tx, userId)
  const role = account && roleAt(account, now)
  if (!role || !policies.can(role, action)) throw notFound()
  return { ...account, role }
}

/**
 * Locks all accounts of the mailbox against changes, and those who are mailed what came of their reports against
 * deletion alone: a moderator who reports holds such a lock, too. In the order of ids, and before the key of
 * restrictions and the rows of categories, as everywhere: two transactions that lock in different orders are a deadlock.
 * The role is the highest of the mailbox.
 */
export async function lockStudent(tx: Db, id: number): Promise<Account | undefined> {
  const found = await findUser(tx, id)
  if (!found) return undefined
  const accounts = await findMailboxUsers(tx, found.email)
  const ids = new Set([...accounts, ...(await findReporterIds(tx, accounts))])
  for (const each of [...ids].toSorted((a, b) => a - b)) {
    await (accounts.includes(each) ? lockUser(tx, each) : lockUserShared(tx, each))
  }
  const student = await findUser(tx, id)
  if (!student) return undefined
  return { ...student, role: highestRole(personOfAccount(student), await findStaff(tx)) }
}

/** With its owner; 404 if it is not there. */
export async function lockListing(tx: Db, listing: ListingKey) {
  const notFound = () => new AppError('not_found', categoryOf(listing).messages.notFound)
  const found = await findListing(tx, listing)
  const student = found && (await lockStudent(tx, found.seller_id))
  if (!student) throw notFound()
  await bumpCategoryVersion(tx, listing.category)
  const row = await findListing(tx, listing)
  if (!row) throw notFound()
  return { student, status: row.status, title: row.title }
}

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
