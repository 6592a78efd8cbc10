import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { categories } from '#categories/index.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import {
  categoryOf,
  fieldValues,
  fromInput,
  fromWire,
  type Listing,
  ownFromWire,
  ownToWire,
  toWire,
} from './listing.ts'
import type { WireListing, WireOwnListing } from './listings.ts'

const photo = { width: 1280, height: 960, preview: 'data:,' }

describe.each(categories)('a $id', ({ id: category, apiNames, fields }) => {
  const wire = {
    ...completeInputs[category],
    id: 5,
    photos: ['/uploads/a.webp'],
    // A content delivery network serves the photo from another address.
    photo_info: [{ ...photo, url: 'https://cdn.example/uploads/a.webp' }],
    seller: { id: 1, name: 'Ada Lovelace', email: 'ada@example.ca' },
    status: 'available',
    updated_at: '2026-11-01T12:00:00.000Z',
    ends_at: '2026-12-12T15:00:00.000Z',
    renewed_at: null,
    [apiNames.date]: '2026-11-12T15:00:00.000Z',
    was_price: { price: 900, since: '2026-10-02T15:00:00.000Z' },
  } as unknown as WireListing
  const values: Readonly<Record<string, unknown>> = wire

  it('has the same names as all others, and its own fields in the details', () => {
    const listing = fromWire(category, wire)
    expect(listing).toMatchObject({
      category,
      title: values[apiNames.title],
      price: values[apiNames.price],
      description: values.description,
      postedAt: '2026-11-12T15:00:00.000Z',
      previousPrice: { price: 900 },
      photos: [{ storedUrl: '/uploads/a.webp', url: 'https://cdn.example/uploads/a.webp' }],
    })
    expect(Object.keys(listing.details)).toEqual(
      expect.arrayContaining(
        Object.keys(fields).filter(
          (name) => ![apiNames.title, apiNames.price, 'description'].includes(name),
        ),
      ),
    )
    expect(listing.details).not.toHaveProperty('title')
    expect(categoryOf(listing).path).toBeDefined()
  })

  it('is the same on the wire after a translation there and back', () => {
    expect(JSON.parse(JSON.stringify(toWire(fromWire(category, wire))))).toEqual(wire)
    const own: WireOwnListing = {
      ...wire,
      status_since: '2026-11-12T15:00:00.000Z',
      views: 3,
      favourites: 0,
      signals: [],
      moderation: null,
    }
    expect(JSON.parse(JSON.stringify(ownToWire(ownFromWire(category, own))))).toEqual(own)
  })

  it('is read from a request body, whose fields it still has by name', () => {
    const { photos, ...input } = completeInputs[category]
    const draft = fromInput(category, completeInputs[category])
    expect(draft).toMatchObject({ category, photos, title: values[apiNames.title] })
    expect(fieldValues(draft)).toEqual(input)
  })
})

it('the type of a listing is told by its category', () => {
  expectTypeOf<Listing<'rental'>['details']['address']>().toEqualTypeOf<string | null>()
  expectTypeOf<Listing<'misc'>['details']['category']>().toEqualTypeOf<string | number | null>()
  expectTypeOf<Listing<'textbook'>['details']['isbn_hyphenated']>().toEqualTypeOf<string | null>()
  // @ts-expect-error the title is not among the details
  expectTypeOf<Listing<'textbook'>['details']['book_title']>().toBeUnknown()
  const read = (listing: Listing) =>
    listing.category === 'rental' ? listing.details.address : null
  expectTypeOf(read).returns.toEqualTypeOf<string | null>()
})

it('finds the names of details once for each category, not for each listing', () => {
  const wire = {
    ...completeInputs.misc,
    photo_info: [],
    photos: [],
  } as unknown as WireListing<'misc'>
  fromWire('misc', wire)
  const entries = vi.spyOn(Object, 'entries')
  fromWire('misc', wire)
  const { length } = entries.mock.calls
  entries.mockRestore()
  expect(length).toBe(0)
})
