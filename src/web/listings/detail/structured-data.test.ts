import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { structuredData } from './structured-data.ts'

const lamp: Listing<'misc'> = {
  id: 5,
  title: 'Desk lamp',
  listing_type: 'Selling',
  price: 12.5,
  is_free: false,
  category: null,
  condition: 'Used',
  event_date: null,
  description: 'Works',
  date_posted: '2026-11-12T15:00:00.000Z',
  status: 'available',
  updated_at: '2026-11-01T12:00:00.000Z',
  ends_at: '2026-12-12T15:00:00.000Z',
  renewed_at: null,
  was_price: null,
  photos: ['/uploads/a.webp'],
  photo_info: [{ url: '/uploads/a.webp', width: 1280, height: 960, preview: 'data:,' }],
  seller: { id: 1, name: 'Ada Lovelace', email: 'ada@example.ca' },
}

describe('structured data', () => {
  it('describes the listing', () => {
    expect(structuredData(categoryById.misc, lamp)).toMatchObject({
      '@type': 'Product',
      name: 'Desk lamp',
      description: 'Works',
      image: ['/api/uploads/a.webp'],
      offers: { '@type': 'Offer', price: 13, priceCurrency: 'CAD' },
    })
  })

  it.each([
    ['available', 'InStock'],
    ['pending', 'LimitedAvailability'],
    ['sold', 'SoldOut'],
  ] as const)('says that one that is %s is %s', (status, availability) => {
    expect(structuredData(categoryById.misc, { ...lamp, status })).toMatchObject({
      offers: { availability: `https://schema.org/${availability}` },
    })
  })

  it('leaves out the seller’s address', () => {
    expect(JSON.stringify(structuredData(categoryById.misc, lamp))).not.toContain('@example')
  })

  it('leaves out photos on other servers', () => {
    const external = { url: 'https://example.com/a.jpg', width: null, height: null, preview: null }
    const listing = { ...lamp, photo_info: [external, ...lamp.photo_info] }
    expect(JSON.stringify(structuredData(categoryById.misc, listing))).not.toContain('example.com')
  })

  it('has no price where none is given', () => {
    const { offers } = structuredData(categoryById.misc, { ...lamp, price: 0, status: 'sold' })
    expect(offers).toMatchObject({ availability: 'https://schema.org/SoldOut' })
    expect(offers).not.toHaveProperty('price')
  })

  it('has a price of 0 where it is free', () => {
    const { offers } = structuredData(categoryById.misc, { ...lamp, price: 0, is_free: true })
    expect(offers).toMatchObject({ price: 0, priceCurrency: 'CAD' })
  })

  it('types a rental as accommodation', () => {
    const place = { ...lamp, address: '1 King St', num_beds: 3, is_shared: false }
    expect(structuredData(categoryById.rental, place as unknown as Listing)).toMatchObject({
      '@type': ['Accommodation', 'Product'],
      address: '1 King St',
      numberOfBedrooms: 3,
    })
    const shared = { ...place, is_shared: true }
    expect(structuredData(categoryById.rental, shared as unknown as Listing)).toMatchObject({
      numberOfBedrooms: 4,
    })
  })
})
