import type { AnyCategory } from '#categories/index.ts'
import { dayMs, lastCampusDay } from '#contract/campus-date.ts'
import { formatShortDate, pluralize } from '#contract/format.ts'
import { endingSoonDays, isListed } from '#contract/listing-status.ts'
import type { Listing, OwnListing } from '#contract/listings.ts'
import { lastDayLabel, statusLabel } from '#contract/wire-functions.ts'
import { displayEnd } from '../listing-display.ts'
import { quotedTitle } from '../quoted-title.ts'

/** The status that a listing gets by a press, or its renewal. */
export type StatusAction = 'available' | 'pending' | 'sold' | 'renew'

function daysLeft({ ends_at }: Listing, today: string): number {
  const lastDay = lastCampusDay(Date.parse(ends_at))
  return (Date.parse(lastDay) - Date.parse(today)) / dayMs
}

export const endsSoon = (listing: Listing, today: string): boolean =>
  isListed(listing.status) && daysLeft(listing, today) <= endingSoonDays

/** What follows the status: "Ends Dec 4" of a listed one, else since when it is so. */
export function statusText(listing: OwnListing, today: string): string {
  const { status, status_since } = listing
  if (status === 'hidden') return 'for now'
  const end = displayEnd(listing, today)
  if (status === 'expired') return `on ${end}`
  if (!isListed(status)) return status_since ? `on ${formatShortDate(status_since, today)}` : ''
  if (!endsSoon(listing, today)) return `Ends ${end}`
  return `Ends ${inDays(daysLeft(listing, today))} · ${end}`
}

function inDays(days: number): string {
  if (days < 1) return 'today'
  return days === 1 ? 'tomorrow' : `in ${pluralize(days, 'day')}`
}

/** For the toast after an action, with the listing as it is then. */
export function doneText(
  category: AnyCategory,
  listing: Listing,
  action: StatusAction,
  today: string,
): string {
  const title = quotedTitle(category, listing)
  if (action === 'renew') return renewedText(category, listing, today)
  if (action === 'available') return `${title} is available again.`
  return `${title} is marked as ${statusLabel(category, listing).toLowerCase()}.`
}

function renewedText(category: AnyCategory, listing: Listing, today: string): string {
  const title = quotedTitle(category, listing)
  const end = displayEnd(listing, today)
  const label = lastDayLabel(category, listing)
  if (!label) return `${title} is renewed until ${end}.`
  return `${title} is renewed. It ends with its ${label.toLowerCase()}, ${end}.`
}

/** How many there are of each status, as "2 sold, 1 ended". */
export function countByStatus(category: AnyCategory, listings: OwnListing[]): string {
  const counts = new Map<string, number>()
  for (const listing of listings) {
    const label = statusLabel(category, listing).toLowerCase()
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => `${count} ${label}`).join(', ')
}
