import { dayMs } from '#format/campus-date.ts'

/** A `hidden` listing waits for a moderator; a moderator has decided to take down a `removed` one. */
export const listingStatuses = [
  'available',
  'pending',
  'sold',
  'expired',
  'hidden',
  'removed',
] as const

export type ListingStatus = (typeof listingStatuses)[number]

/** Whether lists and searches show the listing. */
export const isListed = (status: ListingStatus): boolean =>
  status === 'available' || status === 'pending'

/** Whether the listing is taken down: its photos have no public address, and only its owner and moderators see it. */
export const isTakenDown = (status: ListingStatus): boolean =>
  status === 'hidden' || status === 'removed'

/** Returns the status at this time. A listing whose end has come is expired, even before its row says so. */
export function statusAt(
  { status, ends_at }: { status: ListingStatus; ends_at: number },
  now: number,
): ListingStatus {
  return isListed(status) && ends_at <= now ? 'expired' : status
}

/** For how many days others see a sold listing, and its owner can take the sale back. */
export const soldVisibleDays = 30

/** How many days before the end the seller gets a reminder. */
export const endingSoonDays = 5

/** After how many days a pending listing gets a reminder. */
export const pendingReminderDays = 5

/** At most one renewal within this many days moves a listing to the top of the newest. */
export const minDaysBetweenMovesToTop = 7

/** The message about an end date in the past. */
export const dayPassedMessage = 'This date has passed. Choose today or later.'

/** The statuses that an owner may choose next. */
const ownerMoves: Record<ListingStatus, readonly ListingStatus[]> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
  expired: [],
  hidden: [],
  removed: [],
}

interface StatusSince {
  status: ListingStatus
  /** When the status last changed. */
  since: number
}

export function canMove({ status, since }: StatusSince, to: ListingStatus, now: number): boolean {
  if (!ownerMoves[status].includes(to)) return false
  return status !== 'sold' || now < since + soldVisibleDays * dayMs
}

/** Whether the owner can renew. A listed one gets a new end; an expired one is listed again. */
export const canRenew = (status: ListingStatus): boolean => isListed(status) || status === 'expired'
