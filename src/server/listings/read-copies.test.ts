import { expect, it } from 'vitest'
import { medianPrice } from './read-copies.ts'

it.each([
  [[], null],
  [[4000], 40],
  [[4000, 2500], 32.5],
  [[9000, 2500, 4000], 40],
  [[1000, 900, 10_000, 2000], 15],
  // Numbers, not texts, in order.
  [[900, 1000, 10_000], 10],
  // Half a cent is rounded.
  [[100, 101], 1.01],
])('the median of %j cents is %j dollars', (cents, dollars) => {
  expect(medianPrice(cents)).toBe(dollars)
})
