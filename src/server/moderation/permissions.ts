import type { RequestUser } from '#contract/accounts.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import {
  type Decision,
  listingActions,
  type StudentAction,
  studentActions,
  suspensionDays,
} from '#contract/moderation-rules.ts'
import type { Policies } from '../policies.ts'
import type { ConfirmationState } from '../students/confirmation/confirmation.ts'
import { hasSameMailbox, personOfAccount } from '../students/person.ts'
import { isSuspended, type Standing } from '../students/restrictions/standing.ts'
import {
  type Person,
  whyForbidden,
  whyNotListing,
  whyNotStudent,
  whyNotUndo,
} from './decision-rules.ts'
import type { LogRow } from './log-queries.ts'
import { highestRole, type StaffMember } from './staff-queries.ts'

// Which buttons a moderator is shown. The rules that refuse say it again when one is pressed.

export interface PermissionContext {
  /** The moderator who asks. */
  viewer: Pick<RequestUser, 'id' | 'email' | 'role'>
  policies: Pick<Policies, 'can'>
  staff: readonly StaffMember[]
  now: number
}

type ProvenState = Pick<ConfirmationState, 'mustConfirm' | 'confirmedAt'>

interface ModeratedSubject {
  student: Standing & ProvenState & { id: number; email: string }
  /** Of the student, if it is about one. */
  listing?: { status: ListingStatus }
  /** By a report that is open. */
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
  // Here `keep` is about the listing.
  return [...ofListing, ...ofStudent.filter((action) => action !== 'keep')]
}

/** Admins, who decide whom to trust: to other moderators people are names. */
export const mayReadAddresses = ({
  viewer,
  policies,
}: Pick<PermissionContext, 'viewer' | 'policies'>): boolean =>
  policies.can(viewer.role, 'administer')

/** Not what is appealed against: the appeal is to be answered. */
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

/** 403 for whoever made the decision, if someone else can judge the appeal. */
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

/** With the role that counts. A deleted account is one of a student. */
const studentOf = (entry: AppealedEntry, staff: readonly StaffMember[]): Person => {
  const person = { email: entry.student_email ?? '', isUnproven: entry.student_is_unproven === 1 }
  return { id: entry.student_id, email: person.email, role: highestRole(person, staff) }
}
