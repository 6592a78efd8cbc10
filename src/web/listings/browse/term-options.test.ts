import { expect, it } from 'vitest'
import { termOptions } from './term-options.ts'

const labels = (chosen: string) => termOptions('2026-11-16', chosen).map(({ label }) => label)
const upcoming = [
  'Fall 2026',
  'Winter 2027',
  'Spring 2027',
  'Fall 2027',
  'Winter 2028',
  'Spring 2028',
]

it('offers the current term and the next ones', () => {
  expect(labels('')).toEqual(upcoming)
  expect(labels('2027-spring')).toEqual(upcoming)
})

it('offers the term of an old or far-sighted link, in its place', () => {
  expect(labels('2026-winter')).toEqual(['Winter 2026', ...upcoming])
  expect(labels('2029-fall')).toEqual([...upcoming, 'Fall 2029'])
})
