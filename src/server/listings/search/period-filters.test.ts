import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { listQuery } from '#contract/list-query.ts'
import { fromInput } from '#contract/listing.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { runs } from '#tests/support/run-count.ts'
import { createListing } from '../posting/create-listing.ts'
import { listListings } from './list-listings.ts'

stayOnBuiltInCampus()

const { rental } = categoryById

/** The reference for the test: every day of the calendar, counted one by one. */
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthLengths = (year: number) => [
  ...[31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
]
const toText = (year: number, month: number, day: number) =>
  [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

const calendar: string[] = []
for (let year = 2024; year <= 2104; year++) {
  for (const [index, length] of monthLengths(year).entries()) {
    for (let day = 1; day <= length; day++) calendar.push(toText(year, index + 1, day))
  }
}
const positions = new Map(calendar.map((day, index) => [day, index]))
const position = (day: string) => positions.get(day) ?? Number.NaN
const dayAt = (index: number) => calendar[index] ?? ''
const termNames = ['winter', 'spring', 'fall']
const daysByTerm = Map.groupBy(calendar, (day) => {
  const name = termNames[Math.floor((Number(day.slice(5, 7)) - 1) / 4)]
  return `${day.slice(0, 4)}-${name}`
})

interface RentalPeriod {
  first: string
  /** The last day. Null means an open end for a lease, and an unknown end for a sublet. */
  last: string | null
  isSublet: boolean
}

const hasOpenEnd = ({ last, isSublet }: RentalPeriod) => last === null && !isSublet

function coversTerm(period: RentalPeriod, term: string): boolean {
  const termDays = daysByTerm.get(term) ?? []
  if (hasOpenEnd(period)) return termDays.some((day) => day >= period.first)
  const coveredDays = termDays.filter(
    (day) => period.last && day >= period.first && day <= period.last,
  )
  return coveredDays.length * 100 >= termDays.length * 85
}

const endsOn = ({ last, isSublet }: RentalPeriod) =>
  last !== null ? position(last) : isSublet ? 'unknown' : 'open'

/**
 * Returns true if the period fits. It may begin a week after `from` and end a week before `to`. If only one of them is
 * given, the period must not lie on its wrong side.
 */
function isThereBetween(period: RentalPeriod, from?: string, to?: string): boolean {
  const end = endsOn(period)
  if (from && position(period.first) - position(from) > 7) return false
  if (to && end === 'unknown') return false
  if (to && typeof end === 'number' && position(to) - end > 7) return false
  if (from && !to && typeof end === 'number' && end < position(from)) return false
  return !to || from !== undefined || position(period.first) <= position(to)
}

function lasts({ first, last }: RentalPeriod, months: number): boolean {
  if (last === null) return false
  let [year = 0, month = 0, day = 0] = first.split('-').map(Number)
  for (let passed = 0; passed < months; passed++) {
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  day = Math.min(day, monthLengths(year)[month - 1] ?? 0)
  return Math.abs(position(last) + 1 - position(toText(year, month, day))) <= 15
}

/** Days near leap days, the clock changes of March and November, and the ends of years and terms. */
const anchors = ['2027-03-14', '2027-11-07', '2027-12-31', '2028-02-29', '2027-04-30', '2100-02-28']
const days = fc
  .tuple(fc.constantFrom(...anchors), fc.integer({ min: -40, max: 40 }))
  .map(([anchor, distance]) => dayAt(position(anchor) + distance))
/** Lengths of about a term, of several terms, or of anything up to two years. */
const lengths = fc.oneof(
  fc.integer({ min: 95, max: 140 }),
  fc.integer({ min: 225, max: 260 }),
  fc.integer({ min: 345, max: 385 }),
  fc.integer({ min: 0, max: 729 }),
)
const periods: fc.Arbitrary<RentalPeriod> = fc
  .record({ first: days, length: fc.option(lengths, { freq: 4 }), isSublet: fc.boolean() })
  .map(({ first, length, isSublet }) => {
    return { first, last: length === null ? null : dayAt(position(first) + length), isSublet }
  })

const terms = [2026, 2027, 2028, 2029, 2100].flatMap((year) =>
  termNames.map((name) => `${year}-${name}`),
)
const filters = fc.oneof(
  fc.constantFrom(...terms).map((term) => ({ term })),
  days.map((from) => ({ from })),
  days.map((to) => ({ to })),
  fc.tuple(days, lengths).map(([from, length]) => ({ from, to: dayAt(position(from) + length) })),
  fc.constantFrom('4', '8', '12').map((months) => ({ months })),
)
type Filters = { term?: string; from?: string; to?: string; months?: string }

const matches = (period: RentalPeriod, { term, from, to, months }: Filters) =>
  (!term || coversTerm(period, term)) &&
  isThereBetween(period, from, to) &&
  (!months || lasts(period, Number(months)))

const toInput = ({ first, last, isSublet }: RentalPeriod): ListingInput<'rental'> => ({
  ...completeInputs.rental,
  date_available: first,
  available_to: last,
  is_sublet: isSublet,
})

describe.each(engines)('period filters on %s', (engine) => {
  it('match an oracle that counts days', async () => {
    const db = await openTestDatabase(engine)
    const seller = await insertTestUser(db)
    const context = { parsePhotoAddress: (externalUrl: string) => ({ externalUrl }), now: 0 }
    const posted = new Map<number, RentalPeriod>()
    await db.transaction(async (tx) => {
      for (const period of fc.sample(periods, { seed: 17, numRuns: runs(200) })) {
        const { id } = await createListing(
          tx,
          seller,
          fromInput('rental', toInput(period)),
          context,
        )
        posted.set(id, period)
      }
    })
    const found = new Set<string>()
    await fc.assert(
      fc.asyncProperty(filters, async (parameters: Filters) => {
        const query = { ...listQuery.rental.parse(parameters), limit: posted.size }
        const { results } = await listListings(db, rental, query, 0)
        const expected = [...posted].filter(([, period]) => matches(period, parameters))
        expect(results.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
          expected.map(([id]) => id),
        )
        if (expected.length > 0) found.add(Object.keys(parameters).join())
      }),
      { seed: 18, numRuns: runs(100) },
    )
    expect([...found].toSorted()).toEqual(['from', 'from,to', 'months', 'term', 'to'])
  }, 60_000)
})
