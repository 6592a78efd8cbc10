import { describe, expect, it, onTestFinished } from 'vitest'
import { type CategoryId, categoryById } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { household } from '#tests/support/listing-inputs.ts'
import { detailRows } from './detail-rows.ts'
import type { Listing } from './listing.ts'
import {
  asksPrice,
  cardText,
  formatListingPrice,
  formatPreviousPrice,
  formatPriceWithUnit,
  limitLabel,
  listingPriceOff,
  listingPriceUnit,
  soldLabel,
  soldMessage,
  statusLabel,
  wantedLabel,
} from './listing-fields.ts'

stayOnBuiltInCampus()

const common = {
  status: 'available',
  updatedAt: '2026-11-01T12:00:00.000Z',
  postedAt: '2026-11-12T15:00:00.000Z',
  endsAt: '2026-12-12T15:00:00.000Z',
  renewedAt: null,
  previousPrice: null,
  photos: [],
  seller: { id: 1, name: 'Ada' },
} as const satisfies Partial<Listing>

const room: Listing<'rental'> = {
  ...common,
  photos: [],
  category: 'rental',
  id: 5,
  title: 'Sunny room',
  price: 850,
  description: 'Quiet',
  details: {
    house_type: 'House',
    address: '12 King St N',
    is_cost_per_room: true,
    is_utilities_included: true,
    is_sublet: true,
    is_shared: true,
    num_beds: 3,
    people_in_bedroom: 1,
    date_available: '2027-01-01',
    available_to: '2027-04-30',
    landlord_consent: 'Asked',
    minutes: { waterloo: { walk: 15, bus: 10 }, laurier: { walk: 31 }, guelph: { walk: 5 } },
    minutes_about: {},
    deposit: 0,
    has_laundry: true,
    has_cooking: true,
    has_parking: false,
    no_smoking: true,
    amenities: ['Furnished', 'Gym'],
    ...household,
  },
}

const book: Listing<'textbook'> = {
  ...common,
  photos: [],
  category: 'textbook',
  id: 6,
  title: 'Linear Algebra',
  price: 40,
  description: null,
  details: {
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
  },
}

const roomWith = (details: Partial<Listing<'rental'>['details']>) => ({
  ...room,
  details: { ...room.details, ...details },
})

const bookWith = (details: Partial<Listing<'textbook'>['details']>, price = book.price) => ({
  ...book,
  price,
  details: { ...book.details, ...details },
})

const item = (price: number, details = {}) => ({ category: 'misc' as const, price, details })

describe('the price of a listing', () => {
  it('has a unit', () => {
    const place = roomWith({ is_cost_per_room: false })
    expect(listingPriceUnit(room)).toBe('/month per room')
    expect(listingPriceUnit(place)).toBe('/month for the place')
    const onCards = [room, place].map((listing) => listingPriceUnit(listing, { onCard: true }))
    expect(onCards).toEqual(['/room per month', '/place per month'])
    expect(formatPriceWithUnit(room)).toBe('$850/month per room')
    expect(listingPriceUnit(book)).toBeUndefined()
    expect(formatPriceWithUnit(book)).toBe('$40')
  })

  it('has no unit where the thing is free', () => {
    // No category has both a price unit and free things today.
    const definition = categoryById.misc as { priceUnit?: object }
    definition.priceUnit = { field: 'is_free', yes: '/piece', no: '/piece', unsaid: '/piece' }
    onTestFinished(() => {
      delete definition.priceUnit
    })
    expect(listingPriceUnit(item(5, { is_free: false }))).toBe('/piece')
    expect(listingPriceUnit(item(0, { is_free: true }))).toBeUndefined()
  })

  it('is free only where the seller says so', () => {
    expect(formatListingPrice(item(0, { is_free: true }))).toBe('Free')
    expect(formatListingPrice(item(0, { is_free: false }))).toBe('—')
    expect(formatListingPrice(item(5, { is_free: true }))).toBe('$5')
    expect(formatListingPrice({ ...room, price: 0 })).toBe('—')
  })

  it('comes with what was asked before a drop', () => {
    const dropped = { previousPrice: { price: 900, since: '2026-10-02T15:00:00.000Z' } }
    expect(formatPreviousPrice(dropped)).toBe('was $900')
    expect(formatPreviousPrice(dropped, '2026-11-16')).toBe('was $900 on Oct 2')
    expect(formatPreviousPrice(dropped, '2027-01-01')).toBe('was $900 on Oct 2, 2026')
    expect(formatPreviousPrice(room, '2026-11-16')).toBeUndefined()
  })

  it('is asked by who sells for a price, or for nothing', () => {
    expect(asksPrice(item(5))).toBe(true)
    expect(asksPrice(item(0))).toBe(false)
    expect(asksPrice(item(0, { is_free: true }))).toBe(true)
    expect(asksPrice(item(5, { listing_type: 'Wanting' }))).toBe(false)
    expect(asksPrice({ ...room, price: 0 })).toBe(false)
  })

  it('says how far it is below the price of a new one', () => {
    const offOf = (price: number, new_price: number | null) =>
      listingPriceOff(bookWith({ new_price }, price))
    expect(offOf(40, 90)).toBe('56% off new')
    expect(offOf(90, 90)).toBeUndefined()
    expect(offOf(120, 90)).toBeUndefined()
    expect(offOf(0, 90)).toBeUndefined()
    expect(offOf(40, 0)).toBeUndefined()
    expect(offOf(40, null)).toBeUndefined()
    expect(listingPriceOff(room)).toBeUndefined()
    const wanted = bookWith({ new_price: 90, listing_type: 'Wanting' })
    expect(listingPriceOff(wanted)).toBeUndefined()
  })
})

