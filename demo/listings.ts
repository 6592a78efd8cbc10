import { type CategoryId, categoryById } from '#categories/index.ts'
import { emptyValue } from '#categories/listing-values.ts'
import type { DemoListing, SampleOf } from './demo-listing.ts'
import { items } from './listings/items.ts'
import { rentals } from './listings/rentals.ts'
import { artsTextbooks } from './listings/textbooks-arts-and-business.ts'
import { scienceTextbooks } from './listings/textbooks-math-and-science.ts'

/** Returns all sample listings as of `now`, the newest last. The dates that they offer are still ahead. */
export function demoListings(now: Date): DemoListing[] {
  // The UTC date is never before the campus date.
  const today = now.toISOString().slice(0, 10)
  const listings = [
    ...rentals(today).map((sample) => withAllFields('rental', sample)),
    ...[...scienceTextbooks, ...artsTextbooks].map((sample) => withAllFields('textbook', sample)),
    ...items(today).map((sample) => withAllFields('misc', sample)),
  ]
  return listings.sort((a, b) => rankedDaysAgo(b) - rankedDaysAgo(a))
}

/** Gives each field that a sample leaves out its default value, so that filters find it too. */
function withAllFields<Id extends CategoryId>(category: Id, sample: SampleOf<Id>): DemoListing {
  const fields = Object.entries(categoryById[category].fields)
  const defaults = Object.fromEntries(fields.map(([name, field]) => [name, emptyValue(field)]))
  return { ...sample, category, body: { ...defaults, ...sample.body } } as DemoListing
}

/** Returns the age by which a listing is sorted: a renewal moves it to the top of the newest. */
export const rankedDaysAgo = ({ daysAgo, renewedDaysAgo }: DemoListing): number =>
  renewedDaysAgo ?? daysAgo
