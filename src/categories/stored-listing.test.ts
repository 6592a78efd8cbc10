import { describe, expect, it } from 'vitest'
import { categoryById } from './index.ts'
import type { ListingInput } from './listing-values.ts'
import { fromStoredListing, toCents, toStoredListing } from './stored-listing.ts'

const { rental, textbook } = categoryById

const book: ListingInput<'textbook'> = {
  book_title: 'Linear Algebra',
  author: 'S. Axler',
  edition: null,
  course_code: 'MATH 136',
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
  date_available: '2027-01-01',
  has_laundry: true,
  has_cooking: false,
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
        author: 'S. Axler',
        edition: null,
        course_code: 'MATH 136',
        faculty: 'Math',
        year: 1,
        condition: 'Used',
      },
    })
  })

  it('converts back to the same values', () => {
    expect(fromStoredListing(textbook, toStoredListing(textbook, book))).toEqual(book)
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
      is_shared: false,
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
      is_shared: false,
      amenities: [],
      date_available: null,
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
