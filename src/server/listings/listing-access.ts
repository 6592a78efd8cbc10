import type { Config } from '../config.ts'
import type { SessionUser } from '../http.ts'

export type ListingAccess = Config['LISTING_ACCESS']

/** Lists are for everyone; this is about a listing's own page. */
export function needsSession(access: ListingAccess): boolean {
  return access === 'members'
}

export function maySeeEmail(access: ListingAccess, visitor: SessionUser | null): boolean {
  return access === 'open' || visitor !== null
}
