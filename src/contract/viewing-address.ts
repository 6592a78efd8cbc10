import { categoryOf, type ListingFacts } from './listing.ts'

/** The address at which the thing can be seen, if listings of its category have one. */
export function viewingAddress(listing: ListingFacts): string | undefined {
  const field = categoryOf(listing).sublet?.address
  const address = field && listing.details[field]
  return typeof address === 'string' && address !== '' ? address : undefined
}
