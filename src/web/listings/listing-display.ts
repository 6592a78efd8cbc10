import type { CategoryDefinition } from '#categories/define-category.ts'
import { readPeriod } from '#categories/periods.ts'
import { isBlank } from '#categories/text-rules.ts'
import { lastCampusDay } from '#contract/campus-date.ts'
import { formatAge, formatShortDate } from '#contract/format.ts'
import { describePeriod } from '#contract/format-period.ts'
import type { Listing } from '#contract/listings.ts'
import { listingPostedAt, listingTitle } from '#contract/wire-functions.ts'

export function displayTitle(category: CategoryDefinition, listing: Listing): string {
  const title = listingTitle(category, listing)
  return isBlank(title) ? 'Untitled listing' : title.trim()
}

export function displayDescription(listing: Listing): string {
  const description = listing.description ?? ''
  return isBlank(description) ? 'No description provided.' : description.trim()
}

/** When it can be had. */
export function displayPeriod(category: CategoryDefinition, listing: Listing, today: string) {
  const period = readPeriod(category, listing)
  return period && describePeriod(period, today)
}

/** The last day on which it is listed. */
export const displayEnd = ({ ends_at }: Listing, today: string): string =>
  formatShortDate(lastCampusDay(Date.parse(ends_at)), today)

/** "Posted Oct 2 · renewed Nov 9". */
export function displayDates(category: CategoryDefinition, listing: Listing, today: string) {
  const posted = `Posted ${formatShortDate(listingPostedAt(category, listing), today)}`
  const { renewed_at } = listing
  return renewed_at ? `${posted} · renewed ${formatShortDate(renewed_at, today)}` : posted
}

/** "3 days ago", "Renewed yesterday". */
export function displayAge(category: CategoryDefinition, listing: Listing, today: string) {
  const { renewed_at } = listing
  if (renewed_at) return `Renewed ${formatAge(renewed_at, today)}`
  const age = formatAge(listingPostedAt(category, listing), today)
  return age.charAt(0).toUpperCase() + age.slice(1)
}
