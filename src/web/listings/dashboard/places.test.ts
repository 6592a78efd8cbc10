import { expect, it } from 'vitest'
import type { OwnListing } from '#contract/listings.ts'
import { addPlaces } from './places.ts'

const bike = { id: 1, status: 'available' } as OwnListing
const lamp = { id: 2, status: 'pending' } as OwnListing
const desk = { id: 3, status: 'expired' } as OwnListing

const places = [
  { id: 1, hasEnded: false },
  { id: 2, hasEnded: false },
  { id: 3, hasEnded: true },
]

it('places listings in their order, by their status', () => {
  expect(addPlaces([], [bike, lamp, desk])).toEqual(places)
})

it('keeps the places of listings that were sold, renewed or deleted', () => {
  const renewed = { ...desk, status: 'available' } as OwnListing
  const sold = { ...lamp, status: 'sold' } as OwnListing
  expect(addPlaces(places, [renewed, sold])).toBe(places)
})

it('places new listings first', () => {
  const sofa = { id: 4, status: 'available' } as OwnListing
  const added = addPlaces(places, [sofa, bike, lamp, desk])
  expect(added).toEqual([{ id: 4, hasEnded: false }, ...places])
})
