import { useQuery } from '@tanstack/react-query'
import type { AnyCategory } from '#categories/index.ts'
import type { Contact, Listing } from '#contract/listings.ts'
import { contactQuery } from '../listings/listing-queries.ts'
import { isUnconfirmed, useApi } from '../queries/api.ts'
import { useSession } from '../session/session.tsx'
import { useCanAsk } from './use-can-ask.ts'

/** The first way to reach a seller; `none` if there is none. */
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

/** How the reader reaches the seller. */
export function useContact(category: AnyCategory, { id, seller }: Listing) {
  const { isLoggedIn } = useSession()
  const enabled = useCanAsk(seller)
  const { data, error } = useQuery({ ...contactQuery(useApi(), category, id), enabled })
  return { data, error, kind: contactKind({ isLoggedIn, data, error }) }
}
