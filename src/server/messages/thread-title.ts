import { isTakenDown, type ListingStatus } from '#contract/listing-status.ts'

interface TitledThread {
  /** Of the listing as it was with the last message; empty if it was taken down. */
  title: string
  is_buyer: number
}

/** As one of its students reads it. A buyer is not told that of a listing which a moderator or reports have taken down. */
export function threadTitle(
  { title, is_buyer }: TitledThread,
  listing: { title: string; status: ListingStatus } | undefined,
): string | null {
  if (!listing) return title || null
  return is_buyer === 1 && isTakenDown(listing.status) ? null : listing.title
}
