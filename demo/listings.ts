import { type CategoryId, categoryById } from '#categories/index.ts'
import { emptyValue } from '#categories/listing-values.ts'
import type { DemoListing, SampleOf } from './demo-listing.ts'
import { items } from './listings/items.ts'
import { rentals } from './listings/rentals.ts'
import { artsTextbooks } from './listings/textbooks-arts-and-business.ts'
import { scienceTextbooks } from './listings/textbooks-math-and-science.ts'

/** All sample listings as of `now`, the newest last; what they offer is still ahead. */
export function demoListings(now: Date): DemoListing[] {
  // The day in UTC is never before that of the campus.
  const today = now.toISOString().slice(0, 10)
  const listings = [
    ...rentals(today).map((sample) => withAllFields('rental', sample)),
    ...[...scienceTextbooks, ...artsTextbooks].map((sample) => withAllFields('textbook', sample)),
    ...items(today).map((sample) => withAllFields('misc', sample)),
  ]
  return listings.sort((a, b) => rankedDaysAgo(b) - rankedDaysAgo(a))
}

/** Fields that a sample leaves out get their default, which filters find too. */
function withAllFields<Id extends CategoryId>(category: Id, sample: SampleOf<Id>): DemoListing {
  const fields = Object.entries(categoryById[category].fields)
  const defaults = Object.fromEntries(fields.map(([name, field]) => [name, emptyValue(field)]))
  return { ...sample, category, body: { ...defaults, ...sample.body } } as DemoListing
}

/** A renewal moves a listing to the top of the newest. */
export const rankedDaysAgo = ({ daysAgo, renewedDaysAgo }: DemoListing): number =>
  renewedDaysAgo ?? daysAgo
