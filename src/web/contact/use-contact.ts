import { useQuery } from '@tanstack/react-query'
import type { Listing } from '#contract/listing.ts'
import type { Contact, Seller } from '#contract/listings.ts'
import { contactQuery } from '../listings/listing-queries.ts'
import { isUnconfirmed, useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'

/** What visitors press. Most of them come by a link that somebody shared, and have no account. */
export const signUpLabel = 'Sign up to message'

/** The first way in which the reader can reach the seller, or `none`. */
export type ContactKind = 'login' | 'confirm' | 'thread' | 'message' | 'email' | 'none'

export function contactKind({
  isLoggedIn,
  data,
  error,
}: {
  isLoggedIn: boolean
  data: Contact | undefined
  error: Error | null
}): ContactKind {
  if (data && data.thread_id !== null) return 'thread'
  if (data && !data.messages) return data.email && !data.blocked ? 'email' : 'none'
  if (!isLoggedIn) return 'login'
  return isUnconfirmed(error) ? 'confirm' : 'message'
}

/** The seller's contact, once it has loaded, and the first way to reach them. */
export function useContact(listing: Listing) {
  const { isLoggedIn } = useSession()
  const enabled = useMayAskForContact(listing.seller)
  const query = useQuery({ ...contactQuery(useApi(), listing), enabled })
  // A query that a logout disables keeps its data.
  const { data, error } = enabled ? query : { data: undefined, error: null }
  return { data, error, kind: contactKind({ isLoggedIn, data, error }) }
}

/**
 * Whether the reader may ask for the contact. The page never contains the address: `email` is null if visitors may ask,
 * too.
 */
export const useMayAskForContact = ({ email }: Seller) =>
  useSession().isLoggedIn || email !== undefined
