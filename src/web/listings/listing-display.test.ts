import { describe, expect, it } from 'vitest'
import { sampleListing } from '#tests/support/sample-listing.ts'
import {
  displayAge,
  displayDates,
  displayDescription,
  displayTitle,
  quotedTitle,
} from './listing-display.ts'

const listingWith = (changes: object) => sampleListing('rental', changes)

describe('listing display', () => {
  it('has a placeholder for blank values', () => {
    for (const title of ['', ' ', '\u200B']) {
      expect(displayTitle(listingWith({ title }))).toBe('Untitled listing')
    }
    expect(displayDescription(listingWith({ description: ' ' }))).toBe('No description provided.')
  })

  it('says when a listing was posted and renewed', () => {
    const today = '2026-11-10'
    const posted = listingWith({ post_date: '2026-10-02T15:00:00.000Z' })
    expect(displayDates(posted, today)).toBe('Posted Oct 2')
    expect(displayAge(posted, today)).toBe('5 weeks ago')
    expect(displayAge(posted, '2026-10-02')).toBe('Today')
    const renewed = { ...posted, renewedAt: '2026-11-09T15:00:00.000Z' }
    expect(displayDates(renewed, today)).toBe('Posted Oct 2 · renewed Nov 9')
    expect(displayDates(renewed, '2027-01-05')).toBe('Posted Oct 2, 2026 · renewed Nov 9, 2026')
    expect(displayAge(renewed, today)).toBe('Renewed yesterday')
  })

  it.each([
    ['Bike', '“Bike”'],
    ['W'.repeat(40), `“${'W'.repeat(40)}”`],
    ['🚲'.repeat(41), `“${'🚲'.repeat(40)}…”`],
    [`${'W'.repeat(39)} ${'W'.repeat(20)}`, `“${'W'.repeat(39)}…”`],
  ])('quotes %s as %s', (title, quoted) => {
    expect(quotedTitle({ title })).toBe(quoted)
  })
})
