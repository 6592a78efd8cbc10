import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { appliedFilters } from '#contract/understood.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { fewerFilters, filtersInTitle, noResultsHint } from './no-results.tsx'
import { formatResultCount } from './result-count.ts'

stayOnBuiltInCampus()

const hint = (query: string, { hasSuggestions = false, today = '2026-11-15' } = {}) =>
  noResultsHint(categoryById.rental, new URLSearchParams(query), hasSuggestions, today)

it('names the highest price only where there is one', () => {
  expect(hint('furnished=1&max_price=100')).toMatch(/^Raise the max price/)
  expect(hint('furnished=1&min_price=100')).toMatch(/^Remove a filter/)
  // Besides the price, a misspelt word may be the cause.
  expect(hint('q=zepelin&max_price=100')).toBe(
    'Check the spelling, raise the max price or remove a filter to see more.',
  )
  expect(hint('q=zepelin&furnished=1')).toBe('Check the spelling or remove a filter to see more.')
  expect(hint('q=zeppelin')).toMatch(/^Check the spelling or try fewer words/)
})

it.each([
  ['q=biolgy', ''],
  ['q=biolgy&max_price=1200', ' up to $1,200'],
  ['q=biolgy&max_price=20&pets=1', ' up to $20 with these filters'],
  ['q=biolgy&pets=1', ' with these filters'],
  ['max_price=20', ' these filters'],
])('names what finds nothing: %s', (query, title) => {
  expect(filtersInTitle(categoryById.rental, new URLSearchParams(query))).toBe(title)
})

it('suggests to leave out filters that words became', () => {
  const typed = new URLSearchParams('q=zzyz under 900')
  const parts = [{ text: 'under 900', filters: { max_price: '900' } }]
  const understood = { q: 'zzyz', parts, corrected: [], dropped: [], names_category: false }
  const { suggestions, unfilteredCount } = fewerFilters(
    categoryById.rental,
    appliedFilters(typed, understood),
    { q: 20, max_price: 12 },
  )
  expect(suggestions.map(({ filters }) => filters.toString())).toEqual(['max_price=900', 'q=zzyz'])
  expect(unfilteredCount).toBeUndefined()
})

it('points to its suggestions', () => {
  expect(hint('max_price=100&pets=1', { hasSuggestions: true })).toMatch(/^Remove one of these/)
  expect(hint('q=biolgy&max_price=20', { hasSuggestions: true })).toBe(
    'Check the spelling, or remove a filter.',
  )
})

it('says that a term has passed, from the day after its last', () => {
  const passed = /^Fall 2026 has passed\./
  expect(hint('pets=1&term=2026-fall', { hasSuggestions: true, today: '2027-01-01' })).toMatch(
    passed,
  )
  expect(hint('term=2026-fall', { today: '2026-12-31' })).not.toMatch(passed)
})

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
