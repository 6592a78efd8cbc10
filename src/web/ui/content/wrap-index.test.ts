import { describe, expect, it } from 'vitest'
import { wrapIndex } from './wrap-index.ts'

describe('wrapIndex', () => {
  it('keeps an index that is in range', () => {
    expect([0, 1, 2].map((index) => wrapIndex(index, 3))).toEqual([0, 1, 2])
  })

  it('wraps past both ends', () => {
    expect(wrapIndex(3, 3)).toBe(0)
    expect(wrapIndex(-1, 3)).toBe(2)
    expect(wrapIndex(-4, 3)).toBe(2)
    expect(wrapIndex(7, 3)).toBe(1)
  })

  it('is 0 in a list of one or none', () => {
    expect(wrapIndex(1, 1)).toBe(0)
    expect(wrapIndex(-1, 1)).toBe(0)
    expect(wrapIndex(5, 0)).toBe(0)
  })
})
