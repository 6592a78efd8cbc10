import { campus } from '#campus/campus.ts'
import type { Field } from '#categories/field-kinds.ts'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { emptyValue } from '#categories/listing-values.ts'
import type { DemoListing, SampleOf } from './demo-listing.ts'
import { items } from './listings/items.ts'
import { rentals } from './listings/rentals.ts'
import { artsTextbooks } from './listings/textbooks-arts-and-business.ts'
import { scienceTextbooks } from './listings/textbooks-math-and-science.ts'
import { requests } from './listings/wanted.ts'

/** Returns all sample listings as of `now`, the newest last. The dates that they offer are still ahead. */
export function demoListings(now: Date): DemoListing[] {
  // The date in UTC is at most a day off, and every sample has more days ahead.
  const today = now.toISOString().slice(0, 10)
  const listings = [
    ...rentals(today).map((sample) => withAllFields('rental', sample)),
    ...requests(today).map((sample) => withAllFields('wanted', sample)),
    ...[...scienceTextbooks, ...artsTextbooks].map((sample) => withAllFields('textbook', sample)),
    ...items(today).map((sample) => withAllFields('misc', sample)),
  ]
  return listings.sort((a, b) => rankedDaysAgo(b) - rankedDaysAgo(a))
}

/**
 * Gives each field that a sample leaves out its default value, so that filters find it too. What a campus does not offer,
 * such as a faculty, becomes the last of its options.
 */
function withAllFields<Id extends CategoryId>(category: Id, sample: SampleOf<Id>): DemoListing {
  const values: Record<string, unknown> = sample.body
  const fields: [string, Field][] = Object.entries(categoryById[category].fields)
  const body = fields.map(([name, field]) => [
    name,
    name in values ? toCampusValue(field, values[name]) : emptyValue(field),
  ])
  return { ...sample, category, body: Object.fromEntries(body) } as DemoListing
}

function toCampusValue(field: Field, value: unknown) {
  if (field.kind === 'choice' && value !== null) {
    return field.options.find((option) => option === value) ?? field.options.at(-1)
  }
  return typeof value === 'string' ? value.replaceAll(/\$(?=\d)/g, campus.currency.symbol) : value
}

/** Returns the age by which a listing is sorted: a renewal moves it to the top of the newest. */
export const rankedDaysAgo = ({ daysAgo, renewedDaysAgo }: DemoListing): number =>
  renewedDaysAgo ?? daysAgo
