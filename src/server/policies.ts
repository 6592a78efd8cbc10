import type { Confirmation } from '#contract/accounts.ts'
import {
  isListed,
  type ListingStatus,
  soldVisibleDays,
  statusAt,
} from '#contract/listing-status.ts'
import type { Audience } from '#contract/rendering.ts'
import type { Config } from './config.ts'
import { dayMs } from './durations.ts'

export type ListingAccess = Config['LISTING_ACCESS']

/** Who someone is to a thing: its owner is the student who posted it. */
export const roles = ['visitor', 'student', 'owner'] as const

export type Role = (typeof roles)[number]

/** What only its owner may do with a listing. */
export type OwnerAction =
  | 'edit listing'
  | 'delete listing'
  | 'change status'
  | 'renew listing'
  | 'read photos'

/** What a route does; one that names no action is open to everyone, or proven by a token. */
export type Action =
  | OwnerAction
  | 'read listing'
  | 'read contact'
  | 'read profile'
  | 'post listing'
  | 'make available'
  | 'upload photo'
  | 'confirm email'
  | 'read account'
  | 'change account'
  | 'export account'
  | 'delete account'

const everyone = roles
const students: readonly Role[] = ['student', 'owner']
const ownerOnly: readonly Role[] = ['owner']

/** What puts something before others' eyes: it needs a mailbox that was confirmed within the year. */
const publications: readonly Action[] = [
  'post listing',
  'edit listing',
  'renew listing',
  'make available',
]

/** What a new account may not do before it is confirmed. */
const confirmedOnly: readonly Action[] = [...publications, 'upload photo', 'read contact']

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
    'read photos': ownerOnly,
    'upload photo': students,
    'confirm email': students,
    'read account': students,
    'change account': students,
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
    /** Before the thing is known, of which a student may be the owner. */
    canTry: (role: Role, action: Action) =>
      can(role, action) || (role === 'student' && can('owner', action)),
  }
}

export type Policies = ReturnType<typeof createPolicies>

/** A request: a page for all students has an audience and no user. */
interface Viewer {
  user: { id: number } | null
  audience: Audience
}

export function roleOf({ user, audience }: Viewer, thing?: { seller_id: number }): Role {
  if (user && thing && thing.seller_id === user.id) return 'owner'
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