it('the price of a housing request is a limit, and never one that is asked', () => {
  const request = {
    ...common,
    ...{ category: 'wanted', id: 1, title: 'Room wanted', price: 900, description: null },
    details: {
      ...{ move_in: '2027-01-01', move_out: null, people: 1, place: 'Room', area: null },
      near: 'laurier-10-bus',
      ...household,
    },
  } as Listing
  expect([limitLabel(request), formatPriceWithUnit(request)]).toEqual(['Up to', '$900/month'])
  expect(asksPrice(request)).toBe(false)
  expect(limitLabel({ ...request, price: 0 })).toBeUndefined()
  expect(wantedLabel(request)).toBe('Wanting')
  expect(soldMessage(request)).toBe('This has been found.')
  expect(detailRows(request)).toContainEqual({
    name: 'near',
    label: 'Longest trip to campus',
    value: 'Under 10 min by bus or on foot to Laurier',
  })
  // The campus may have been removed since.
  const removed = { ...request, details: { ...request.details, near: 'guelph-10' } } as Listing
  expect(detailRows(removed).map(({ name }) => name)).not.toContain('near')
})

describe('detail rows', () => {
  const rows = (listing: Listing<'rental'>) =>
    detailRows(listing).map(({ label, value }) => `${label}: ${value}`)

  it('have the label and formatted value of each field, in the order of the form', () => {
    expect(rows(room)).toEqual([
      'Sublet or lease: Sublet',
      'Shared or private: Shared',
      'House type: House',
      'Address: 12 King St N',
      'To Waterloo: Under 15 min walk, under 10 min by bus',
      'To Laurier: Over 30 min walk',
      'Available: Jan 1, 2027',
      'Until: Apr 30, 2027',
      "Landlord's consent: Asked, no answer yet",
      'Deposit: None',
      'Utilities: Included',
      'Laundry: Yes',
      'Kitchen: Yes',
      'Parking: No',
      'Smoking: Not allowed',
      'Amenities: Furnished, Gym',
    ])
  })

  it('use the normal label while the checkbox of `requiredWhen` is not ticked', () => {
    expect(rows(roomWith({ is_shared: false, num_beds: 0 }))).toContain('Bedrooms: 0')
  })

  it('leave out blank fields, and what the seller said neither yes nor no to', () => {
    const blank = rows(roomWith({ num_beds: null, amenities: [] })).join()
    expect(blank).not.toMatch(/rooms|Amenities/)
    const unsaid = { is_sublet: null, is_utilities_included: null, has_cooking: null }
    const text = rows(roomWith({ ...unsaid, no_smoking: null, is_shared: null })).join()
    expect(text).not.toMatch(/Sublet|Shared|Utilities|Kitchen|Smoking/)
    expect(text).toMatch(/Laundry: Yes,Parking: No/)
    expect(detailRows(book).map(({ name }) => name)).toEqual([
      'listing_type',
      'author',
      'course_codes',
      'faculty',
      'year',
      'condition',
    ])
  })
})

