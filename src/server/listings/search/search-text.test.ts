import { describe, expect, it } from 'vitest'
import { type AnyCategory, type CategoryId, categories, categoryById } from '#categories/index.ts'
import type { ListingInput } from '#categories/listing-values.ts'
import { readDetails } from '#categories/stored-listing.ts'
import { fromInput } from '#contract/listing.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { toTsQuery } from './search-postgres.ts'
import { toFtsMatch } from './search-sqlite.ts'
import { buildSearchText, searchTextVersion, toSearchTerms } from './search-text.ts'

stayOnBuiltInCampus()

const { rental, textbook } = categoryById

const textOf = (
  { id }: AnyCategory,
  { title = '', description = null, ...details }: Record<string, unknown>,
) =>
  buildSearchText({
    category: id,
    title: String(title),
    price: 0,
    description: description as string | null,
    details,
  })

describe('buildSearchText', () => {
  it('holds the words of searchable fields and a term for each filter', () => {
    const text = textOf(rental, {
      title: 'Sunny room',
      description: 'A room.',
      address: '12 King St',
      num_beds: 3,
      is_shared: true,
      is_sublet: false,
      has_parking: true,
      has_laundry: false,
      is_utilities_included: false,
      no_smoking: null,
      amenities: ['Fully furnished', 'Gym'],
      house_type: 'House',
    })
    const words =
      'sunny =sunni room a 12 king st house =hous fully =fulli furnished =furnish gym lease =leas ' +
      'shared =share utilities =util extra parking =park'
    const filters =
      'is_sublet=false place=room bedrooms=4 num_beds=3 rented_bedrooms=1 house_type=house amenities~furnish ' +
      'has_parking=true address:12 address:king address:st'
    expect(text.split(' ')).toEqual([
      ...words.split(' ').map((word) => `rental/${word}`),
      ...filters.split(' ').map((term) => `rental:${term}`),
    ])
  })

  it('holds no term for an empty value', () => {
    const unsaid = { is_sublet: null, is_shared: null, is_utilities_included: null }
    expect(textOf(rental, { ...unsaid, house_type: 'House' })).toBe(
      'rental/house rental/=hous rental:house_type=house',
    )
    const values = { title: '!', author: '', course_codes: [], faculty: 'Arts & Science' }
    expect(textOf(textbook, values)).toBe('textbook:faculty=arts%20%26%20science')
  })

  it('holds terms for the period', () => {
    const text = (available_to: string | null, is_sublet: boolean) =>
      textOf(rental, { date_available: '2027-01-01', available_to, is_sublet })
        .split(' ')
        .filter((term) => /:(first|last|open_from|term|months)\b/.test(term))
    const first = 'rental:first:0101000101010011'
    expect(text('2027-04-30', true)).toEqual([
      first,
      'rental:last:0101000111001010',
      'rental:term=2027%2dwinter/',
      'rental:months=4/',
    ])
    expect(text(null, true)).toEqual([first, 'rental:last=unknown/'])
    expect(text(null, false)).toEqual([
      first,
      'rental:last=never/',
      'rental:open_from:0101000101010011',
    ])
  })

  it('is built from odd values without an error', () => {
    for (const day of ['2027-02-31', '2027-99-99', '', 5, null, {}, '0000-01-01', '9999-12-31']) {
      for (const other of ['2027-02-31', '2026-01-01', '9999-12-31', 7, null]) {
        const text = textOf(rental, { date_available: day, available_to: other })
        expect(text).not.toMatch(/NaN|undefined|null|object/)
      }
    }
  })

  it('normalises codes as their filter does', () => {
    const text = textOf(textbook, { course_codes: ['cs-246 e', 'MATH 135'] })
    expect(text).toContain('textbook:course_codes=cs246e textbook:course_codes=math135')
    const [term] = toSearchTerms(textbook, '', [
      { kind: 'code', field: 'course_codes', texts: ['CS246E'] },
    ])
    expect(term).toEqual({ anyOf: ['textbook:course_codes=cs246e'], isPrefix: false })
  })

  it('finds the number of a phrase in the title only where the fields do not say it', () => {
    const bedrooms = (values: Record<string, unknown>) =>
      textOf(rental, values)
        .split(' ')
        .filter((term) => term.includes('rented_bedrooms'))
    const title = 'Two-bedroom or 3 bedroom'
    expect(bedrooms({ title })).toEqual(['rental:rented_bedrooms=2', 'rental:rented_bedrooms=3'])
    expect(bedrooms({ title: '', description: title })).toEqual([])
    expect(bedrooms({ title, num_beds: 4 })).toEqual(['rental:rented_bedrooms=4'])
    expect(bedrooms({ title, is_shared: true })).toEqual(['rental:rented_bedrooms=1'])
  })
})

