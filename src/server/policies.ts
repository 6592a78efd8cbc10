import type { Confirmation } from '#contract/accounts.ts'
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

/** Who someone is to a thing: its owner is the student who posted it, whatever else they may do on the site. */
export const roles = ['visitor', 'student', 'owner', 'moderator', 'admin'] as const

export type Role = (typeof roles)[number]

/** What only its owner may do with a listing. */
export type OwnerAction =
  | 'edit listing'
  | 'delete listing'
  | 'change status'
  | 'renew listing'
  | 'answer signal'
  | 'read photos'

/** What a route does, or a decision of moderators; a route that names no action is open to everyone, or proven by a token. */
export type Action =
  | OwnerAction
  | 'read listing'
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

/** What puts something before others' eyes: it needs a mailbox that was confirmed within the year. */
const publications: readonly Action[] = [
  'post listing',
  'edit listing',
  'renew listing',
  'make available',
]

/** What a new account may not do before it is confirmed. */
const confirmedOnly: readonly Action[] = [
  ...publications,
  'upload photo',
  'read contact',
  'start thread',
  'send message',
  'block student',
  'report',
  'save search',
  'moderate',
  'administer',
]

/** What a suspended student may not do; threads that there are go on. */
const notWhileSuspended: readonly Action[] = [
  ...publications,
  'upload photo',
  'start thread',
  'report',
  'change name',
]

/** Others get 404, so they can't tell it exists. */
const secretActions: readonly Action[] = ['moderate', 'administer']

/** Who may do what. Lists are open to everyone, whatever the setting. */
export function createPolicies({ LISTING_ACCESS }: Pick<Config, 'LISTING_ACCESS'>) {
  const allowedRoles: Record<Action, readonly Role[]> = {
    'read listing': LISTING_ACCESS === 'members' ? students : everyone,
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
    // Of their own threads: nobody else finds them.
    'send message': students,
    'read messages': students,
    'block student': students,
    report: ['student', ...staff],
    'save favourite': students,
    'read saved': students,
    'save search': students,
    'change saved': students,
    moderate: staff,
    // Against them; their listings are as those of others.
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
    /** What visitors may do, a new account may too. */
    isConfirmedFor: (confirmation: Confirmation, action: Action) => {
      if (confirmation === 'confirmed' || can('visitor', action)) return true
      return !(confirmation === 'due' ? publications : confirmedOnly).includes(action)
    },
    isSuspendedFrom: (action: Action) => notWhileSuspended.includes(action),
    isSecret: (action: Action) => secretActions.includes(action),
    /** Before the thing is known, of which a student may be the owner. */
    canTry: (role: Role, action: Action) =>
      can(role, action) || (role !== 'visitor' && can('owner', action)),
  }
}

export type Policies = ReturnType<typeof createPolicies>

/** A request: a page for all students has an audience and no user. */
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

/** Who sees the listing's own page and API call; for others it is gone. */
export function canSee(role: Role, row: StatusRow, now: number): boolean {
  return role === 'owner' || now < visibleUntil(row)
}

/** Until then everyone sees it, unless its status changes. */
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

/** Whether its seller can be reached through it; the owner always sees their own address. */
export function canContact(role: Role, row: StatusRow, now: number): boolean {
  return role === 'owner' || isListed(statusAt(row, now))
}
