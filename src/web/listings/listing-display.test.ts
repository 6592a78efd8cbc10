import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import type { Listing } from '#contract/listings.ts'
import { displayAge, displayDates, displayDescription, displayTitle } from './listing-display.ts'

const { rental } = categoryById
const listingWith = (values: object) => values as unknown as Listing

describe('listing display', () => {
  it('has a placeholder for blank values', () => {
    for (const title of ['', ' ', '\u200B']) {
      expect(displayTitle(rental, listingWith({ title }))).toBe('Untitled listing')
    }
    expect(displayDescription(listingWith({ description: ' ' }))).toBe('No description provided.')
  })

  it('says when a listing was posted and renewed', () => {
    const today = '2026-11-10'
    const posted = listingWith({ post_date: '2026-10-02T15:00:00.000Z', renewed_at: null })
    expect(displayDates(rental, posted, today)).toBe('Posted Oct 2')
    expect(displayAge(rental, posted, today)).toBe('5 weeks ago')
    expect(displayAge(rental, posted, '2026-10-02')).toBe('Today')
    const renewed = listingWith({ ...posted, renewed_at: '2026-11-09T15:00:00.000Z' })
    expect(displayDates(rental, renewed, today)).toBe('Posted Oct 2 · renewed Nov 9')
    expect(displayDates(rental, renewed, '2027-01-05')).toBe(
      'Posted Oct 2, 2026 · renewed Nov 9, 2026',
    )
    expect(displayAge(rental, renewed, today)).toBe('Renewed yesterday')
  })
})
