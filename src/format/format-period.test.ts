import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#categories/days.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { describePeriod } from './format-period.ts'

stayOnBuiltInCampus()

const today = '2026-11-16'
const textOf = (first: string, last: string | null | undefined, on = today) =>
  describePeriod({ first, last }, on)

describe('a period', () => {
  it.each([
    ['2027-01-01', '2027-04-30', 'Winter 2027 · 4 months'],
    ['2027-05-01', '2027-08-31', 'Spring 2027 · 4 months'],
    ['2027-01-01', '2027-08-31', 'Winter and Spring 2027 · 8 months'],
    ['2027-09-01', '2028-04-30', 'Fall 2027 and Winter 2028 · 8 months'],
    ['2027-01-01', '2027-12-31', 'Winter to Fall 2027 · 12 months'],
    ['2027-09-01', '2028-08-31', 'Fall 2027 to Spring 2028 · 12 months'],
    ['2027-01-01', '2028-12-31', 'Winter 2027 to Fall 2028 · 24 months'],
  ])('from %s to %s has the name of its terms', (first, last, text) => {
    expect(textOf(first, last)).toBe(text)
  })

  it('may begin and end a week before or after its terms', () => {
    for (const days of [-7, 7]) {
      expect(textOf(addDays('2027-01-01', days), '2027-04-30')).toBe('Winter 2027 · 4 months')
      expect(textOf('2027-01-01', addDays('2027-04-30', days))).toBe('Winter 2027 · 4 months')
    }
    expect(textOf('2027-01-08', '2027-04-23')).toBe('Winter 2027 · 4 months')
    expect(textOf('2027-01-09', '2027-04-30')).toBe('Jan 9 – Apr 30, 2027')
    expect(textOf('2027-01-01', '2027-05-08')).toBe('Jan 1 – May 8, 2027')
    expect(textOf('2026-12-24', '2027-04-30')).toBe('Dec 24, 2026 – Apr 30, 2027')
  })

  it('that fits no terms has its days, with the year once if it is the same', () => {
    expect(textOf('2027-01-15', '2027-03-31')).toBe('Jan 15 – Mar 31, 2027')
    expect(textOf('2026-11-20', '2027-02-28')).toBe('Nov 20, 2026 – Feb 28, 2027')
    // These days are at the border of two terms, so they are named after neither.
    expect(textOf('2027-04-28', '2027-05-03')).toBe('Apr 28 – May 3, 2027')
  })

  it('without an end says from when', () => {
    expect(textOf('2027-01-01', null)).toBe('Available Jan 1, 2027')
    expect(textOf('2027-01-01', undefined)).toBe('Available Jan 1, 2027 · End date not given')
  })

  it('that has begun is available now', () => {
    for (const first of ['2026-09-01', today]) {
      expect(textOf(first, null)).toBe('Available now')
      expect(textOf(first, undefined)).toBe('Available now · End date not given')
      expect(textOf(first, '2026-12-31')).toBe('Available now · Until Dec 31, 2026')
    }
    expect(textOf('2026-11-17', null)).toBe('Available Nov 17, 2026')
    expect(textOf('2026-09-01', today)).toBe('Available now · Until Nov 16, 2026')
  })

  it('that is over was available', () => {
    expect(textOf('2026-09-01', '2026-10-31')).toBe('Was available until Oct 31, 2026')
    expect(textOf('2026-09-01', '2026-11-15')).toBe('Was available until Nov 15, 2026')
  })

  it('is described whatever was stored', () => {
    const number = (digits: number) =>
      fc.integer({ min: 0, max: 10 ** digits - 1 }).map((n) => String(n).padStart(digits, '0'))
    const day = fc.tuple(number(4), number(2), number(2)).map((parts) => parts.join('-'))
    const last = fc.oneof(day, fc.constant(null), fc.constant(undefined))
    fc.assert(
      fc.property(day, last, day, (first, end, on) => {
        expect(textOf(first, end, on)).not.toMatch(/undefined|NaN|null|Invalid/)
      }),
      { numRuns: 1000, examples: [['0000-01-01', '0000-01-01', '0000-00-00']] },
    )
  })
})
