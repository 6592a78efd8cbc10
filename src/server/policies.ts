import type { MailboxState, RequestUser } from '#contract/accounts.ts'
import {
  isListed,
  type ListingStatus,
  soldVisibleDays,
  statusAt,
} from '#contract/listing-status.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import type { Audience } from '#contract/rendering.ts'
import type { Config } from './config.ts'
import { dayMs } from './durations.ts'

export type ListingAccess = Config['LISTING_ACCESS']

/** The roles of a person towards a thing. The owner is the student who posted the thing, whatever other role they have. */
export const roles = ['visitor', 'student', 'owner', 'moderator', 'admin'] as const

export type Role = (typeof roles)[number]

/** Actions that only the owner may do with a listing. */
export type OwnerAction =
  | 'edit listing'
  | 'delete listing'
  | 'change status'
  | 'renew listing'
  | 'answer signal'
  | 'read photos'
  | 'read fits'

/**
 * The action of a route, or a decision of moderators. A route without an action is open to everyone, or protected by a
 * token.
 */
export type Action =
  | OwnerAction
  | 'read listing'
  | 'read student listing'
  | 'read contact'
  | 'read profile'
  | 'post listing'
  | 'make available'
  | 'upload photo'
  | 'start thread'
  | 'send message'
  | 'read messages'
  | 'block student'
  | 'report'
  | 'save favourite'
  | 'read saved'
  | 'save search'
  | 'change saved'
  | 'moderate'
  | 'decide on staff'
  | 'ban'
  | 'administer'
  | 'confirm email'
  | 'read account'
  | 'change account'
  | 'change name'
  | 'export account'
  | 'delete account'

const everyone = roles
const students: readonly Role[] = ['student', 'owner', 'moderator', 'admin']
const ownerOnly: readonly Role[] = ['owner']
const staff: readonly Role[] = ['moderator', 'admin']

/** Actions that publish something. They need a mailbox that was confirmed within the year. */
const publications: readonly Action[] = [
  'post listing',
  'edit listing',
  'renew listing',
  'make available',
]

/** Actions that a new account may not do before it is confirmed. */
const confirmedOnly: readonly Action[] = [
  ...publications,
  'upload photo',
  'read student listing',
  'read fits',
  'read contact',
  'start thread',
  'send message',
  'block student',
  'report',
  'save search',
  'moderate',
  'administer',
]

/**
 * Actions that a suspended student may not do. Existing threads continue. Housing requests are closed to them, because
 * students who urgently need a room are the ones that scams look for.
 */
const notWhileSuspended: readonly Action[] = [
  ...publications,
  'read student listing',
  'read fits',
  'upload photo',
  'start thread',
  'report',
  'change name',
]

/** Actions that POSTING_AFFILIATIONS may forbid. */
const posting: readonly Action[] = [...publications, 'upload photo']

/** Actions that a planned deletion forbids, and those that a hold forbids because it keeps evidence (`keptOnHold`). */
const notWhilePaused: readonly Action[] = [...posting, 'change name']
const notWhileHeld: readonly Action[] = [
  ...notWhilePaused,
  'change status',
  'delete listing',
  'delete account',
]

/** Actions that others must not know about. They get 404. */
const secretActions: readonly Action[] = ['moderate', 'administer']

/** Returns the rules for who may do what. Lists are open to everyone, whatever the setting. */
export function createPolicies({ LISTING_ACCESS }: Pick<Config, 'LISTING_ACCESS'>) {
  const allowedRoles: Record<Action, readonly Role[]> = {
    'read listing': LISTING_ACCESS === 'members' ? students : everyone,
    // Listings of a category whose audience is confirmed students, and who lives in a place.
    'read student listing': students,
    'read fits': ownerOnly,
    'read contact': LISTING_ACCESS === 'open' ? everyone : students,
    'read profile': LISTING_ACCESS === 'members' ? students : everyone,
    'post listing': students,
    'edit listing': ownerOnly,
    'delete listing': ownerOnly,
    'change status': ownerOnly,
    'renew listing': ownerOnly,
    'make available': ownerOnly,
    'answer signal': ownerOnly,
    'read photos': ['owner', ...staff],
    'upload photo': students,
    'start thread': ['student', ...staff],
    // Students find only their own threads.
    'send message': students,
    'read messages': students,
    'block student': students,
    report: ['student', ...staff],
    'save favourite': students,
    'read saved': students,
    'save search': students,
    'change saved': students,
    moderate: staff,
    // Only admins decide against staff. Listings of staff are treated like all other listings.
    'decide on staff': ['admin'],
    ban: ['admin'],
    administer: ['admin'],
    'confirm email': students,
    'read account': students,
    'change account': students,
    'change name': students,
    'export account': students,
    'delete account': students,
  }
  const can = (role: Role, action: Action) => allowedRoles[action].includes(role)
  return {
    can,
    /** Whether the confirmation is enough for the action. A new account may do whatever visitors may. */
    isConfirmedFor: (confirmation: MailboxState, action: Action) => {
      if (confirmation === 'confirmed' || can('visitor', action)) return true
      return !(confirmation === 'due' ? publications : confirmedOnly).includes(action)
    },
    isSuspendedFrom: (action: Action) => notWhileSuspended.includes(action),
    isPosting: (action: Action) => posting.includes(action),
    isPausedFrom: (action: Action, { canDelete }: { canDelete: boolean }) =>
      (canDelete ? notWhilePaused : notWhileHeld).includes(action),
    isSecret: (action: Action) => secretActions.includes(action),
    /** Whether the role may try the action, before the thing is known. The student may turn out to be its owner. */
    canTry: (role: Role, action: Action) =>
      can(role, action) || (role !== 'visitor' && can('owner', action)),
  }
}

export type Policies = ReturnType<typeof createPolicies>

/** The parts of a request that decide the role. A page for all students has an audience and no user. */
interface Viewer {
  user: { id: number; role: UserRole } | null
  audience: Audience
}

export function roleOf({ user, audience }: Viewer, thing?: { seller_id: number }): Role {
  if (user && thing && thing.seller_id === user.id) return 'owner'
  if (user) return user.role
  return audience === 'students' ? 'student' : 'visitor'
}

interface StatusRow {
  status: ListingStatus
  status_changed_at: number
  ends_at: number
}

/**
 * Whether a student may read listings for confirmed students, such as housing requests. Use it where such a listing is
 * one part of a response. Routes of the category have the action "read student listing".
 */
export const mayReadStudentListings = ({
  confirmation,
  suspension,
}: Pick<RequestUser, 'confirmation' | 'suspension'>): boolean =>
  confirmation !== 'required' && suspension === null

/** Whether the role sees the listing's own page and API call. Others get 410. */
export function canSee(role: Role, row: StatusRow, now: number): boolean {
  return role === 'owner' || now < visibleUntil(row)
}

/** Returns until when everyone sees the listing, unless its status changes. */
export function visibleUntil({ status, status_changed_at, ends_at }: StatusRow): number {
  switch (status) {
    case 'available':
    case 'pending':
      return ends_at
    case 'sold':
      return status_changed_at + soldVisibleDays * dayMs
    case 'expired':
    case 'hidden':
    case 'removed':
      return 0
  }
}

/** Whether the seller can be contacted through the listing. The owner always sees their own address. */
export function canContact(role: Role, row: StatusRow, now: number): boolean {
  return role === 'owner' || isListed(statusAt(row, now))
}
