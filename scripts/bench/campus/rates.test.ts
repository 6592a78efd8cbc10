import { expect, it } from 'vitest'
import { audienceShares, pageMix } from './rates.ts'

const sum = (shares: Record<string, number>) =>
  Object.values(shares).reduce((total, share) => total + share, 0)

it('has shares that add up to the whole', () => {
  expect(sum(audienceShares)).toBe(1)
  expect(sum(pageMix.visitor)).toBe(100)
  expect(sum(pageMix.student)).toBe(100)
})
