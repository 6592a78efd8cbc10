import { describe, expect, it } from 'vitest'
import { type AnyCategory, categoryById } from '#categories/index.ts'
import { detailRows } from './detail-rows.ts'
import {
  asksPrice,
  cardText,
  formatListingPrice,
  formatPriceWithUnit,
  formatWasPrice,
  listingPostedAt,
  listingPrice,
  listingPriceShare,
  listingPriceUnit,
  listingTitle,
  soldMessage,
  statusLabel,
} from './listing-fields.ts'
import type { Listing } from './listings.ts'

const { rental, textbook, misc } = categoryById

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
  people_in_bedroom: 1,
  date_available: '2027-01-01',
  available_to: '2027-04-30',
  landlord_consent: 'Asked',
  has_laundry: true,
  has_cooking: true,
  has_parking: false,
  no_smoking: true,
  amenities: ['Furnished', 'Gym'],
  description: 'Quiet',
  post_date: '2026-11-12T15:00:00.000Z',
  status: 'available',
  updated_at: '2026-11-01T12:00:00.000Z',
  ends_at: '2026-12-12T15:00:00.000Z',
  renewed_at: null,
  was_price: null,
  photos: [],
  photo_info: [],
  seller: { id: 1, name: 'Ada' },
}

const book: Listing<'textbook'> = {
  id: 6,
  book_title: 'Linear Algebra',
  author: 'S. Axler',
  edition: null,
  listing_type: 'Selling',
  isbn: null,
  isbn_hyphenated: null,
  course_code: 'MATH 135',
  course_codes: ['MATH 135', 'MATH 137'],
  new_price: null,
  faculty: 'Math',
  year: 1,
  condition: 'Used',
  price: 40,
  description: null,
  date_posted: '2026-11-11T15:00:00.000Z',
  status: 'available',
  updated_at: '2026-11-01T12:00:00.000Z',
  ends_at: '2026-12-12T15:00:00.000Z',
  renewed_at: null,
  was_price: null,
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
    expect(listingPriceUnit(rental, room)).toBe('/room per month')
    expect(listingPriceUnit(rental, { ...room, is_cost_per_room: false })).toBe('/place per month')
    expect(formatPriceWithUnit(rental, room)).toBe('$850 /room per month')
    expect(listingPriceUnit(textbook, book)).toBeUndefined()
    expect(formatPriceWithUnit(textbook, book)).toBe('$40')
    const perPiece = {
      ...misc,
      priceUnit: { field: 'is_free', yes: '/piece', no: '/piece', unsaid: '/piece' },
    }
    const unitOf = (values: object) => listingPriceUnit(perPiece, values as Listing)
    expect(unitOf({ price: 5, is_free: false })).toBe('/piece')
    expect(unitOf({ price: 0, is_free: true })).toBeUndefined()
  })

  it('are free only where the seller says so', () => {
    const priceOf = (values: object) => formatListingPrice(misc, values as Listing)
    expect(priceOf({ price: 0, is_free: true })).toBe('Free')
    expect(priceOf({ price: 0, is_free: false })).toBe('—')
    expect(priceOf({ price: 5, is_free: true })).toBe('$5')
    expect(formatListingPrice(rental, { ...room, cost: 0 })).toBe('—')
  })

  it('come with what was asked before a drop', () => {
    const dropped = { ...room, was_price: { price: 900, since: '2026-10-02T15:00:00.000Z' } }
    expect(formatWasPrice(dropped)).toBe('was $900')
    expect(formatWasPrice(dropped, '2026-11-16')).toBe('was $900 on Oct 2')
    expect(formatWasPrice(dropped, '2027-01-01')).toBe('was $900 on Oct 2, 2026')
    expect(formatWasPrice(room, '2026-11-16')).toBeUndefined()
    const { was_price: _, ...fromBefore } = room
    expect(formatWasPrice(fromBefore as Listing)).toBeUndefined()
  })

  it('are asked by who sells for a price, or for nothing', () => {
    const asks = (values: object) => asksPrice(misc, values as Listing)
    expect(asks({ price: 5 })).toBe(true)
    expect(asks({ price: 0 })).toBe(false)
    expect(asks({ price: 0, is_free: true })).toBe(true)
    expect(asks({ price: 5, listing_type: 'Wanting' })).toBe(false)
    expect(asksPrice(rental, { ...room, cost: 0 })).toBe(false)
  })

  it('come with the share of the price of a new one', () => {
    const shareOf = (price: number, new_price: number | null) =>
      listingPriceShare(textbook, { ...book, price, new_price })
    expect(shareOf(40, 90)).toBe('44% of new')
    expect(shareOf(90, 90)).toBeUndefined()
    expect(shareOf(120, 90)).toBeUndefined()
    expect(shareOf(0, 90)).toBeUndefined()
    expect(shareOf(40, 0)).toBeUndefined()
    expect(shareOf(40, null)).toBeUndefined()
    expect(listingPriceShare(rental, room)).toBeUndefined()
    const wanted = { ...book, price: 40, new_price: 90, listing_type: 'Wanting' }
    expect(listingPriceShare(textbook, wanted)).toBeUndefined()
  })
})

