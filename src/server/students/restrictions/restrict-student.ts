import type { User } from '#contract/accounts.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import { runHooks } from '../../hooks.ts'
import { hasToConfirm } from '../confirmation/confirmation.ts'
import type { Standing } from '../person.ts'
import { personOfAccount } from '../person.ts'
import { deleteUserSessions } from '../sessions/session-queries.ts'
import type { StudentHooks } from '../student-deps.ts'
import { findMailboxUsers, findUser, lockUser } from '../user-queries.ts'
import { findRestriction } from './find-restriction.ts'
import { lockRestrictions, lockRestrictionsShared } from './mailbox-hash.ts'
import { insertRestriction } from './restriction-queries.ts'
import { copyStanding } from './standing.ts'

interface NewRestriction {
  studentId: number
  /** The log entry with the reason. */
  logId: number
  now: number
}

/** Call it in the transaction of the decision. The student's listings stay as they are. */
export async function suspendStudent(
  tx: Db,
  { days, ...restriction }: NewRestriction & { days: number },
): Promise<void> {
  await restrict(tx, restriction, 'suspension', restriction.now + days * dayMs)
}

/**
 * Call it in the transaction of the decision. It ends the sessions of the accounts that it closes. Returns these
 * accounts, so that the caller can take down their listings.
 */
export async function banStudent(tx: Db, restriction: NewRestriction): Promise<number[]> {
  const studentIds = await restrict(tx, restriction, 'ban', null)
  for (const studentId of studentIds) await deleteUserSessions(tx, studentId)
  return studentIds
}

/**
 * Returns the accounts that it restricts. Their rows are locked, so a login that has begun either has its session by
 * now or is refused. If the student's mailbox is unproven, only this account is restricted, even once it is confirmed.
 * Otherwise all accounts of the mailbox are. A ban leaves out the mailbox's unproven accounts, because a stranger who
 * made one would notice the ban. These accounts inherit the ban when they confirm. A suspension is hidden from them
 * until then.
 */
async function restrict(
  tx: Db,
  { studentId, logId, now }: NewRestriction,
  kind: 'suspension' | 'ban',
  expiresAt: number | null,
): Promise<number[]> {
  const student = await findUser(tx, studentId)
  if (!student) return []
  const hash = await lockRestrictions(tx)
  const { email } = student
  const isProven = !hasToConfirm(student)
  const mailboxHash = isProven ? hash(email) : null
  await insertRestriction(tx, { logId, kind, createdAt: now, expiresAt, mailboxHash })
  const studentIds: number[] = []
  for (const id of isProven ? await findMailboxUsers(tx, email) : [studentId]) {
    const account = await lockUser(tx, id)
    if (!account) continue
    const person = personOfAccount(account)
    if (kind === 'ban' && id !== studentId && person.isUnproven) continue
    await copyStanding(tx, person, hash, now)
    studentIds.push(id)
  }
  return studentIds
}

/**
 * Call it in the transaction of a sign-up. With VERIFY_EMAIL, call it once the mailbox is proven, because a stranger
 * who signs up with a plus address must not learn about the mailbox. So neither a new account nor a plus address ends a
 * ban, a suspension or an open severe report. The caller refuses a banned mailbox.
 */
export async function inheritRestrictions(
  tx: Db,
  account: Pick<User, 'id' | 'email'>,
  { hooks, now }: { hooks: StudentHooks; now: number },
): Promise<Pick<Standing, 'suspendedUntil' | 'bannedAt'>> {
  const hash = await lockRestrictionsShared(tx)
  const standing = await copyStanding(tx, { ...account, isUnproven: false }, hash, now)
  const mailboxHash = hash(account.email)
  await runHooks(hooks.mailboxProved, tx, { id: account.id, mailboxHash, now })
  return standing
}

/**
 * Sites without VERIFY_EMAIL call this before the password is hashed, so that banned and taken addresses are refused
 * equally fast.
 */
export async function isMailboxBanned(db: Db, email: string, now: number): Promise<boolean> {
  // No account has the id 0, so only the mailbox counts here.
  return (await findRestriction(db, { id: 0, email }, now))?.kind === 'ban'
}

/**
 * A banned address gets the same error as a taken one: anyone can try an address, and a ban is between Quad and its
 * student.
 */
export function emailTaken(): AppError {
  const message = 'That email has been taken'
  return new AppError('conflict', message, { fields: { email: message } })
}
