import { expect, it } from 'vitest'
import type { OwnListing } from '#contract/listing.ts'
import { addCardPlaces } from './own-listings-section.tsx'

const today = '2026-11-15'
const endsAt = '2026-12-15T05:00:00.000Z'
const bike = { id: 1, status: 'available', endsAt } as OwnListing
const lamp = { id: 2, status: 'pending', endsAt } as OwnListing
const desk = { id: 3, status: 'expired' } as OwnListing

const places = [
  { id: 1, hasEnded: false },
  { id: 2, hasEnded: false },
  { id: 3, hasEnded: true },
]

it('places listings in their order, by their status', () => {
  expect(addCardPlaces([], [bike, lamp, desk], today)).toEqual(places)
})

it('places listings that end soon first, the next end first', () => {
  const endingOn = (id: number, day: string, changes: object = {}) =>
    ({ id, status: 'available', endsAt: `${day}T12:00:00.000Z`, ...changes }) as OwnListing
  const listings = [
    endingOn(1, '2026-12-10'),
    endingOn(2, '2026-11-19'),
    endingOn(3, '2026-11-30'),
    endingOn(4, '2026-11-16'),
    endingOn(5, '2026-11-16', { isFreeUntilEnd: true }),
  ]
  expect(addCardPlaces([], listings, today).map(({ id }) => id)).toEqual([4, 2, 1, 3, 5])
})

it('keeps the places of listings that were sold, renewed or deleted', () => {
  const renewed = { ...desk, status: 'available', endsAt } as OwnListing
  const sold = { ...lamp, status: 'sold' } as OwnListing
  expect(addCardPlaces(places, [renewed, sold], today)).toBe(places)
})

it('places new listings first', () => {
  const sofa = { id: 4, status: 'available', endsAt } as OwnListing
  const added = addCardPlaces(places, [sofa, bike, lamp, desk], today)
  expect(added).toEqual([{ id: 4, hasEnded: false }, ...places])
})

it('does not fold away what waits for a moderator or can be appealed', () => {
  const hidden = { id: 5, status: 'hidden' } as OwnListing
  const removed = (id: number, moderation: object) =>
    ({ id, status: 'removed', moderation }) as OwnListing
  const time = '2026-11-22T15:00:00.000Z'
  const listings = [
    hidden,
    removed(6, { appeal_until: time, appealed_at: null }),
    removed(7, { appeal_until: null, appealed_at: time }),
    removed(8, { appeal_until: null, appealed_at: null }),
  ]
  expect(addCardPlaces([], listings, today)).toEqual([
    { id: 5, hasEnded: false },
    { id: 6, hasEnded: false },
    { id: 7, hasEnded: false },
    { id: 8, hasEnded: true },
  ])
})
