import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { fewerFilters } from './fewer-filters.ts'
import { formatResultCount } from './result-count.ts'

const fewer = (query: string, without?: Record<string, number>) =>
  fewerFilters(categoryById.rental, new URLSearchParams(query), without)
const suggest = (query: string, without?: Record<string, number>) =>
  fewer(query, without).suggestions.map(
    ({ label, count, filters }) => `${label}: ${formatResultCount(count)} at ${filters}`,
  )

it('suggests to leave out what finds most, and nothing that finds none', () => {
  expect(
    suggest('cursor=abc&house_type=House,Basement&pets=1&q=king&term=2027-winter', {
      house_type: 2,
      pets: 0,
      q: 1000,
      term: 9,
    }),
  ).toEqual([
    'king: 1,000+ results at house_type=House%2CBasement&pets=1&term=2027-winter',
    'Winter 2027: 9 results at house_type=House%2CBasement&pets=1&q=king',
    'House, Basement: 2 results at pets=1&q=king&term=2027-winter',
  ])
})

it('makes no suggestion that is the whole list, but counts it', () => {
  const { suggestions, unfilteredCount } = fewer('order=price&q=king', { q: 14 })
  expect(suggestions).toEqual([])
  expect(unfilteredCount).toEqual({ total: 14, total_exact: true })
  expect(fewer('pets=1&q=king', { q: 14 }).unfilteredCount).toBeUndefined()
})

it('quotes the beginning of a long text', () => {
  const [suggestion] = suggest(`pets=1&q=${'x'.repeat(200)}`, { q: 3 })
  expect(suggestion).toBe(`${'x'.repeat(50)}…: 3 results at pets=1`)
})

it('makes four suggestions at most, and none without counts', () => {
  const query = 'bedrooms=2&furnished=1&max_price=500&pets=1&type=sublet'
  const without = { bedrooms: 1, furnished: 2, max_price: 3, pets: 4, type: 5 }
  expect(suggest(query, without)).toHaveLength(4)
  expect(suggest(query)).toEqual([])
})
