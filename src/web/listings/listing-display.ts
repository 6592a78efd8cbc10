import { readPeriod } from '#categories/periods.ts'
import { isBlank } from '#categories/text-rules.ts'
import { categoryOf, type Listing } from '#contract/listing.ts'
import { wantedLabel } from '#contract/listing-fields.ts'
import { lastCampusDay } from '#format/campus-date.ts'
import { clipText, formatAge, formatShortDate } from '#format/format.ts'
import { describePeriod } from '#format/format-period.ts'

export const displayTitle = ({ title }: Pick<Listing, 'title'>): string =>
  isBlank(title) ? 'Untitled listing' : title.trim()

const maxQuoteLength = 40

/** A short quote of a title. A long one would fill the toast. */
export const quoteTitle = (title: string): string => `“${clipText(title, maxQuoteLength)}”`

export const quotedTitle = (listing: Pick<Listing, 'title'>): string =>
  quoteTitle(displayTitle(listing))

export function displayDescription(listing: Pick<Listing, 'description'>): string {
  const description = listing.description ?? ''
  return isBlank(description) ? 'No description provided.' : description.trim()
}

/** The period in which it is available. */
export function displayPeriod(listing: Listing, today: string) {
  const period = readPeriod(categoryOf(listing), listing.details)
  return period && describePeriod(period, today)
}

/** The last day on which it is listed. */
export const displayEnd = ({ endsAt }: Pick<Listing, 'endsAt'>, today: string): string =>
  formatShortDate(lastCampusDay(Date.parse(endsAt)), today)

/** "Posted Oct 2 · renewed Nov 9". */
export function displayDates({ postedAt, renewedAt }: Listing, today: string) {
  const posted = `Posted ${formatShortDate(postedAt, today)}`
  return renewedAt ? `${posted} · renewed ${formatShortDate(renewedAt, today)}` : posted
}

/** "3 days ago", "Renewed yesterday". */
export function displayAge({ postedAt, renewedAt }: Listing, today: string) {
  if (renewedAt) return `Renewed ${formatAge(renewedAt, today)}`
  const age = formatAge(postedAt, today)
  return age.charAt(0).toUpperCase() + age.slice(1)
}

const ofSeller = {
  heading: 'Contact Seller',
  email: 'Email Seller',
  /** The word inside a sentence. */
  person: 'the seller',
}

const ofStudent: typeof ofSeller = {
  heading: 'Contact Student',
  email: 'Email Student',
  person: 'this student',
}

/** What to call the student with the listing: one who is looking for a thing sells nothing. */
export const contactWords = (listing: Listing) => (wantedLabel(listing) ? ofStudent : ofSeller)
