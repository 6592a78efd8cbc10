import { describe, expect, it } from 'vitest'
import { wrapIndex } from './wrap-index.ts'

describe('going round a row', () => {
  it('stays inside the row', () => {
    expect([0, 1, 2].map((index) => wrapIndex(index, 3))).toEqual([0, 1, 2])
  })

  it('comes in at the other end', () => {
    expect(wrapIndex(3, 3)).toBe(0)
    expect(wrapIndex(-1, 3)).toBe(2)
    expect(wrapIndex(-4, 3)).toBe(2)
    expect(wrapIndex(7, 3)).toBe(1)
  })

  it('has nowhere to go in a row of one or none', () => {
    expect(wrapIndex(1, 1)).toBe(0)
    expect(wrapIndex(-1, 1)).toBe(0)
    expect(wrapIndex(5, 0)).toBe(0)
  })
})
