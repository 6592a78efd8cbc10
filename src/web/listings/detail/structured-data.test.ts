import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { structuredData } from './structured-data.ts'

stayOnBuiltInCampus()

const photo = { url: '/uploads/a.webp', width: 1280, height: 960, preview: 'data:,' }

const lamp = (changes: object = {}) =>
  structuredData(
    sampleListing('misc', {
      price: 12.5,
      photo_info: [photo],
      seller: { id: 1, name: 'Ada Lovelace', email: 'ada@example.ca' },
      ...changes,
    }),
  )

describe('structured data', () => {
  it('describes the listing', () => {
    expect(lamp()).toMatchObject({
      '@type': 'Product',
      name: 'Desk lamp',
      description: 'Bright.',
      image: ['/api/uploads/a.webp'],
      offers: { '@type': 'Offer', price: 13, priceCurrency: 'CAD' },
    })
  })

  it.each([
    ['available', 'InStock'],
    ['pending', 'LimitedAvailability'],
    ['sold', 'SoldOut'],
  ] as const)('says that one that is %s is %s', (status, availability) => {
    expect(lamp({ status })).toMatchObject({
      offers: { availability: `https://schema.org/${availability}` },
    })
  })

  it('leaves out the seller’s address', () => {
    expect(JSON.stringify(lamp())).not.toContain('@example')
  })

  it('leaves out photos on other servers', () => {
    const external = { url: 'https://example.com/a.jpg', width: null, height: null, preview: null }
    expect(JSON.stringify(lamp({ photo_info: [external, photo] }))).not.toContain('example.com')
  })

  it('has no price where none is given', () => {
    const { offers } = lamp({ price: 0, status: 'sold' })
    expect(offers).toMatchObject({ availability: 'https://schema.org/SoldOut' })
    expect(offers).not.toHaveProperty('price')
  })

  it('has a price of 0 where it is free', () => {
    const { offers } = lamp({ price: 0, is_free: true })
    expect(offers).toMatchObject({ price: 0, priceCurrency: 'CAD' })
  })

  it('types a rental as accommodation', () => {
    const place = { address: '1 King St', num_beds: 3, is_shared: false }
    expect(structuredData(sampleListing('rental', place))).toMatchObject({
      '@type': ['Accommodation', 'Product'],
      address: '1 King St',
      numberOfBedrooms: 3,
    })
    const shared = { ...place, is_shared: true }
    expect(structuredData(sampleListing('rental', shared))).toMatchObject({
      numberOfBedrooms: 4,
    })
  })
})
