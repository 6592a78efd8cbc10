import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { firstToShow } from './first-to-show.ts'

const listings = Array.from({ length: 48 }, (_, index) =>
  sampleListing('rental', { id: index + 1 }),
)

const setScreen = (innerWidth: number, innerHeight: number) => {
  vi.stubGlobal('innerWidth', innerWidth)
  vi.stubGlobal('innerHeight', innerHeight)
}

beforeEach(() => setScreen(390, 844))
afterEach(() => vi.unstubAllGlobals())

describe('the cards that are rendered first', () => {
  it('fill the screen when a link leads to the list', () => {
    expect(firstToShow(listings, false)).toEqual(listings.slice(0, 6))
    setScreen(320, 480)
    expect(firstToShow(listings, false)).toHaveLength(4)
    setScreen(200, 480)
    expect(firstToShow(listings, false)).toHaveLength(4)
    setScreen(1440, 900)
    expect(firstToShow(listings, false)).toHaveLength(30)
  })

  it('reach a screen below the pressed card on the way back', () => {
    expect(firstToShow(listings, '/rentals/1')).toEqual(listings.slice(0, 7))
    expect(firstToShow(listings, '/rentals/30')).toEqual(listings.slice(0, 36))
    expect(firstToShow(listings, '/rentals/48')).toEqual(listings)
  })

  it('are all cards if the reader left by something else than a card', () => {
    expect(firstToShow(listings, '/about')).toEqual(listings)
    expect(firstToShow(listings, undefined)).toEqual(listings)
    expect(firstToShow(listings, '/textbooks/1')).toEqual(listings)
  })
})
