import { expect, it } from 'vitest'
import type { WireListing } from '#contract/listings.ts'
import { sampleWire } from '#tests/support/sample-listing.ts'
import { trimForCard } from './trim-for-cards.ts'

const upload = { url: '/uploads/a.webp', width: 1280, height: 960, preview: 'data:,a' }
const external = { url: 'https://photos.example/1.jpg', width: null, height: null, preview: null }

const trim = (changes: Partial<WireListing>) => trimForCard(sampleWire('misc', changes))

it('keeps the cover, and counts the other photos', () => {
  const { photos, photo_info } = trim({
    photos: ['https://photos.example/1.jpg', '/uploads/a.webp', '/uploads/b.webp'],
    photo_info: [external, upload, { ...upload, url: '/uploads/b.webp' }],
  })
  expect(photos).toEqual([])
  expect(photo_info).toEqual([upload, { ...upload, url: '', preview: '' }, external])
})

it('cuts a long description between characters', () => {
  expect(trim({ description: '🛏'.repeat(301) }).description).toBe('🛏'.repeat(300))
  expect(trim({ description: 'First\nsecond' }).description).toBe('First\nsecond')
  expect(trim({ description: null }).description).toBeNull()
})
