import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import {
  cardText,
  detailRows,
  listingPostedAt,
  listingPrice,
  listingPriceUnit,
  listingTitle,
  soldMessage,
  statusLabel,
} from './listing-fields.ts'
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
  status: 'available',
  ends_at: '2026-12-12T15:00:00.000Z',
  renewed_at: null,
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
  status: 'available',
  ends_at: '2026-12-12T15:00:00.000Z',
  renewed_at: null,
  photos: [],
  photo_info: [],
  seller: { id: 1, name: 'Ada' },
}

describe('listing title, price and date', () => {
  it('are read under the API names of the category', () => {
    expect(listingTitle(rental, room)).toBe('Sunny room')
    expect(listingTitle(textbook, book)).toBe('Linear Algebra')
    expect(listingPrice(rental, room)).toBe(850)
    expect(listingPrice(textbook, book)).toBe(40)
    expect(listingPostedAt(rental, room)).toBe('2026-11-12T15:00:00.000Z')
    expect(listingPostedAt(textbook, book)).toBe('2026-11-11T15:00:00.000Z')
  })

  it('come with the unit of the price', () => {
    expect(listingPriceUnit(rental, room)).toBe('/room')
    expect(listingPriceUnit(rental, { ...room, is_cost_per_room: false })).toBe('/place')
    expect(listingPriceUnit(textbook, book)).toBeUndefined()
  })
})

describe('detail rows', () => {
  const rows = (listing: Listing<'rental'>) =>
    detailRows(rental, listing).map(({ label, value }) => `${label}: ${value}`)

  it('have the label and formatted value of each field, in the order of the form', () => {
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

  it('use the normal label while the checkbox of `requiredWhen` is not ticked', () => {
    expect(rows({ ...room, is_shared: false, num_beds: 0 })).toContain('Bedrooms: 0')
  })

  it('leave out blank fields', () => {
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

describe('card text', () => {
  it('depends on the value of the checkbox', () => {
    expect(cardText(rental, room, 'is_sublet')).toBe('Sublet')
    expect(cardText(rental, { ...room, is_sublet: false }, 'is_sublet')).toBe('Lease')
    expect(cardText(rental, room, 'has_cooking')).toBe('Cooking')
    expect(cardText(rental, room, 'has_parking')).toBeUndefined()
    expect(cardText(rental, room, 'title')).toBeUndefined()
  })
})

describe('status label', () => {
  it('says what the category says instead of sold', () => {
    expect(statusLabel(rental, { ...room, status: 'sold' })).toBe('Rented')
    expect(statusLabel(textbook, { ...book, status: 'sold' })).toBe('Sold')
    const wanted = { listing_type: 'Wanting', status: 'sold' } as unknown as Listing
    expect(statusLabel(categoryById.misc, wanted)).toBe('Found')
    expect(soldMessage(categoryById.misc, wanted)).toBe('This has been found.')
    expect(soldMessage(rental, { ...room, status: 'sold' })).toBe('This listing has been rented.')
  })

  it('is the same word in every category otherwise', () => {
    expect(statusLabel(rental, { ...room, status: 'pending' })).toBe('Pending')
    expect(statusLabel(textbook, { ...book, status: 'expired' })).toBe('Ended')
  })
})
