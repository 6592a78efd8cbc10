import { describe, expect, it } from 'vitest'
import { categoryById } from './index.ts'
import type { ListingInput } from './listing-values.ts'
import { fromStoredListing, parseDetails, toCents, toStoredListing } from './stored-listing.ts'

const { rental, textbook, misc } = categoryById

const book: ListingInput<'textbook'> = {
  book_title: 'Linear Algebra',
  author: 'S. Axler',
  listing_type: 'Selling',
  isbn: '9780306406157',
  edition: null,
  course_codes: ['MATH 136', 'MATH 146'],
  new_price: 120,
  faculty: 'Math',
  year: 1,
  condition: 'Used',
  price: 19.99,
  description: null,
  photos: ['/uploads/a.webp'],
}

const room: ListingInput<'rental'> = {
  title: 'Sunny room',
  house_type: 'House',
  address: '12 King St N',
  cost: 850,
  is_cost_per_room: true,
  is_utilities_included: false,
  is_sublet: true,
  is_shared: true,
  num_beds: 0,
  people_in_bedroom: 2,
  date_available: '2027-01-01',
  available_to: '2027-04-30',
  landlord_consent: 'Asked',
  has_laundry: true,
  has_cooking: null,
  has_parking: false,
  no_smoking: true,
  amenities: ['Furnished'],
  description: 'Quiet',
  photos: ['/uploads/a.webp', 'https://example.com/b.jpg'],
}

describe('stored listing', () => {
  it('has common columns, and the fields of its category as details', () => {
    expect(toStoredListing(textbook, book)).toEqual({
      title: 'Linear Algebra',
      price_cents: 1999,
      description: '',
      photos: ['/uploads/a.webp'],
      details: {
        listing_type: 'Selling',
        isbn: '9780306406157',
        author: 'S. Axler',
        edition: null,
        course_codes: ['MATH 136', 'MATH 146'],
        new_price: 120,
        faculty: 'Math',
        year: 1,
        condition: 'Used',
      },
    })
  })

  it('converts back to the same values', () => {
    expect(fromStoredListing(textbook, toStoredListing(textbook, book))).toEqual({
      ...book,
      course_code: 'MATH 136',
    })
    expect(fromStoredListing(rental, toStoredListing(rental, room))).toEqual(room)
  })

  it('survives JSON serialization', () => {
    const stored = JSON.parse(JSON.stringify(toStoredListing(rental, room)))
    expect(fromStoredListing(rental, stored)).toEqual(room)
  })

  it('has the empty value for a field that was not stored', () => {
    const stored = { ...toStoredListing(rental, room), details: {} }
    expect(fromStoredListing(rental, stored)).toMatchObject({
      title: 'Sunny room',
      num_beds: null,
      is_shared: null,
      amenities: [],
    })
  })

  it('has the empty value for one of another kind', () => {
    const odd = { author: 5, faculty: ['Math'], year: null, edition: { a: 1 }, condition: true }
    const stored = { ...toStoredListing(textbook, book), details: odd }
    const empty = { author: null, faculty: null, year: null, edition: null, condition: null }
    expect(fromStoredListing(textbook, stored)).toMatchObject(empty)
    const details = { num_beds: '3', is_shared: 'on', amenities: 'Gym', date_available: 'soon' }
    expect(fromStoredListing(rental, { ...stored, details })).toMatchObject({
      num_beds: null,
      is_shared: null,
      amenities: [],
      date_available: null,
    })
    const noDay = { ...stored, details: { date_available: '2027-02-30' } }
    expect(fromStoredListing(rental, noDay).date_available).toBeNull()
    const tooLarge = parseDetails('{"num_beds":1e999,"house_type":1e999}')
    expect(fromStoredListing(rental, { ...stored, details: tooLarge })).toMatchObject({
      num_beds: null,
      house_type: null,
    })
  })

  it('has no details where they are no object', () => {
    for (const text of ['null', '5', '"x"', '[1]']) expect(parseDetails(text)).toEqual({})
    expect(parseDetails('{"num_beds":2}')).toEqual({ num_beds: 2 })
  })

  it('has the default of a field that was not stored', () => {
    const { details: _, ...columns } = toStoredListing(textbook, book)
    const withoutDetails = { ...columns, details: {} }
    expect(fromStoredListing(textbook, withoutDetails)).toMatchObject({
      listing_type: 'Selling',
      isbn: null,
      new_price: null,
    })
    expect(fromStoredListing(rental, withoutDetails)).toMatchObject({
      people_in_bedroom: 1,
      available_to: null,
      landlord_consent: null,
    })
    expect(fromStoredListing(misc, withoutDetails)).toMatchObject({
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
  ])('reads the codes of %j', (details, codes) => {
    const stored = { ...toStoredListing(textbook, book), details }
    expect(fromStoredListing(textbook, stored)).toMatchObject({
      course_codes: codes,
      course_code: codes[0] ?? null,
    })
  })

  it('keeps a value that is no longer an option or within its limits', () => {
    const details = { faculty: 'Astrology', year: 9, condition: 'Worn out', author: 'x'.repeat(99) }
    const stored = { ...toStoredListing(textbook, book), details }
    expect(fromStoredListing(textbook, stored)).toMatchObject(details)
  })

  it('converts dollars to cents without loss', () => {
    for (const dollars of [0, 0.01, 0.29, 1.1, 19.99, 999_999.99, 1_000_000]) {
      expect(toCents(dollars) / 100).toBe(dollars)
    }
  })
})
