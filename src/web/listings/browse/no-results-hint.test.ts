import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { filtersInTitle, noResultsHint } from './no-results-hint.ts'

const hint = (query: string, { hasSuggestions = false, today = '2026-11-15' } = {}) =>
  noResultsHint(categoryById.rental, new URLSearchParams(query), hasSuggestions, today)

it('names the highest price only where there is one', () => {
  expect(hint('furnished=1&max_price=100')).toMatch(/^Raise the highest price/)
  expect(hint('furnished=1&min_price=100')).toMatch(/^Remove a filter/)
  // A misspelt word may be to blame as well as the price.
  expect(hint('q=zepelin&max_price=100')).toBe(
    'Check the spelling, raise the highest price or remove a filter to see more.',
  )
  expect(hint('q=zepelin&furnished=1')).toBe('Check the spelling or remove a filter to see more.')
  expect(hint('q=zeppelin')).toMatch(/^Try fewer or shorter words/)
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