/** Listings that together have every kind of word, filter, derived value and period. */
const pinned: { [Id in CategoryId]: ListingInput<Id>[] } = {
  rental: [
    {
      ...completeInputs.rental,
      description: 'Ångström’s CS246, 東京 ß Wolfeschlegelsteinhausen',
    },
    {
      ...completeInputs.rental,
      title: '2 bed',
      description: 'x',
      is_shared: false,
      is_sublet: false,
      house_type: 'House',
      available_to: null,
      amenities: [],
    },
  ],
  wanted: [
    { ...completeInputs.wanted, move_in: '2027-01-01', move_out: '2027-04-30' },
    { ...completeInputs.wanted, move_in: '2027-01-04', move_out: null, place: 'Either' },
  ],
  textbook: [{ ...completeInputs.textbook, faculty: 'Arts & Science' }],
  misc: [completeInputs.misc],
}

/** Returns the words and then the terms of filters, each without the category. */
const splitText = (category: string, text: string) =>
  ['/', ':'].map((mark) => {
    const terms = text.split(' ').filter((term) => term.startsWith(category + mark))
    return terms.map((term) => term.slice(category.length + 1)).join(' ')
  })

it('builds another text from the same listing only with another version', () => {
  const texts = categories.flatMap((category: AnyCategory) =>
    pinned[category.id].map((input) => {
      const draft = fromInput(category.id, input)
      const stored = { ...draft, details: readDetails(category, draft.details) }
      return splitText(category.id, buildSearchText(stored))
    }),
  )
  const included =
    'utilities =util included =includ laundry =laundri cooking =cook kitchen parking =park no smoking =smoke'
  const checked = 'is_utilities_included=true has_laundry=true has_cooking=true has_parking=true'
  const minutes =
    'minutes=waterloo%20walk%2015 minutes=waterloo%20bus%2010 ' +
    'minutes=laurier%20walk%205 minutes=laurier%20bus%205'
  const address = 'address:14 address:king address:st address:n'
  // Raise the version after a change of the code. The fingerprint notices a change of definitions by itself.
  expect({ searchTextVersion, texts }).toEqual({
    searchTextVersion: 5,
    texts: [
      [
        'sunny =sunni half of a room angstrom s cs 246 東 京 ss wolfeschlegelste =wolfeschlegelst 14 king st n bedroom ' +
          `furnished =furnish piano sublet shared =share ${included} winter 2027`,
        `is_sublet=true place=room bedrooms=5 num_beds=4 rented_bedrooms=1 house_type=bedroom ${minutes} amenities~furnish ` +
          `${checked} ${address} first:0101000101010011 last:0101000111001010 ` +
          'term=2027%2dwinter/ months=4/',
      ],
      [
        `2 bed x 14 king st n house =hous lease =leas private =privat whole place ${included}`,
        'is_sublet=false place=whole%20place bedrooms=4 num_beds=4 rented_bedrooms=4 house_type=house ' +
          `${minutes} ${checked} ${address} ` +
          'first:0101000101010011 last=never/ open_from:0101000101010011',
      ],
      [
        'two quiet students =student looking =look for a place we cook lot and are tidy =tidi uptown whole winter 2027',
        'place=whole%20place people=2 area:uptown first:0101000101010011 last:0101000111001010 ' +
          'term=2027%2dwinter/',
      ],
      [
        'two quiet students =student looking =look for a place we cook lot and are tidy =tidi uptown either',
        'place=either people=2 area:uptown first:0101000101010110 last=never/ open_from:0101000101010110',
      ],
      [
        'calculus early =earli transcendentals =transcendent james =jame stewart math 137 138 9781285741550',
        'listing_type=wanting faculty=arts%20%26%20science condition=like%20new year=1 ' +
          'course_codes=math137 course_codes=math138',
      ],
      [
        'desk lamp yours =your after the poetry =poetri slam bright come and see it events =event',
        'listing_type=selling category=events',
      ],
    ],
  })
})

