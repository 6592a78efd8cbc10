import { describe, expect, it } from 'vitest'
import { median, quantile } from './median.ts'

describe('median', () => {
  it('is the middle value, whatever the order', () => {
    expect(median([30, 1, 2])).toBe(2)
  })

  it('lies between the two in the middle of an even number', () => {
    expect(median([4, 1, 3, 100])).toBe(3.5)
  })

  it('is not a number when nothing was measured', () => {
    expect(median([])).toBeNaN()
  })
})

describe('quantile', () => {
  it('leaves out the slowest part', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(quantile(values, 0.5)).toBe(51)
    expect(quantile(values, 0.99)).toBe(100)
  })

  it('compares numbers as numbers', () => {
    expect(quantile([10, 9, 100], 0.5)).toBe(10)
  })
})
