import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { listingInput } from '#contract/listing-input.ts'
import { demoListings, rankedDaysAgo } from './listings.ts'
import { demoStudents } from './students.ts'

const now = new Date('2026-03-31T12:00:00Z')
const listings = demoListings(now)

describe('sample listings', () => {
  it('are valid input for a new listing', () => {
    for (const { category, body } of listings) {
      const input = { ...body, photos: ['/uploads/sample.webp'] }
      expect(listingInput[category].parse(input)).toMatchObject(input)
    }
  })

  it.each(categories.map(({ id }) => id))('fill the first page of %s', (id) => {
    expect(listings.filter(({ category }) => category === id).length).toBeGreaterThanOrEqual(24)
  })

  it('come in the order of their ranks, spread over the last weeks, no two at the same time', () => {
    const ages = listings.map(rankedDaysAgo)
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
    expect(new Set(ages).size).toBe(ages.length)
    expect(ages.at(-1)).toBeGreaterThan(0)
    expect(ages[0]).toBeGreaterThan(21)
    expect(ages[0]).toBeLessThan(60)
  })

  it('give every sample student something to sell', () => {
    const sellers = new Set(listings.map(({ seller }) => seller))
    expect(sellers.size).toBe(Object.keys(demoStudents).length)
  })

  it('offer rentals that become available in the future, in a term they name', () => {
    for (const listing of listings) {
      if (listing.category !== 'rental') continue
      expect(Date.parse(listing.body.date_available)).toBeGreaterThan(now.getTime())
      expect(`${listing.body.title} ${listing.body.description}`).not.toMatch(/[{}]/)
    }
  })

  it('include something free and something wanted', () => {
    const items = listings.filter((listing) => listing.category === 'misc')
    expect(items.some(({ body }) => body.price === 0)).toBe(true)
    expect(items.filter(({ body }) => body.listing_type === 'Wanting').length).toBeGreaterThan(1)
  })
})
