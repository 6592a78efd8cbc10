import { expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { formatListingCount, formatResultCount } from './result-count.ts'

it('formats the number of results', () => {
  expect(formatResultCount({ total: 0, total_exact: true })).toBe('0 results')
  expect(formatResultCount({ total: 1, total_exact: true })).toBe('1 result')
  expect(formatResultCount({ total: 38, total_exact: true })).toBe('38 results')
  expect(formatResultCount({ total: 1000, total_exact: true })).toBe('1,000 results')
  expect(formatResultCount({ total: 1000, total_exact: false })).toBe('1,000+ results')
})

it('formats the number of listings of a category', () => {
  const { rental } = categoryById
  expect(formatListingCount(rental, { total: 1, total_exact: true })).toBe('1 rental')
  expect(formatListingCount(rental, { total: 24, total_exact: true })).toBe('24 rentals')
  expect(formatListingCount(rental, { total: 1000, total_exact: false })).toBe('1,000+ rentals')
})
