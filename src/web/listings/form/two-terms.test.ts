import { beforeEach, expect, it } from 'vitest'
import { describePeriod } from '#format/format-period.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { termChoices } from './term-choices.ts'

// This campus has no summer term, and two weeks between the other terms.
beforeEach(() =>
  changeCampus({
    terms: [
      { id: 'winter', name: 'Winter', firstDay: '01-10', lastDay: '04-30' },
      { id: 'fall', name: 'Fall', firstDay: '09-01', lastDay: '12-27' },
    ],
  }),
)

it('offers no pair of terms with a free summer between them', () => {
  expect(termChoices('2026-11-15')).toMatchObject([
    { label: 'Winter 2027', first: '2027-01-10', last: '2027-04-30' },
    { label: 'Fall 2027', first: '2027-09-01', last: '2027-12-27' },
    { label: 'Winter 2028' },
    { label: 'Fall 2027 + Winter 2028', first: '2027-09-01', last: '2028-04-30' },
  ])
})

it('names no period by terms with a free summer between them', () => {
  const describe = (first: string, last: string) => describePeriod({ first, last }, '2026-11-15')
  expect(describe('2027-01-10', '2027-12-27')).toBe('Jan 10 – Dec 27, 2027')
  expect(describe('2027-09-01', '2028-12-27')).toBe('Sep 1, 2027 – Dec 27, 2028')
  expect(describe('2027-09-01', '2028-04-30')).toBe('Fall 2027 and Winter 2028 · 8 months')
})
