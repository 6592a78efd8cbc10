import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../durations.ts'
import { halfWeightOf, isEstablished } from './report-weight.ts'

const old = { accountAgeMs: 8 * dayMs }
const young = { accountAgeMs: 7 * dayMs }

describe('the weight of a report, in halves', () => {
  it.each([
    ['an older account', { ...old, upheld: 0, rejected: 0 }, 2],
    ['an account of 7 days', { ...young, upheld: 0, rejected: 0 }, 1],
    ['an account of 7 days that was often right', { ...young, upheld: 9, rejected: 0 }, 1],
    ['one that was right twice', { ...old, upheld: 2, rejected: 0 }, 2],
    ['one that was right three times', { ...old, upheld: 3, rejected: 0 }, 3],
    ['one that was as often wrong', { ...old, upheld: 3, rejected: 3 }, 3],
    ['one that was more often wrong', { ...old, upheld: 3, rejected: 4 }, 1],
    ['one that was wrong once', { ...old, upheld: 0, rejected: 1 }, 1],
  ])('of %s', (_case, record, expected) => {
    expect(halfWeightOf(record)).toBe(expected)
  })

  it('is ½, 1 or 1½, and never less for being right or more for being wrong', () => {
    const record = fc.record({
      accountAgeMs: fc.integer({ min: 0, max: 20 * dayMs }),
      upheld: fc.nat(8),
      rejected: fc.nat(8),
    })
    fc.assert(
      fc.property(record, (reporter) => {
        const weight = halfWeightOf(reporter)
        const { upheld, rejected, accountAgeMs } = reporter
        expect([1, 2, 3]).toContain(weight)
        expect(halfWeightOf({ ...reporter, upheld: upheld + 1 })).toBeGreaterThanOrEqual(weight)
        expect(halfWeightOf({ ...reporter, rejected: rejected + 1 })).toBeLessThanOrEqual(weight)
        expect(
          halfWeightOf({ ...reporter, accountAgeMs: accountAgeMs + dayMs }),
        ).toBeGreaterThanOrEqual(weight)
        if (!isEstablished(reporter)) expect(weight).toBe(1)
      }),
    )
  })
})
