import { describe, expect, it } from 'vitest'
import { household } from '#tests/support/listing-inputs.ts'
import { categoryById } from './index.ts'
import { parseDetails, readDetails, toCents } from './stored-listing.ts'

const { rental, textbook, misc } = categoryById

const book = {
  listing_type: 'Selling',
  isbn: '9780306406157',
  author: 'S. Axler',
  edition: null,
  course_codes: ['MATH 136', 'MATH 146'],
  faculty: 'Math',
  year: 1,
  condition: 'Used',
  new_price: 120,
}

const room = {
  is_sublet: true,
  is_shared: true,
  house_type: 'House',
  num_beds: 0,
  people_in_bedroom: 2,
  address: '12 King St N',
  is_cost_per_room: true,
  date_available: '2027-01-01',
  available_to: '2027-04-30',
  landlord_consent: 'Asked',
  is_utilities_included: false,
  has_laundry: true,
  has_cooking: null,
  has_parking: false,
  no_smoking: true,
  amenities: ['Furnished'],
  minutes: { waterloo: { walk: 15 }, former: { bus: 5 } },
  deposit: null,
  ...household,
}

describe('the stored details of a listing', () => {
  it('are read as they were saved, with the first of each list of codes', () => {
    expect(readDetails(textbook, book)).toEqual({ ...book, course_code: 'MATH 136' })
    const read = { ...room, minutes_about: {} }
    expect(readDetails(rental, room)).toEqual(read)
    expect(readDetails(rental, parseDetails(JSON.stringify(room)))).toEqual(read)
  })

  it('have no title, price or description, which have columns, and nothing that no field names', () => {
    const more = { title: 'Sunny', cost: 5, description: 'Quiet', secret: 'x' }
    expect(readDetails(rental, { ...room, ...more })).toEqual({ ...room, minutes_about: {} })
  })

  it('have the empty value for a field that was not stored', () => {
    expect(readDetails(rental, {})).toMatchObject({
      num_beds: null,
      is_shared: null,
      amenities: [],
      minutes: {},
      housemates: null,
      kitchen: [],
    })
  })

  it('have the empty value for one of another kind', () => {
    const odd = { author: 5, faculty: ['Math'], year: null, edition: { a: 1 }, condition: true }
    const empty = { author: null, faculty: null, year: null, edition: null, condition: null }
    expect(readDetails(textbook, odd)).toMatchObject(empty)
    const details = {
      ...{ num_beds: '3', is_shared: 'on', amenities: 'Gym', date_available: 'soon' },
      minutes: { waterloo: { walk: 'far' } },
    }
    expect(readDetails(rental, details)).toMatchObject({
      num_beds: null,
      is_shared: null,
      amenities: [],
      date_available: null,
      minutes: {},
    })
    expect(readDetails(rental, { date_available: '2027-02-30' }).date_available).toBeNull()
    const tooLarge = parseDetails('{"num_beds":1e999,"house_type":1e999}')
    expect(readDetails(rental, tooLarge)).toMatchObject({
      num_beds: null,
      house_type: null,
    })
  })

  it('have no details where they are no object', () => {
    for (const text of ['null', '5', '"x"', '[1]']) expect(parseDetails(text)).toEqual({})
    expect(parseDetails('{"num_beds":2}')).toEqual({ num_beds: 2 })
  })

  it('have the default of a field that was not stored', () => {
    expect(readDetails(textbook, {})).toMatchObject({
      listing_type: 'Selling',
      isbn: null,
      new_price: null,
    })
    expect(readDetails(rental, {})).toMatchObject({
      people_in_bedroom: 1,
      available_to: null,
      landlord_consent: null,
    })
    expect(readDetails(misc, {})).toMatchObject({
      listing_type: 'Selling',
      is_free: null,
      event_date: null,
    })
  })

  it.each([
    [{ course_code: 'math136' }, ['MATH 136']],
    [{ course_code: 'MATH 136, MATH 146' }, ['MATH 136', 'MATH 146']],
    [{ course_code: null }, []],
    [{ course_code: 136 }, []],
    [{}, []],
    [{ course_codes: [], course_code: 'MATH 136' }, []],
    [{ course_codes: ['MATH 146', 5] }, ['MATH 146']],
    [{ course_code: 'a1,b2,c3,d4,e5,f6' }, ['A 1', 'B 2', 'C 3', 'D 4', 'E 5']],
    [{ course_code: 'ß'.repeat(20) }, ['S'.repeat(20)]],
  ])('are read with the codes of %j', (details, codes) => {
    expect(readDetails(textbook, details)).toMatchObject({
      course_codes: codes,
      course_code: codes[0] ?? null,
    })
  })

  it('keep a value that is no longer an option or within its limits', () => {
    const details = { faculty: 'Astrology', year: 9, condition: 'Worn out', author: 'x'.repeat(99) }
    expect(readDetails(textbook, details)).toMatchObject(details)
  })

  it('converts dollars to cents without loss', () => {
    for (const dollars of [0, 0.01, 0.29, 1.1, 19.99, 999_999.99, 1_000_000]) {
      expect(toCents(dollars) / 100).toBe(dollars)
    }
  })
})