describe('detail rows', () => {
  const rows = (listing: Listing<'rental'>) =>
    detailRows(rental, listing).map(({ label, value }) => `${label}: ${value}`)

  it('have the label and formatted value of each field, in the order of the form', () => {
    expect(rows(room)).toEqual([
      'Sublet or lease: Sublet',
      'Shared or private: Shared',
      'House type: House',
      'Other bedrooms: 3',
      'Address: 12 King St N',
      'Available: Jan 1, 2027',
      'Until: Apr 30, 2027',
      'Landlord agrees: Asked',
      'Utilities: Included',
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

  it('leave out blank fields, and what the seller said neither yes nor no to', () => {
    const blank = rows({ ...room, num_beds: null, amenities: [] }).join()
    expect(blank).not.toMatch(/rooms|Amenities/)
    const unsaid = { is_sublet: null, is_utilities_included: null, has_cooking: null }
    const text = rows({ ...room, ...unsaid, no_smoking: null, is_shared: null }).join()
    expect(text).not.toMatch(/Sublet|Shared|Utilities|Kitchen|Smoking/)
    expect(text).toMatch(/Laundry: Yes,Parking: No/)
    expect(detailRows(textbook, book).map(({ name }) => name)).toEqual([
      'listing_type',
      'author',
      'course_codes',
      'faculty',
      'year',
      'condition',
    ])
  })
})

describe('detail rows of some fields', () => {
  const find = (category: AnyCategory, listing: Listing, name: string) =>
    detailRows(category, listing).find((row) => row.name === name)?.value

  it('say that nobody gave the end of a sublet, and nothing of a lease', () => {
    const sublet = { ...room, available_to: null }
    expect(find(rental, sublet, 'available_to')).toBe('End date not given')
    expect(find(rental, { ...sublet, is_sublet: false }, 'available_to')).toBeUndefined()
    expect(find(rental, { ...sublet, date_available: null }, 'available_to')).toBeUndefined()
  })

  it('begin with a value that is worth saying', () => {
    expect(find(rental, { ...room, people_in_bedroom: 1 }, 'people_in_bedroom')).toBeUndefined()
    expect(find(rental, { ...room, people_in_bedroom: 2 }, 'people_in_bedroom')).toBe('2')
  })

  it('list codes and format prices', () => {
    expect(find(textbook, book, 'course_codes')).toBe('MATH 135, MATH 137')
    expect(find(textbook, { ...book, edition: '8' }, 'edition')).toBe('8th edition')
    expect(find(textbook, { ...book, new_price: 90 }, 'new_price')).toBe('$90')
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
