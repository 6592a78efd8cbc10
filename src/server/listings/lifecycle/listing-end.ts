import type { CategoryDefinition, Lifetime } from '#categories/define-category.ts'
import { categoryOf, type ListingFacts } from '#contract/listing.ts'
import { addCampusDays, campusIsoDate, endOfCampusDay } from '#format/campus-date.ts'

/** The day that ends a listing can be at most this many days ahead. */
const maxDaysAhead = 730

/** Returns when a listing ends if it is posted or renewed now. */
export function listingEnd(listing: ListingFacts, now: number): number {
  const { lifetime }: CategoryDefinition = categoryOf(listing)
  const lastDay = lifetime.lastDay && dateOf(listing, lifetime.lastDay)
  if (lastDay) return endOfCampusDay(lastDay)
  const { whenChecked } = lifetime
  return whenChecked && isChecked(listing)
    ? endWhenChecked(whenChecked, listing, now)
    : addCampusDays(now, lifetime.days)
}

function endWhenChecked(
  { days, daysAfter }: NonNullable<Lifetime['whenChecked']>,
  listing: ListingFacts,
  now: number,
): number {
  const latest = addCampusDays(now, days)
  const date = daysAfter && dateOf(listing, daysAfter.field)
  if (!date) return latest
  const afterDate = addCampusDays(endOfCampusDay(date), daysAfter.days)
  return Math.min(latest, Math.max(afterDate, addCampusDays(now, daysAfter.minDays)))
}

/**
 * Returns the end after an edit. The end moves with the values that it is computed from, and still counts from the
 * posting or renewal. A later date never brings the end forward. An earlier date never moves it to before the end of
 * tomorrow, unless the category says so.
 */
export function listingEndAfterEdit(
  { saved, endsAt, countedFrom }: { saved: ListingFacts; endsAt: number; countedFrom: number },
  edited: ListingFacts,
  now: number,
): number {
  const { lifetime }: CategoryDefinition = categoryOf(edited)
  const endOfTomorrow = endOfCampusDay(campusIsoDate(addCampusDays(now, 1)))
  // The listing is now of another kind, so its days count from now.
  if (isChecked(saved) !== isChecked(edited)) {
    return Math.max(listingEnd(edited, now), endOfTomorrow)
  }
  const before = listingEnd(saved, countedFrom)
  const after = listingEnd(edited, countedFrom)
  if (before === after) return endsAt
  if (lifetime.endsNoLater) return after
  if (after > before) return Math.max(after, endsAt)
  return Math.max(after, endOfTomorrow)
}

/**
 * Returns the field whose day makes the listing useless once it is over, if it is over. Such a listing cannot be
 * renewed.
 */
export function findPassedDay(listing: ListingFacts, now: number): string | undefined {
  const { lifetime, period }: CategoryDefinition = categoryOf(listing)
  return [lifetime.lastDay, period?.to].find((field) => {
    const lastDay = field && dateOf(listing, field)
    return lastDay !== undefined && endOfCampusDay(lastDay) <= now
  })
}

/** Returns true if the last day is too far away to end the listing in any useful time. */
export function isLastDayTooFar(listing: ListingFacts, now: number) {
  const { lifetime }: CategoryDefinition = categoryOf(listing)
  const lastDay = lifetime.lastDay && dateOf(listing, lifetime.lastDay)
  return lastDay !== undefined && endOfCampusDay(lastDay) > addCampusDays(now, maxDaysAhead)
}

function isChecked(listing: ListingFacts): boolean {
  const { whenChecked }: Lifetime = categoryOf(listing).lifetime
  return whenChecked !== undefined && listing.details[whenChecked.field] === true
}

function dateOf({ details }: ListingFacts, field: string): string | undefined {
  const value = details[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}
