import { dayMs } from '#format/campus-date.ts'

/** `hidden` waits for a moderator, `removed` was decided by one. */
export const listingStatuses = [
  'available',
  'pending',
  'sold',
  'expired',
  'hidden',
  'removed',
] as const

export type ListingStatus = (typeof listingStatuses)[number]

/** Shown in lists and searches. */
export const isListed = (status: ListingStatus): boolean =>
  status === 'available' || status === 'pending'

/** Its photos have no public address, and only its owner and moderators see it. */
export const isTakenDown = (status: ListingStatus): boolean =>
  status === 'hidden' || status === 'removed'

/** A listing whose end has come is expired, also before its row says so. */
export function statusAt(
  { status, ends_at }: { status: ListingStatus; ends_at: number },
  now: number,
): ListingStatus {
  return isListed(status) && ends_at <= now ? 'expired' : status
}

/** For so many days others see a sold listing, and its owner can take it back. */
export const soldVisibleDays = 30

/** A seller is reminded so many days before the end. */
export const endingSoonDays = 5

/** A seller is reminded of a listing that has been pending for so many days. */
export const pendingReminderDays = 5

/** A renewal moves a listing to the top of the newest at most once in so many days. */
export const minDaysBetweenMovesToTop = 7

/** Of a day that a listing ends with. */
export const dayPassedMessage = 'This date has passed. Choose today or later.'

/** The next status that an owner may choose. */
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
  /** When it last changed. */
  since: number
}

export function canMove({ status, since }: StatusSince, to: ListingStatus, now: number): boolean {
  if (!ownerMoves[status].includes(to)) return false
  return status !== 'sold' || now < since + soldVisibleDays * dayMs
}

/** A listed one gets a new end; an expired one is listed again. */
export const canRenew = (status: ListingStatus): boolean => isListed(status) || status === 'expired'
