import sql from 'sql-template-tag'
import { mailboxOf } from '#campus/campus.ts'
import type { RequestUser } from '#contract/accounts.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import {
  type Decision,
  listingActions,
  type StudentAction,
  studentActions,
  suspensionDays,
  type UserRole,
  userRoles,
} from '#contract/moderation-rules.ts'
import type { Db } from '../database/database.ts'
import type { Policies } from '../policies.ts'
import type { ConfirmationState } from '../students/confirmation/confirmation.ts'
import type { Standing } from '../students/person.ts'
import { hasSameMailbox, personOfAccount } from '../students/person.ts'
import { hasRoleAt } from '../students/restrictions/restriction-queries.ts'
import { isSuspended } from '../students/restrictions/standing.ts'
import {
  type Person,
  whyForbidden,
  whyNotListing,
  whyNotStudent,
  whyNotUndo,
} from './decision-rules.ts'
import type { LogRow } from './moderation-log.ts'

// These functions decide which buttons a moderator sees. When a button is pressed, the rules are checked again.

export interface PermissionContext {
  /** The moderator who sends the request. */
  viewer: Pick<RequestUser, 'id' | 'email' | 'role'>
  policies: Pick<Policies, 'can'>
  staff: readonly StaffMember[]
  now: number
}

type ProvenState = Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'>

interface ModeratedSubject {
  student: Standing & ProvenState & { id: number; email: string }
  /** The listing, if the case is about one. */
  listing?: { status: ListingStatus }
  /** Whether the subject has an open report. */
  isReported: boolean
}

export function findAllowedActions(
  { student: account, listing, isReported }: ModeratedSubject,
  { viewer, policies, staff, now }: PermissionContext,
): Decision[] {
  const student = { ...account, role: highestRole(personOfAccount(account), staff), isReported }
  const mayDecide = (action: Decision) =>
    whyForbidden(policies, viewer, student, action) === undefined
  const isPossible = (action: StudentAction) =>
    whyNotStudent({ action, days: Math.max(...suspensionDays) }, student, now) === undefined
  const ofStudent = studentActions.filter((action) => mayDecide(action) && isPossible(action))
  if (!listing) return ofStudent
  const { status } = listing
  const ofListing = listingActions.filter(
    (action) => mayDecide(action) && whyNotListing(action, { status, isReported }) === undefined,
  )
  // In a case about a listing, `keep` means the listing, so the `keep` for the student is left out.
  return [...ofListing, ...ofStudent.filter((action) => action !== 'keep')]
}

/** Only admins may read addresses, because they decide whom to trust. Other moderators see names. */
export const mayReadAddresses = ({
  viewer,
  policies,
}: Pick<PermissionContext, 'viewer' | 'policies'>): boolean =>
  policies.can(viewer.role, 'administer')

/** A decision with a waiting appeal cannot be undone: the appeal has to be answered. */
export function canUndo(
  entry: LogRow,
  { viewer, policies, staff }: Omit<PermissionContext, 'now'>,
): boolean {
  const student = studentOf(entry, staff)
  return (
    entry.has_open_appeal === 0 &&
    whyForbidden(policies, viewer, student, entry.action) === undefined &&
    whyNotUndo(entry) === undefined
  )
}

type AppealedEntry = Pick<
  LogRow,
  'action' | 'actor_id' | 'actor_email' | 'student_id' | 'student_email' | 'student_is_unproven'
>

/**
 * Returns the reason for a 403: the rules forbid it, or the moderator made the decision and someone else can judge the
 * appeal.
 */
export function whyNotDecideAppeal(
  entry: AppealedEntry,
  { viewer, policies, staff, now }: PermissionContext,
): string | undefined {
  const student = studentOf(entry, staff)
  const whyNot = (judge: Person) => whyForbidden(policies, judge, student, entry.action)
  const forbidden = whyNot(viewer)
  if (forbidden) return forbidden
  const actor = { id: entry.actor_id ?? 0, email: entry.actor_email ?? '' }
  if (!hasSameMailbox(viewer, actor)) return undefined
  const hasAnother = staff.some(
    (member) => !isSuspended(member, now) && !hasSameMailbox(member, actor) && !whyNot(member),
  )
  return hasAnother ? 'It was your decision, so someone else decides this.' : undefined
}

/** Returns the student of an entry, with the highest role of the mailbox. A deleted account has the role of a student. */
const studentOf = (entry: AppealedEntry, staff: readonly StaffMember[]): Person => {
  const person = { email: entry.student_email ?? '', isUnproven: entry.student_is_unproven === 1 }
  return { id: entry.student_id, email: person.email, role: highestRole(person, staff) }
}

export interface StaffMember {
  id: number
  email: string
  role: UserRole
  suspendedUntil: number | null
}

/**
 * Returns moderators and admins whose role has not ended, including suspended ones. There are few, so all are read. The
 * plus sign keeps SQLite from reading all students in the order of ids.
 */
export function findStaff(db: Db, now: number): Promise<StaffMember[]> {
  return db.all<StaffMember>(sql`
    SELECT id, email, role, suspended_until AS "suspendedUntil" FROM users
    WHERE ${hasRoleAt(now)} ORDER BY +id`)
}

/**
 * Returns the highest role of all accounts of the mailbox, because a decision about "eve+2@…" is also about "eve@…". An
 * unproven mailbox counts only this account, because a stranger may have signed up with the address.
 */
export function highestRole(
  { email, isUnproven }: { email: string; isUnproven: boolean },
  staff: readonly StaffMember[],
): UserRole {
  if (isUnproven) return 'student'
  const own = staff.filter((member) => mailboxOf(member.email) === mailboxOf(email))
  return userRoles.findLast((role) => own.some((member) => member.role === role)) ?? 'student'
}
