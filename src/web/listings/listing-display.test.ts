import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { displayDescription, displayPrice, displayTitle } from './listing-display.ts'

const { rental } = categoryById
const listingWith = (values: object) => values as unknown as Listing

describe('listing display', () => {
  it('has a placeholder for blank values', () => {
    for (const title of ['', ' ', '\u200B']) {
      expect(displayTitle(rental, listingWith({ title }))).toBe('Untitled listing')
    }
    expect(displayDescription(listingWith({ description: ' ' }))).toBe('No description provided.')
    expect(displayPrice(rental, listingWith({}))).toBe('—')
  })
})
