import { expect, it } from 'vitest'
import { parseAmount } from './offer-actions.ts'

it.each([
  ['40', 40],
  [' 1,200 ', 1200],
  ['$35', 35],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['0', undefined],
  ['12.50', undefined],
  ['-3', undefined],
  ['a lot', undefined],
  ['', undefined],
])('reads %j as %s', (text, amount) => {
  expect(parseAmount(text, '$')).toBe(amount)
})