describe('the way to a campus', () => {
  const rowsOf = (changes: object) =>
    detailRows(roomWith(changes)).filter(({ name }) => name.startsWith('minutes'))

  it('can be checked on a map, from the address to the campus', () => {
    const [waterloo] = rowsOf({})
    expect(waterloo?.link).toEqual({
      label: 'See the route on a map',
      href: 'https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&from=12+King+St+N&to=43.4723%2C-80.5449',
    })
  })

  it('has the estimate too, with its rule', () => {
    const minutes_about = { waterloo: 12 }
    const minutes = { waterloo: { walk: 15 }, laurier: { walk: 10 } }
    const [waterloo, laurier] = rowsOf({ minutes, minutes_about })
    expect(waterloo).toMatchObject({
      label: 'To Waterloo',
      value: 'Under 15 min walk · about 12 min walk',
      rule: '“About” is our estimate: 1.3 times the straight line, at 4.8 km an hour.',
    })
    expect(laurier).not.toHaveProperty('rule')
  })

  it('can be checked also where nobody has said how long it takes', () => {
    const rows = rowsOf({ minutes: {} })
    expect(rows.map(({ label, value }) => [label, value])).toEqual([
      ['To Waterloo', ''],
      ['To Laurier', ''],
    ])
    expect(rows.map(({ link }) => link?.href)).toEqual(rowsOf({}).map(({ link }) => link?.href))
  })
})

describe('detail rows of some fields', () => {
  const find = (listing: Listing, name: string) =>
    detailRows(listing).find((row) => row.name === name)?.value

  it('say that nobody gave the end of a sublet, and nothing of a lease', () => {
    const sublet = { available_to: null }
    expect(find(roomWith(sublet), 'available_to')).toBe('End date not given')
    expect(find(roomWith({ ...sublet, is_sublet: false }), 'available_to')).toBeUndefined()
    expect(find(roomWith({ ...sublet, date_available: null }), 'available_to')).toBeUndefined()
  })

  it('begin with a value that is worth saying', () => {
    expect(find(roomWith({ people_in_bedroom: 1 }), 'people_in_bedroom')).toBeUndefined()
    expect(find(roomWith({ people_in_bedroom: 2 }), 'people_in_bedroom')).toBe('2')
  })

  it('list codes and format prices', () => {
    expect(find(book, 'course_codes')).toBe('MATH 135, MATH 137')
    expect(find(bookWith({ edition: '8' }), 'edition')).toBe('8th edition')
    expect(find(bookWith({ new_price: 90 }), 'new_price')).toBe('$90')
  })
})

describe('card text', () => {
  it('depends on the value of the checkbox', () => {
    expect(cardText(room, 'is_sublet')).toBe('Sublet')
    expect(cardText(roomWith({ is_sublet: false }), 'is_sublet')).toBe('Lease')
    expect(cardText(room, 'has_cooking')).toBe('Cooking')
    expect(cardText(room, 'has_parking')).toBeUndefined()
    expect(cardText(room, 'title')).toBeUndefined()
  })
})

describe('status label', () => {
  it('says what the category says instead of sold', () => {
    expect(statusLabel({ ...room, status: 'sold' })).toBe('Rented')
    expect(statusLabel({ ...book, status: 'sold' })).toBe('Sold')
    const wanted = { ...item(5, { listing_type: 'Wanting' }), status: 'sold' as const }
    expect(statusLabel(wanted)).toBe('Found')
    expect(soldMessage(wanted)).toBe('This has been found.')
    const labelOf = (category: CategoryId) => soldLabel({ category, details: {} })
    expect([labelOf('rental'), labelOf('textbook'), labelOf('misc')]).toEqual([
      'Rented',
      'Sold',
      'Sold',
    ])
    expect(soldMessage(room)).toBe('This listing has been rented.')
  })

  it('is the same word in every category otherwise', () => {
    expect(statusLabel({ ...room, status: 'pending' })).toBe('Pending')
    expect(statusLabel({ ...book, status: 'expired' })).toBe('Ended')
  })
})
