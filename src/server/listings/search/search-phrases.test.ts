import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { findPhrases, splitPhrases } from './search-phrases.ts'

const { rental, misc } = categoryById
const searched = (q: string) => splitPhrases(rental, q).phrases.map(({ value }) => value)
const titled = (title: string) => findPhrases(rental, title).map(({ value }) => value)

it.each([
  '2 bedroom',
  '2 Bedrooms',
  '2-bedroom',
  '2‑bedroom',
  '2br',
  '2 BR',
  'two bedroom',
  'Two-Bedrooms',
  '02 beds',
  'new: 2 bdrm, bright',
  '(2 bed)',
  '2 bds',
  '2 Bedrm',
  '2+ bedroom',
  '2 - bedroom',
  '２ bedroom',
])('understands %j', (text) => {
  expect(searched(text)).toEqual([2])
  expect(titled(text)).toEqual([2])
})

it.each(['2 bedr', 'sublet two-bedroo', '2bdr'])('understands %j while it is typed', (q) => {
  expect(searched(q)).toEqual([2])
  expect(titled(q)).toEqual([])
})

it.each([
  '2 bathrooms, bedroom',
  'from May 1. Bedrooms are large',
  'from May 1, bedrooms are large',
  'from May 1\nBedrooms are large',
  '2.5 bedrooms',
  '2 bedr sublet',
  '2 be',
  'B2 bedroom',
  '200 bedroom',
  '2 bedside tables',
  'bedroom 2',
  'anyone bed',
])('finds no number of bedrooms in %j', (text) => {
  expect(searched(text)).toEqual([])
  expect(titled(text)).toEqual([])
})

it.each([
  'Private room in a 2 bedroom apartment',
  'ROOMS, 2 bedroom house',
  'Roommate for a 2-bedroom',
])('does not take %j for a place with two bedrooms', (title) => {
  expect(titled(title)).toEqual([])
  expect(searched(title)).toEqual([2])
})

it('leaves the rest of the text', () => {
  expect(splitPhrases(rental, 'sunny 2 bedroom sublet').rest).toBe('sunny   sublet')
  const text = '3 bed frames'
  expect(splitPhrases(misc, text)).toEqual({ phrases: [], rest: text })
})
