import { describe, expect, it } from 'vitest'
import { median, quantile } from './median.ts'

describe('median', () => {
  it('is the middle value of unsorted values', () => {
    expect(median([30, 1, 2])).toBe(2)
  })

  it('is the mean of the two middle values of an even number', () => {
    expect(median([4, 1, 3, 100])).toBe(3.5)
  })

  it('is NaN without values', () => {
    expect(median([])).toBeNaN()
  })
})

describe('quantile', () => {
  it('is the value at that fraction of the sorted values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(quantile(values, 0.5)).toBe(51)
    expect(quantile(values, 0.99)).toBe(100)
  })

  it('sorts by number, not by text', () => {
    expect(quantile([10, 9, 100], 0.5)).toBe(10)
  })
})
