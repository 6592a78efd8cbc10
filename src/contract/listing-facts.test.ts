import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import {
  cardWord,
  detailRows,
  inquirySubject,
  postedAtOf,
  priceOf,
  priceUnitOf,
  titleOf,
} from './listing-facts.ts'
import type { Listing } from './listings.ts'

const { rental, textbook } = categoryById

const room: Listing<'rental'> = {
  id: 5,
  title: 'Sunny room',
  house_type: 'House',
  address: '12 King St N',
  cost: 850,
  is_cost_per_room: true,
  is_utilities_included: true,
  is_sublet: true,
  is_shared: true,
  num_beds: 3,
  date_available: '2027-01-01',
  has_laundry: true,
  has_cooking: true,
  has_parking: false,
  no_smoking: true,
  amenities: ['Furnished', 'Gym'],
  description: 'Quiet',
  post_date: '2026-11-12T15:00:00.000Z',
  photos: [],
  photo_info: [],
  seller: { id: 1, name: 'Ada' },
}

const book: Listing<'textbook'> = {
  id: 6,
  book_title: 'Linear Algebra',
  author: 'S. Axler',
  edition: null,
  course_code: null,
  faculty: 'Math',
  year: 1,
  condition: 'Used',
  price: 40,
  description: null,
  date_posted: '2026-11-11T15:00:00.000Z',
  photos: [],
  photo_info: [],
  seller: { id: 1, name: 'Ada' },
}

describe('the facts of a listing', () => {
  it('are found under the names of its category', () => {
    expect(titleOf(rental, room)).toBe('Sunny room')
    expect(titleOf(textbook, book)).toBe('Linear Algebra')
    expect(priceOf(rental, room)).toBe(850)
    expect(priceOf(textbook, book)).toBe(40)
    expect(postedAtOf(rental, room)).toBe('2026-11-12T15:00:00.000Z')
    expect(postedAtOf(textbook, book)).toBe('2026-11-11T15:00:00.000Z')
  })

  it('say what the price is for', () => {
    expect(priceUnitOf(rental, room)).toBe('/room')
    expect(priceUnitOf(rental, { ...room, is_cost_per_room: false })).toBe('/place')
    expect(priceUnitOf(textbook, book)).toBeUndefined()
  })

  it('make the subject of a mail to the seller', () => {
    expect(inquirySubject(rental, room)).toBe('Inquiry about rental: Sunny room')
    expect(inquirySubject(textbook, book)).toBe('Inquiry about textbook: Linear Algebra')
  })
})

describe('the details list', () => {
  const rows = (listing: Listing<'rental'>) =>
    detailRows(rental, listing).map(({ label, value }) => `${label}: ${value}`)

  it('says each field in words, in the order of the form', () => {
    expect(rows(room)).toEqual([
      'House type: House',
      'Address: 12 King St N',
      'Utilities: Included',
      'Sublet or lease: Sublet',
      'Shared or private: Shared',
      'Other rooms in the house: 3',
      'Available: Jan 1, 2027',
      'Laundry: Yes',
      'Kitchen: Yes',
      'Parking: No',
      'Smoking: Not allowed',
      'Amenities: Furnished, Gym',
    ])
  })

  it('counts bedrooms where the place is not shared', () => {
    expect(rows({ ...room, is_shared: false, num_beds: 0 })).toContain('Bedrooms: 0')
  })

  it('leaves out what was left blank', () => {
    const blank = rows({ ...room, num_beds: null, amenities: [] }).join()
    expect(blank).not.toMatch(/rooms|Amenities/)
    expect(detailRows(textbook, book).map(({ name }) => name)).toEqual([
      'author',
      'faculty',
      'year',
      'condition',
    ])
  })
})

describe('a card', () => {
  it('says something of a ticked box, and of some unticked ones', () => {
    expect(cardWord(rental, room, 'is_sublet')).toBe('Sublet')
    expect(cardWord(rental, { ...room, is_sublet: false }, 'is_sublet')).toBe('Lease')
    expect(cardWord(rental, room, 'has_cooking')).toBe('Cooking')
    expect(cardWord(rental, room, 'has_parking')).toBeUndefined()
    expect(cardWord(rental, room, 'title')).toBeUndefined()
  })
})
