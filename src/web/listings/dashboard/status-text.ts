import type { Listing, OwnListing } from '#contract/listing.ts'
import { lastDayLabel, statusLabel } from '#contract/listing-fields.ts'
import { endingSoonDays, isListed } from '#contract/listing-status.ts'
import { dayMs, lastCampusDay } from '#format/campus-date.ts'
import { formatShortDate, pluralize } from '#format/format.ts'
import { displayEnd, quotedTitle } from '../listing-display.ts'

/** The status that a press gives a listing, or `renew`. */
export type StatusAction = 'available' | 'pending' | 'sold' | 'renew'

function daysLeft(endsAt: number, today: string): number {
  return (Date.parse(lastCampusDay(endsAt)) - Date.parse(today)) / dayMs
}

/** Whether the seller may want to renew it now. What is "free until" its end is meant to end. */
export const endsSoon = (listing: Listing, today: string): boolean =>
  isListed(listing.status) &&
  !listing.isFreeUntilEnd &&
  daysLeft(Date.parse(listing.endsAt), today) <= endingSoonDays

/** The text after the status: "Listed until Dec 4" for a listing that is listed, otherwise since when it has the status. */
export function statusText(listing: OwnListing, today: string): string {
  const { status, statusSince } = listing
  if (status === 'hidden') return 'for now'
  const end = displayEnd(listing, today)
  if (status === 'expired') return `on ${end}`
  if (!isListed(status)) return statusSince ? `on ${formatShortDate(statusSince, today)}` : ''
  if (!endsSoon(listing, today)) return `Listed until ${end}`
  return endText(Date.parse(listing.endsAt), today)
}

/** Says when a listing ends that ends soon, for example "Ends tomorrow · Nov 19". */
export const endText = (endsAt: number, today: string): string =>
  `Ends ${inDays(daysLeft(endsAt, today))} · ${formatShortDate(lastCampusDay(endsAt), today)}`

function inDays(days: number): string {
  if (days < 1) return 'today'
  return days === 1 ? 'tomorrow' : `in ${pluralize(days, 'day')}`
}

/** The text of the toast after an action. `listing` is the listing after the action. */
export function doneText(listing: Listing, action: StatusAction, today: string): string {
  const title = quotedTitle(listing)
  if (action === 'renew') return renewedText(listing, today)
  if (action === 'available') return `${title} is available again.`
  return `${title} is marked as ${statusLabel(listing).toLowerCase()}.`
}

function renewedText(listing: Listing, today: string): string {
  const title = quotedTitle(listing)
  const end = displayEnd(listing, today)
  const label = lastDayLabel(listing)
  if (!label) return `${title} is renewed until ${end}.`
  return `${title} is renewed. It ends with its ${label.toLowerCase()}, ${end}.`
}

/** Counts the listings of each status, for example "2 sold, 1 ended". */
export function countByStatus(listings: OwnListing[]): string {
  const counts = new Map<string, number>()
  for (const listing of listings) {
    const label = statusLabel(listing).toLowerCase()
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => `${count} ${label}`).join(', ')
}
