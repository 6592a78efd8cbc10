import { type AcademicTerm, termAt, termNumberOf } from '../academic-terms.ts'
import { countDays } from '../days.ts'
import { coveredTerms, type Period, readPeriod } from '../periods.ts'
import type { PriceGroup } from '../price-group.ts'
import { rental } from './definition.ts'
import { homeBedrooms, placeOf } from './home.ts'

type Values = Readonly<Record<string, unknown>>

/** How many days before the end of a term a stay with an unknown end already counts for the next term. */
const lastDaysOfTerm = 14

/** A group has rentals for the same term or on a lease, with a price for the same thing, in homes with as many bedrooms. */
export function rentalPriceGroups(values: Values): PriceGroup[] {
  const bedrooms = homeBedrooms(values)
  const priced = pricedThing(values)
  const time = values.is_sublet === true ? termTime(values) : { id: 'lease', label: 'on a lease' }
  if (bedrooms === null || !priced || !time) return []
  return [
    { id: `rental ${time.id} ${priced} ${bedrooms}`, label: `similar ${priced}s ${time.label}` },
  ]
}

/**
 * A group has rooms of any term and home, or places with as many bedrooms. Most terms have too few rentals for a group
 * of their own.
 */
export function broadRentalPriceGroups(values: Values): PriceGroup[] {
  const priced = pricedThing(values)
  if (priced === 'room') return [{ id: 'rental any room', label: 'rooms', isBroad: true }]
  const bedrooms = homeBedrooms(values)
  if (priced !== 'place' || bedrooms === null) return []
  const label = 'places with as many bedrooms'
  return [{ id: `rental any place ${bedrooms}`, label, isBroad: true }]
}

/**
 * Returns undefined if the price may be for something smaller: a bed in a shared bedroom, or a room listed as a whole
 * place.
 */
function pricedThing(values: Values): 'room' | 'place' | undefined {
  if (values.is_cost_per_room === true) {
    return Number(values.people_in_bedroom) > 1 ? undefined : 'room'
  }
  const isPlace = values.is_cost_per_room === false && placeOf(values) === 'whole place'
  return isPlace ? 'place' : undefined
}

function termTime(values: Values) {
  const period = readPeriod(rental, values)
  const term = period && mainTerm(period)
  return term && { id: `sublet ${term.id}`, label: `for ${term.label}` }
}

/** Returns the first term that the stay counts for. If there is none, returns the term of which the stay covers most. */
function mainTerm(period: Period): AcademicTerm {
  const [covered] = coveredTerms(period)
  if (covered) return covered
  const { first, last } = period
  const number = termNumberOf(first)
  if (!last) {
    const term = termAt(number)
    return countDays(first, term.last) > lastDaysOfTerm ? term : termAt(number + 1)
  }
  const touched = Array.from({ length: termNumberOf(last) - number + 1 }, (_, index) =>
    termAt(number + index),
  )
  const coverage = (term: AcademicTerm) => {
    const from = first > term.first ? first : term.first
    const to = last < term.last ? last : term.last
    return countDays(from, to) / countDays(term.first, term.last)
  }
  return touched.reduce((best, term) => (coverage(term) > coverage(best) ? term : best))
}
