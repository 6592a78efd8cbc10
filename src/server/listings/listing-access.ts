import type { FastifyRequest } from 'fastify'
import { unauthenticated } from '../accounts/session-hooks.ts'
import type { Config } from '../config.ts'

export type ListingAccess = Config['LISTING_ACCESS']

/** Whether a listing's own page and API call need a session; lists are always public. */
export function requiresSession(access: ListingAccess): boolean {
  return access === 'members'
}

/** A page that is shared never shows an address: it would end up in a cache. */
export function canSeeEmail(
  access: ListingAccess,
  { user, isForSharedPage }: Pick<FastifyRequest, 'user' | 'isForSharedPage'>,
): boolean {
  return user !== null || (access === 'open' && !isForSharedPage)
}

/** An onRequest hook for routes that give a seller's email address. */
export const requireContactAccess = (access: ListingAccess) => async (request: FastifyRequest) => {
  if (!canSeeEmail(access, request)) throw unauthenticated()
}
