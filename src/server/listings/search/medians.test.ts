import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countValues, medianOf, medianOfOthers } from './medians.ts'

describe('the median', () => {
  it.each([
    [[500], 500],
    [[100, 200, 900], 200],
    [[100, 200, 300, 900], 250],
    [[100, 100, 100, 900], 100],
    // Half a cent is rounded.
    [[100, 201], 151],
  ])('of %j is %d', (prices, median) => {
    expect(medianOf(prices)).toBe(median)
  })

  it.each([
    [[100, 200, 900], 550],
    [[100, 200, 300, 900], 300],
    [[100, 100, 100, 900], 100],
    [[100, 200], 200],
  ])('without one of the cheaper half of %j is %d', (prices, median) => {
    expect(medianOfOthers(prices)).toBe(median)
  })

  it('of the others is right for whichever listing asks less than the median of all', () => {
    // There are few different prices, so that many are equal.
    const prices = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(prices, (unsorted) => {
        const sorted = unsorted.toSorted((a, b) => a - b)
        for (const [index, price] of sorted.entries()) {
          if (price >= medianOf(sorted)) continue
          expect(medianOfOthers(sorted)).toBe(medianOf(sorted.toSpliced(index, 1)))
        }
      }),
    )
  })
})

it('counted values are those of a sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 2 }), (values) => {
      const counted = countValues()
      for (const value of values) counted.add(value)
      expect(counted.length).toBe(values.length)
      const [sorted, expected] = [counted.sort(), values.toSorted((a, b) => a - b)]
      expect(values.map((_, index) => sorted.at(index))).toEqual(expected)
      expect(sorted.at(values.length)).toBeUndefined()
      expect(medianOf(sorted)).toBe(medianOf(expected))
      expect(medianOfOthers(sorted)).toBe(medianOfOthers(expected))
    }),
  )
})
