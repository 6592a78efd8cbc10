import type { ListingStatus } from '#contract/listing-status.ts'
import {
  isUndoable,
  type ListingAction,
  type LogAction,
  type StudentAction,
  type UserRole,
} from '#contract/moderation-rules.ts'
import { formatDate } from '#format/format.ts'
import { dayMs } from '../durations.ts'
import type { Policies } from '../policies.ts'
import type { Standing } from '../students/person.ts'
import { hasSameMailbox } from '../students/person.ts'

// Each function returns the sentence that says why something is refused, or undefined if it is allowed.

/** If the person is the student of a case, `role` is the highest role of all accounts of the mailbox. */
export interface Person {
  id: number
  email: string
  role: UserRole
}

/** Returns the reason for a 403: nobody decides their own case. */
export const whyOwn = (actor: Person, student: Person): string | undefined =>
  hasSameMailbox(actor, student) ? "You can't decide your own case." : undefined

/**
 * Returns the reason for a 403: this actor may never take this action against this student, whatever the current state
 * is.
 */
export function whyForbidden(
  { can }: Pick<Policies, 'can'>,
  actor: Person,
  student: Person,
  action: LogAction,
): string | undefined {
  const own = whyOwn(actor, student)
  if (own) return own
  if (action === 'ban' && !can(actor.role, 'ban')) {
    return 'Only an admin can close an account, or open it again.'
  }
  const isAgainstStudent = action === 'warn' || action === 'suspend' || action === 'ban'
  if (isAgainstStudent && student.role !== 'student' && !can(actor.role, 'decide on staff')) {
    return 'Only an admin can decide on a moderator or an admin.'
  }
}

const notReported = 'There is no open report to reject.'

/** Returns the reason for a 409: the listing's status does not allow the action. */
export function whyNotListing(
  action: ListingAction,
  { status, isReported }: { status: ListingStatus; isReported: boolean },
): string | undefined {
  if (status === 'removed') return 'This listing is removed. Undo that first.'
  if (action === 'keep' && status !== 'hidden' && !isReported) return notReported
}

interface StudentDecision {
  action: StudentAction
  /** The length of a suspension. */
  days?: number | undefined
}

/**
 * Returns the reason for a 409: the student's standing does not allow the action. Open reports can be rejected in any
 * standing.
 */
export function whyNotStudent(
  { action, days = 0 }: StudentDecision,
  { role, suspendedUntil, bannedAt, isReported }: Standing & { isReported: boolean },
  now: number,
): string | undefined {
  if (action === 'keep') return isReported ? undefined : notReported
  if (bannedAt !== null) return 'This account is closed. Undo that first.'
  if (action === 'ban' && role !== 'student') {
    return `This mailbox belongs to ${role === 'admin' ? 'an admin' : 'a moderator'}. Change that account's role to student first.`
  }
  if (action === 'suspend' && suspendedUntil !== null && now + days * dayMs <= suspendedUntil) {
    return `This student is already suspended until ${formatDate(suspendedUntil)}.`
  }
}

/** An entry of the log, with the current state of its student and listing. */
interface UndoableEntry {
  id: number
  action: LogAction
  undone_by: number | null
  student_banned_at: number | null
  listing_id: number | null
  listing_status: ListingStatus | null
  listing_takedown_id: number | null
}

/**
 * Returns the reason for a 409: the entry's state does not allow an undo. An undo reopens reports, and nobody could
 * decide them while a later decision keeps the listing removed. The listings of a closed account come back with the
 * account, not one by one.
 */
export function whyNotUndo(entry: UndoableEntry): string | undefined {
  if (!isUndoable(entry.action) && entry.action !== 'decide_together')
    return 'This cannot be undone.'
  if (entry.undone_by !== null) return 'This is already undone.'
  if (entry.listing_id === null) return undefined
  if (entry.student_banned_at !== null)
    return 'The account of its owner is closed. Undo that first.'
  if (entry.listing_status === 'removed' && entry.listing_takedown_id !== entry.id) {
    return 'This listing is removed. Undo that first.'
  }
}
