import { readPeriod } from '#categories/periods.ts'
import { isBlank } from '#categories/text-rules.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { wantedLabel } from '#contract/listing-fields.ts'
import { lastCampusDay } from '#format/campus-date.ts'
import { capitalize, clipText, formatAge, formatShortDate } from '#format/format.ts'
import { describePeriod } from '#format/format-period.ts'

export const displayTitle = ({ title }: Pick<Listing, 'title'>): string =>
  isBlank(title) ? 'Untitled listing' : title.trim()

const maxQuoteLength = 40

/** Quotes a title. A long title is cut, because it would fill a toast. */
export const quoteTitle = (title: string): string => `“${clipText(title, maxQuoteLength)}”`

export const quotedTitle = (listing: Pick<Listing, 'title'>): string =>
  quoteTitle(displayTitle(listing))

export function displayDescription(listing: Pick<Listing, 'description'>): string {
  const description = listing.description ?? ''
  return isBlank(description) ? 'No description provided.' : description.trim()
}

/** The period in which the thing is available. */
export function displayPeriod(listing: Listing, today: string) {
  const period = readPeriod(categoryOf(listing), listing.details)
  return period && describePeriod(period, today)
}

/** The last day on which the listing is listed. */
export const displayEnd = ({ endsAt }: Pick<Listing, 'endsAt'>, today: string): string =>
  formatShortDate(lastCampusDay(Date.parse(endsAt)), today)

/** Returns for example "Posted Oct 2 · renewed Nov 9". */
export function displayDates({ postedAt, renewedAt }: Listing, today: string) {
  const posted = `Posted ${formatShortDate(postedAt, today)}`
  return renewedAt ? `${posted} · renewed ${formatShortDate(renewedAt, today)}` : posted
}

/** Returns for example "3 days ago" or "Renewed yesterday". */
export function displayAge({ postedAt, renewedAt }: Listing, today: string) {
  if (renewedAt) return `Renewed ${formatAge(renewedAt, today)}`
  return capitalize(formatAge(postedAt, today))
}

const ofSeller = {
  heading: 'Contact Seller',
  email: 'Email Seller',
  /** What a sentence calls the person. */
  person: 'the seller',
}

const ofStudent: typeof ofSeller = {
  heading: 'Contact Student',
  email: 'Email Student',
  person: 'this student',
}

/** The words for the student who posted the listing. A student who is looking for a thing is not a seller. */
export const contactWords = (listing: Listing) => (wantedLabel(listing) ? ofStudent : ofSeller)
