import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import { listingInput } from '#contract/listing-input.ts'
import { demoListings, photosOf } from './demo-listings.ts'
import type { Scene } from './drawings/draw-photo.ts'
import { STUDENTS } from './students.ts'

const now = new Date('2026-03-31T12:00:00Z')
const listings = demoListings(now)

const newestFirst = (category: string) =>
  listings.filter((listing) => listing.category === category).reverse()

function subject(scene: Scene): string {
  if (scene.kind === 'thing') return scene.thing
  return scene.kind === 'book' ? `${scene.layout} ${scene.motif}` : scene.views[0]
}

describe('sample listings', () => {
  it('would each be accepted from a student, as they are', () => {
    for (const { category, body } of listings) {
      const posted = { ...body, photos: ['/uploads/sample.webp'] }
      expect(listingInput[category].parse(posted)).toEqual(posted)
    }
  })

  it.each(categories.map(({ id }) => id))('fill the first page of %s', (id) => {
    expect(newestFirst(id).length).toBeGreaterThanOrEqual(24)
  })

  it('come oldest first, spread over the last weeks, no two at one moment', () => {
    const ages = listings.map(({ daysAgo }) => daysAgo)
    expect(ages).toEqual([...ages].sort((a, b) => b - a))
    expect(new Set(ages).size).toBe(ages.length)
    expect(ages.at(-1)).toBeGreaterThan(0)
    expect(ages[0]).toBeGreaterThan(21)
    expect(ages[0]).toBeLessThan(60)
  })

  it('keep every sample student busy', () => {
    expect(new Set(listings.map(({ seller }) => seller)).size).toBe(Object.keys(STUDENTS).length)
  })

  it('offer places that become free in the future, in a term they name', () => {
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

  it.each(categories.map(({ id }) => id))('never look alike side by side in %s', (id) => {
    const scenes = newestFirst(id).map(({ scene }) => scene)
    for (const [index, scene] of scenes.entries()) {
      const near = scenes.slice(index + 1, index + 5)
      expect(near.map(({ palette }) => palette)).not.toContain(scene.palette)
      expect(near.slice(0, 1).map(subject)).not.toContain(subject(scene))
    }
  })

  it('have one to four photos, each different', () => {
    for (const listing of listings) {
      const photos = photosOf(listing)
      expect(photos.length).toBeGreaterThanOrEqual(1)
      expect(photos.length).toBeLessThanOrEqual(4)
      expect(new Set(photos).size).toBe(photos.length)
    }
  })

  it('have covers of their own', () => {
    const covers = listings.map((listing) => photosOf(listing)[0])
    expect(new Set(covers).size).toBe(covers.length)
  })
})
