import type { Contact } from '#contract/listings.ts'
import { isUnconfirmed } from '../queries/api.ts'

/** What is said in the place of an address; while it is loading, nothing. */
export function addressPlaceholder({
  data,
  error,
}: {
  data: Contact | undefined
  error: Error | null
}): string {
  if (data) return 'Email not shown'
  if (isUnconfirmed(error)) return 'Shown once your email is confirmed'
  return error ? "We couldn't load it" : ''
}
