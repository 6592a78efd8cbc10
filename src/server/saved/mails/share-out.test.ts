import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOut } from './send-saved-mail.ts'

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

describe('shareOut', () => {
  it.each([
    [[12], [10]],
    [
      [3, 2],
      [3, 2],
    ],
    [
      [12, 1, 1],
      [8, 1, 1],
    ],
    [
      [12, 12],
      [5, 5],
    ],
    [
      [12, 12, 12],
      [4, 3, 3],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ])('gives %j of 10 places %j', (needs, shares) => {
    expect(shareOut(needs, 10)).toEqual(shares)
  })

  it('leaves no place empty while somebody needs one, and nobody far behind', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 25 }), fc.nat(20), (needs, places) => {
        const shares = shareOut(needs, places)
        expect(sum(shares)).toBe(Math.min(places, sum(needs)))
        for (const [index, share] of shares.entries()) {
          expect(share).toBeLessThanOrEqual(needs[index] ?? 0)
          if (share < (needs[index] ?? 0))
            expect(share).toBeGreaterThanOrEqual(Math.max(...shares) - 1)
        }
      }),
    )
  })
})
