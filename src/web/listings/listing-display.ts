import type { CategoryDefinition } from '#categories/define-category.ts'
import { isBlank } from '#categories/text-rules.ts'
import { lastCampusDay } from '#contract/campus-date.ts'
import { formatAge, formatPrice, formatShortDate } from '#contract/format.ts'
import { listingPostedAt, listingPrice, listingTitle } from '#contract/listing-fields.ts'
import type { Listing } from '#contract/listings.ts'

export function displayTitle(category: CategoryDefinition, listing: Listing): string {
  const title = listingTitle(category, listing)
  return isBlank(title) ? 'Untitled listing' : title.trim()
}

export function displayDescription(listing: Listing): string {
  const description = listing.description ?? ''
  return isBlank(description) ? 'No description provided.' : description.trim()
}

export function displayPrice(category: CategoryDefinition, listing: Listing): string {
  return formatPrice(listingPrice(category, listing))
}

/** The last day on which it is listed. */
export const displayEnd = ({ ends_at }: Listing, today: string): string =>
  formatShortDate(lastCampusDay(Date.parse(ends_at)), today)

/** "Posted Oct 2 · renewed Nov 9". */
export const displayDates = (category: CategoryDefinition, listing: Listing, today: string) =>
  postedAndRenewed(category, listing, (time) => formatShortDate(time, today))

/** "Posted 5 weeks ago · renewed yesterday". */
export const displayAge = (category: CategoryDefinition, listing: Listing, today: string) =>
  postedAndRenewed(category, listing, (time) => formatAge(time, today))

function postedAndRenewed(
  category: CategoryDefinition,
  listing: Listing,
  format: (time: string) => string,
): string {
  const posted = `Posted ${format(listingPostedAt(category, listing))}`
  return listing.renewed_at ? `${posted} · renewed ${format(listing.renewed_at)}` : posted
}
