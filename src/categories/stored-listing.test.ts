import { describe, expect, it } from 'vitest'
import { categoryById } from './index.ts'
import type { ListingInput } from './listing-values.ts'
import { searchedText } from './searched-text.ts'
import { fromStored, toCents, toStored } from './stored-listing.ts'

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

describe('a listing as it is stored', () => {
  it('has common columns under common names, and its own fields as details', () => {
    expect(toStored(textbook, book)).toEqual({
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

  it('comes back as it was', () => {
    expect(fromStored(textbook, toStored(textbook, book))).toEqual(book)
    expect(fromStored(rental, toStored(rental, room))).toEqual(room)
  })

  it('survives the way through JSON', () => {
    const stored = JSON.parse(JSON.stringify(toStored(rental, room)))
    expect(fromStored(rental, stored)).toEqual(room)
  })

  it('is empty where a field is newer than the listing', () => {
    const stored = { ...toStored(rental, room), details: {} }
    expect(fromStored(rental, stored)).toMatchObject({
      title: 'Sunny room',
      num_beds: null,
      is_shared: false,
      amenities: [],
    })
  })

  it('counts cents without losing any', () => {
    for (const dollars of [0, 0.01, 0.29, 1.1, 19.99, 999_999.99, 1_000_000]) {
      expect(toCents(dollars) / 100).toBe(dollars)
    }
  })
})

describe('the text that is looked through', () => {
  it('is what the category says its search reads', () => {
    expect(searchedText(textbook, book)).toBe('Linear Algebra\nS. Axler\nMATH 136')
    expect(searchedText(textbook, { ...book, course_code: null })).toBe('Linear Algebra\nS. Axler')
    expect(searchedText(rental, room)).toBe('Sunny room\nQuiet')
  })
})
