import type { SessionUser } from '#contract/accounts.ts'
import type { Config } from '../config.ts'

export type ListingAccess = Config['LISTING_ACCESS']

/** Whether a listing's own page and API call need a session; lists are always public. */
export function requiresSession(access: ListingAccess): boolean {
  return access === 'members'
}

export function canSeeEmail(access: ListingAccess, user: SessionUser | null): boolean {
  return access === 'open' || user !== null
}
