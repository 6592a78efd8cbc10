import { expect, it } from 'vitest'
import { formatResultCount } from './result-count.ts'

it('formats the number of results', () => {
  expect(formatResultCount({ total: 0, total_exact: true })).toBe('0 results')
  expect(formatResultCount({ total: 1, total_exact: true })).toBe('1 result')
  expect(formatResultCount({ total: 38, total_exact: true })).toBe('38 results')
  expect(formatResultCount({ total: 1000, total_exact: true })).toBe('1,000 results')
  expect(formatResultCount({ total: 1000, total_exact: false })).toBe('1,000+ results')
})
