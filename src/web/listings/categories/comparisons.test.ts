import { describe, expect, it } from 'vitest'
import { parseTerm } from '#categories/academic-terms.ts'
import type { Household } from '#categories/household.ts'
import { categoryById } from '#categories/index.ts'
import { estimateRule } from '#categories/minutes.ts'
import { parseComparison } from '#contract/compare.ts'
import { fromWire, type Listing } from '#contract/listing.ts'
import { pagePaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { askForMissing, comparisonRows } from './comparisons.ts'

stayOnBuiltInCampus()

const { photos: _, ...complete } = completeInputs.rental
const rentalWith = (changes: object): Listing =>
  fromWire('rental', sampleWire('rental', { ...complete, minutes_about: {}, ...changes }) as never)

const rows = comparisonRows(categoryById.rental)
const term = parseTerm('2027-winter')

function read(label: string, changes: object, context = {}) {
  const row = rows.find((each) => each.label === label)
  const fact = row?.read(rentalWith(changes), { today: '2026-11-15', ...context })
  return fact && [fact.text, fact.note].filter(Boolean).join(' | ')
}

describe('the price per person', () => {
  it.each([
    ['a room', { cost: 850, people_in_bedroom: 1 }, '$850 | $850/month per room'],
    ['a shared bedroom', { cost: 850 }, '$425 | $850/month per room, 2 people share it'],
    [
      'a whole place',
      { cost: 2400, is_cost_per_room: false, is_shared: false, num_beds: 3 },
      '$800 | $2,400/month for the place, split between 3 people, one per bedroom',
    ],
    [
      'a place with one bedroom',
      { cost: 1200, is_cost_per_room: false, is_shared: false, num_beds: 1 },
      '$1,200 | $1,200/month for the place',
    ],
    ['an unknown number of bedrooms', { is_cost_per_room: false, num_beds: null }, undefined],
    ['a price for nobody knows what', { is_cost_per_room: null }, undefined],
    ['no price', { cost: 0 }, undefined],
  ])('of %s', (_, changes, expected) => {
    expect(read('Per person per month', changes)).toBe(expected)
  })
})

it('counts the housemates for those who may know them', () => {
  const { id } = rentalWith({})
  const facts = { housemates: 0, studies: 'Math, first year' } as Household
  const households = new Map([[id, facts]])
  expect(read('Housemates', {}, { households })).toBe('0 | Math, first year')
  expect(read('Housemates', {}, { households: new Map([[id, null]]) })).toBeUndefined()
  const row = rows.find(({ label }) => label === 'Housemates')
  const today = '2026-11-15'
  expect(row?.isShown?.({ today, households })).toBe(true)
  // The facts in the listing itself do not count: a page for all students has none.
  expect(row?.isShown?.({ today })).toBe(false)
})

it('says whether the dates fit the term of the reader, by the rule of what fits', () => {
  expect(read('When', {})).toBe('Winter 2027 · 4 months')
  expect(read('When', {}, { term })).toBe('Winter 2027 · 4 months | Covers Winter 2027')
  const spring = { date_available: '2027-05-01', available_to: '2027-08-31' }
  expect(read('When', spring, { term })).toContain("Doesn't cover all of Winter 2027")
  const lease = { is_sublet: false, available_to: null }
  expect(read('When', lease, { term })).toContain('Covers Winter 2027')
  for (const date_available of ['2027-05-01', '2027-04-30', '2027-02-01']) {
    expect(read('When', { ...lease, date_available }, { term })).toContain("Doesn't")
  }
  // A sublet without an end may end before the term does.
  expect(read('When', { available_to: null }, { term })).toBeUndefined()
})

it('has the minutes to each campus, and the estimate where it counts', () => {
  expect(read('To Waterloo', {})).toBe('Under 15 min walk, under 10 min by bus')
  expect(read('To Laurier', { minutes: {}, minutes_about: { laurier: 12 } })).toBe(
    'About 12 min walk',
  )
  expect(read('To Laurier', { minutes: {} })).toBeUndefined()
})

it('has what else the listing says, in the words of its page', () => {
  expect(read('Utilities', { is_utilities_included: false })).toBe('Extra')
  expect(read('Deposit', { deposit: 0 })).toBe('None')
  expect(read('Deposit', {})).toBe('$426')
  expect(read('Deposit', { deposit: null })).toBeUndefined()
  expect(read('Amenities', {})).toBe('Furnished, Piano')
  expect(read('Home', {})).toBe('Room in a 5-bedroom home')
})

it('has a question for everything that a listing can leave out', () => {
  const empty = fromWire('rental', sampleWire('rental', { cost: 0, date_available: null }) as never)
  const unknown = rows.filter(({ read: readRow }) => !readRow(empty, { today: '2026-11-15' }))
  expect(unknown.map(({ label }) => label)).toEqual(expect.arrayContaining(['When', 'Parking']))
  expect(unknown.filter(({ question }) => !question)).toEqual([])
})

it('asks for everything that is missing in one message', () => {
  expect(askForMissing([])).toBeUndefined()
  expect(askForMissing(['Is there a deposit?', 'Are utilities included?'])).toBe(
    "Hi! I'm comparing a few places. Could you tell me a bit more about yours? Is there a deposit? Are utilities included?",
  )
})

it('has an address with up to four listings and a term', () => {
  const path = pagePaths.compare('rental', [5, 6], '2027-winter')
  expect(path).toBe('/rentals/compare?ids=5,6&term=2027-winter')
  const parse = (query: string) => parseComparison(new URLSearchParams(query))
  expect(parse(path.split('?')[1] ?? '')).toMatchObject({
    ids: ['5', '6'],
    term,
    isMore: false,
    isUnreadable: false,
  })
  const odd = parse('ids=1&ids=2&ids=2&ids=x,0,-1,3,4,5,6')
  expect(odd).toEqual({
    ids: ['1', '2', '3', '4'],
    isMore: true,
    isUnreadable: true,
    pathIds: ['1', '2', '3', '4', '5', '0'],
    term: undefined,
  })
  expect(parse(`ids=${odd.pathIds}`)).toEqual(odd)
  expect(parse('ids=, ,&term=never')).toMatchObject({
    ids: [],
    isUnreadable: false,
    term: undefined,
  })
})

it('says how an estimate was computed, where one counts', () => {
  const ruleOf = (changes: object) =>
    rows
      .find(({ label }) => label === 'To Laurier')
      ?.read(rentalWith(changes), { today: '2026-11-15' })?.rule
  expect(ruleOf({ minutes: {}, minutes_about: { laurier: 12 } })).toBe(estimateRule)
  expect(ruleOf({ minutes: { laurier: { walk: 15 } } })).toBeUndefined()
})
