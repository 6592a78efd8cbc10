import { expect, it } from 'vitest'
import { countText } from './count-text.ts'

it('counts results in words', () => {
  expect(countText({ total: 0, total_exact: true })).toBe('0 results')
  expect(countText({ total: 1, total_exact: true })).toBe('1 result')
  expect(countText({ total: 38, total_exact: true })).toBe('38 results')
  expect(countText({ total: 1000, total_exact: true })).toBe('1,000 results')
  expect(countText({ total: 1000, total_exact: false })).toBe('1,000+ results')
})
