import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { sampleListing } from '#tests/support/sample-listing.ts'
import { countByStatus, doneText, endsSoon, statusText } from './status-text.ts'

stayOnBuiltInCampus()

const today = '2026-11-29'

const listing = (changes: object, category: CategoryId = 'misc') =>
  sampleListing(category, {
    title: 'Bike',
    listing_type: null,
    ends_at: '2026-12-20T15:00:00.000Z',
    ...changes,
  })

describe('statusText', () => {
  it.each([
    ['2026-12-05T15:00:00.000Z', 'Listed until Dec 5', false],
    ['2026-12-04T15:00:00.000Z', 'Ends in 5 days · Dec 4', true],
    ['2026-12-01T15:00:00.000Z', 'Ends in 2 days · Dec 1', true],
    ['2026-11-30T15:00:00.000Z', 'Ends tomorrow · Nov 30', true],
    ['2026-11-29T23:00:00.000Z', 'Ends today · Nov 29', true],
    ['2027-01-04T15:00:00.000Z', 'Listed until Jan 4, 2027', false],
  ])('of one that ends at %s is %j', (ends_at, text, isSoon) => {
    expect(statusText(listing({ ends_at }), today)).toBe(text)
    expect(statusText(listing({ ends_at, status: 'pending' }), today)).toBe(text)
    expect(endsSoon(listing({ ends_at }), today)).toBe(isSoon)
  })

  it('asks for nothing where the thing is free until its end', () => {
    const free = listing({ ends_at: '2026-12-01T15:00:00.000Z', is_free_until_end: true })
    expect(endsSoon(free, today)).toBe(false)
    expect(statusText(free, today)).toBe('Listed until Dec 1')
  })

  it('names the last day of one that ends at midnight on campus', () => {
    expect(statusText(listing({ ends_at: '2026-12-07T05:00:00.000Z' }), today)).toBe(
      'Listed until Dec 6',
    )
  })

  it.each([
    ['sold', 'on Nov 2'],
    ['expired', 'on Nov 20'],
    ['hidden', 'for now'],
    ['removed', 'on Nov 2'],
  ])('of a %s one is %j', (status, text) => {
    const ended = listing({ status, ends_at: '2026-11-20T15:00:00.000Z' })
    expect(statusText(ended, today)).toBe(text)
    expect(endsSoon(ended, today)).toBe(false)
  })
})

describe('doneText', () => {
  it.each([
    ['pending', { status: 'pending' }, '“Bike” is marked as pending.'],
    ['sold', { status: 'sold' }, '“Bike” is marked as sold.'],
    ['sold', { status: 'sold', listing_type: 'Wanting' }, '“Bike” is marked as found.'],
    ['available', {}, '“Bike” is available again.'],
    ['renew', {}, '“Bike” is renewed until Dec 20.'],
    [
      'renew',
      { event_date: '2026-12-20' },
      '“Bike” is renewed. It ends with its event date, Dec 20.',
    ],
  ] as const)('after %s of %j is %j', (action, changes, text) => {
    expect(doneText(listing(changes), action, today)).toBe(text)
  })
})

describe('countByStatus', () => {
  it('counts in the words of the category', () => {
    const sold = listing({ status: 'sold', listing_type: 'Selling' })
    const found = listing({ status: 'sold', listing_type: 'Wanting' })
    const listings = [sold, found, listing({ status: 'expired' }), sold]
    expect(countByStatus(listings)).toBe('2 sold, 1 found, 1 ended')
    expect(countByStatus([listing({ status: 'sold' }, 'rental')])).toBe('1 rented')
    expect(countByStatus([])).toBe('')
  })
})