describe('toSearchTerms', () => {
  it('reads the first 30 words of a search', () => {
    const q = Array.from({ length: 200 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(
      '',
    )
    expect(toSearchTerms(textbook, q)).toHaveLength(30)
    expect(toSearchTerms(textbook, q, [], { isExact: true })).toHaveLength(30)
  })

  it('gives no terms for text without words', () => {
    expect(
      toSearchTerms(rental, ' "*" ', [{ kind: 'search', field: 'address', text: '—' }]),
    ).toEqual([])
  })

  it('drops words that are prefixes of another', () => {
    const terms = toSearchTerms(rental, 'ap apartment a').flatMap(({ anyOf }) => anyOf)
    expect(terms).toEqual(['rental/apartment'])
  })

  it('finds words with the same stem, and words that mean the same', () => {
    const [term] = toSearchTerms(rental, 'apts')
    expect(term?.whole).toEqual(expect.arrayContaining(['rental/apt', 'rental/=apt']))
    const [flat] = toSearchTerms(rental, 'apt')
    expect(flat?.whole).toEqual(expect.arrayContaining(['rental/apartment', 'rental/=apart']))
    expect(toSearchTerms(rental, 'apts', [], { isExact: true })).toEqual([
      { anyOf: ['rental/apts'], isPrefix: true },
    ])
  })

  it('takes a phrase for the value of a field', () => {
    expect(toSearchTerms(rental, 'sunny 2 bedroom sublet')).toEqual([
      { anyOf: ['rental/sunny'], isPrefix: true, whole: ['rental/sunni', 'rental/=sunni'] },
      expect.objectContaining({ anyOf: ['rental/sublet'], isPrefix: true }),
      { anyOf: ['rental:rented_bedrooms=2'], isPrefix: false },
    ])
    expect(toSearchTerms(rental, '2 be').flatMap(({ anyOf }) => anyOf)).toEqual([
      'rental/2',
      'rental/be',
    ])
  })

  it.each([
    '978-0-306-40615-7',
    '9780306406157',
    '0-306-40615-2',
    '978 0 306 40615 7',
    'ISBN 978-0-306-40615-7',
    'isbn-13: 9780306406157',
    'ISBN:0306406152',
  ])('takes %s for an ISBN where a field has one', (isbn) => {
    const terms = toSearchTerms(textbook, `${isbn} 8th`).flatMap(({ anyOf }) => anyOf)
    expect(terms).toEqual(['textbook/9780306406157', 'textbook/8', 'textbook/th'])
    expect(toSearchTerms(rental, '0-306-40615-2').length).toBeGreaterThan(1)
  })

  it('leaves digits alone that are no ISBN', () => {
    const terms = toSearchTerms(textbook, '978-0-306-40615-8').flatMap(({ anyOf }) => anyOf)
    expect(terms).toContain('textbook/40615')
  })

  it('compiles to the query syntax of each engine', () => {
    const terms = toSearchTerms(textbook, 'Calculus', [
      { kind: 'choice', field: 'faculty', values: ['Math', 'Science'] },
    ])
    expect(toFtsMatch(terms)).toBe(
      '("textbook/calculus" * OR "textbook/=calculus" OR "textbook/calc" OR "textbook/=calc") AND ("textbook:faculty=math" OR "textbook:faculty=science")',
    )
    expect(toTsQuery(terms)).toBe(
      "('textbook/calculus':* | 'textbook/=calculus' | 'textbook/calc' | 'textbook/=calc') & ('textbook:faculty=math' | 'textbook:faculty=science')",
    )
  })
})
