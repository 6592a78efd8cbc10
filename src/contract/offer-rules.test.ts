import { describe, expect, it } from 'vitest'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { fromInput } from './listing.ts'
import type { ListingStatus } from './listing-status.ts'
import {
  answerText,
  movesOf,
  type OfferState,
  offerStateAt,
  offerSteps,
  takesOffers,
} from './offer-rules.ts'

const listingOf = (category: 'misc' | 'wanted', changes: object = {}) =>
  fromInput(category, { ...listingInputs[category], ...changes } as never)

it.each([
  ['a thing with a price', listingOf('misc'), true],
  ['a firm price', { ...listingOf('misc'), isFirm: true }, false],
  ['a free thing', listingOf('misc', { price: 0, is_free: true }), false],
  ['a price to be agreed on', listingOf('misc', { price: 0 }), false],
  ['a thing that somebody looks for', listingOf('misc', { listing_type: 'Wanting' }), false],
  ['a housing request', listingOf('wanted'), false],
])('%s takes offers or not', (_, listing, expected) => {
  expect(takesOffers(listing)).toBe(expected)
})

describe('an offer', () => {
  const now = 1_000
  const facts = { now, status: 'available' as ListingStatus | undefined, isThreadOpen: true }
  const open = { state: 'open' as OfferState, expires_at: now + 1 }
  const accepted = { ...open, state: 'accepted' as OfferState }

  it.each([
    ['in time', open, facts, 'open'],
    ['while the listing is pending', open, { ...facts, status: 'pending' as const }, 'open'],
    ['at its end', { ...open, expires_at: now }, facts, 'ended'],
    ['about a sold listing', open, { ...facts, status: 'sold' as const }, 'ended'],
    ['about an expired listing', open, { ...facts, status: 'expired' as const }, 'ended'],
    ['about a hidden listing', open, { ...facts, status: 'hidden' as const }, 'ended'],
    ['about a deleted listing', open, { ...facts, status: undefined }, 'ended'],
    ['that nobody can answer', open, { ...facts, isThreadOpen: false }, 'ended'],
    ['that was accepted', accepted, { ...facts, status: 'pending' as const }, 'accepted'],
    ['after the sale', accepted, { ...facts, status: 'sold' as const }, 'accepted'],
    ['whose listing is available again', accepted, facts, 'undone'],
    ['that was declined', { ...open, state: 'declined' as OfferState }, facts, 'declined'],
  ])('%s has its state', (_, offer, at, state) => {
    expect(offerStateAt(offer, at)).toBe(state)
  })

  it.each([
    ['open', false, 'available', ['accept', 'decline']],
    ['open', true, 'available', ['withdraw']],
    ['accepted', true, 'pending', ['undo']],
    ['accepted', false, 'pending', ['undo']],
    ['accepted', false, 'sold', []],
    ['declined', false, 'available', []],
    ['ended', true, 'available', []],
  ] as const)('%s, own %s, %s allows %j', (state, isOwn, status, moves) => {
    expect(movesOf(state, { isOwn, status })).toEqual(moves)
  })
})

it.each([
  [15, [14, 12]],
  [20, [19, 18, 16]],
  [240, [230, 220, 190]],
  [850, [810, 770, 680]],
  [2400, [2300, 2200, 1900]],
  [1, []],
  [2, []],
])('suggests round amounts below %s', (price, steps) => {
  expect(offerSteps(price)).toEqual(steps)
  for (const amount of steps) expect(amount).toBeLessThan(price)
})

it.each([
  ['accepted', "It's a deal: $80."],
  ['declined', "Sorry, $80 doesn't work for me."],
  ['withdrawn', "I'm withdrawing my offer of $80."],
  ['undone', 'Our deal at $80 is off.'],
] as const)('has words of the student for an offer that is %s', (answer, text) => {
  expect(answerText(answer, '$80')).toBe(text)
})
