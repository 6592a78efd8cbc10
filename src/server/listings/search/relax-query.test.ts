import { expect, it } from 'vitest'
import { parseTerm } from '#categories/academic-terms.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { describePart } from './relax-query.ts'

stayOnBuiltInCampus()

it.each([
  ['2026-12-07', '2027-04-06', 'Not all of Winter 2027: until Apr 6'],
  ['2027-02-01', '2027-08-31', 'Not all of Winter 2027: from Feb 1'],
  ['2027-01-20', '2027-04-06', 'Not all of Winter 2027: Jan 20 – Apr 6'],
  ['2027-03-01', null, 'Not all of Winter 2027: from Mar 1'],
  ['2026-12-19', undefined, 'Starts in time, end date not given'],
  ['2027-01-19', undefined, 'Starts in time, end date not given'],
  ['2027-01-20', undefined, 'From Jan 20, end date not given'],
])('says what a stay from %s until %s lacks of a term', (first, last, expected) => {
  const term = parseTerm('2027-winter')
  expect(term && describePart(term, { first, last })).toBe(expected)
})
