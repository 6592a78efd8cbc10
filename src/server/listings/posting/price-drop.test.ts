import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Listing } from '#contract/listing.ts'
import { dayMs } from '../../durations.ts'
import { currentPrice, findPriceDrop, type PreviousPrice } from './prices.ts'

interface Change {
  day: number
  cents: number
}

/** Returns the stored history of prices that were set on these days. */
function historyOf(changes: readonly Change[]) {
  const prices: PreviousPrice[] = changes.slice(0, -1).map(({ day, cents }, index) => ({
    cents,
    since: day * dayMs,
    until: (changes[index + 1]?.day ?? 0) * dayMs,
  }))
  const { day, cents } = changes.at(-1) ?? { day: 0, cents: 0 }
  return { prices, current: { cents, since: day * dayMs } }
}

const set = (day: number, dollars: number): Change => ({ day, cents: dollars * 100 })

/** Returns the price drop that the page shows, as `[dollars, day]`. */
function shown(...changes: Change[]) {
  const { prices, current } = historyOf(changes)
  const was = findPriceDrop(prices, current, current.since)
  return was && [was.cents / 100, was.since / dayMs]
}

describe('a price drop', () => {
  it('is 5 % and $5 below the price before', () => {
    expect(shown(set(0, 900), set(5, 855))).toEqual([900, 0])
    expect(shown(set(0, 900), set(5, 855.01))).toBeUndefined()
    expect(shown(set(0, 20), set(5, 15))).toEqual([20, 0])
    expect(shown(set(0, 20), set(5, 15.01))).toBeUndefined()
    expect(shown(set(0, 20), set(5, 0))).toEqual([20, 0])
    expect(shown(set(0, 900), set(5, 900))).toBeUndefined()
    expect(shown(set(0, 900), set(5, 1000))).toBeUndefined()
    expect(shown(set(0, 0), set(5, 0))).toBeUndefined()
    expect(shown(set(0, 900))).toBeUndefined()
  })

  it('is below the lowest price of 30 days, and says since when that was asked', () => {
    expect(shown(set(0, 900), set(10, 1000), set(12, 900))).toBeUndefined()
    expect(shown(set(0, 900), set(10, 1000), set(12, 800))).toEqual([900, 0])
    expect(shown(set(0, 1000), set(10, 900), set(12, 950), set(14, 800))).toEqual([900, 10])
    expect(shown(set(0, 900), set(10, 1000), set(40, 900))).toEqual([1000, 10])
    expect(shown(set(0, 900), set(10.5, 1000), set(40, 900))).toBeUndefined()
  })

  it('of two that are equally low says the first', () => {
    expect(shown(set(0, 900), set(3, 950), set(4, 900), set(5, 800))).toEqual([900, 0])
  })

  it('is news only to a student who has not seen the current price', () => {
    const { prices, current } = historyOf([set(0, 900), set(10, 800)])
    expect(findPriceDrop(prices, current, 5 * dayMs)).toEqual({ cents: 90_000, since: 0 })
    expect(findPriceDrop(prices, current, 10 * dayMs + 1)).toBeUndefined()
    const raised = historyOf([set(0, 800), set(10, 1000), set(12, 850)])
    expect(findPriceDrop(raised.prices, raised.current, 5 * dayMs)).toBeUndefined()
    expect(findPriceDrop(raised.prices, raised.current, 11 * dayMs)).toBeUndefined()
    const twice = historyOf([set(0, 900), set(10, 870), set(11, 840)])
    expect(findPriceDrop(twice.prices, twice.current, 5 * dayMs)).toEqual({
      cents: 90_000,
      since: 0,
    })
  })

  it('is none of what asks no price', () => {
    const { prices } = historyOf([set(0, 900), set(10, 0)])
    expect(findPriceDrop(prices, undefined, 10 * dayMs)).toBeUndefined()
  })
})

describe('for any history', () => {
  /** Days in ascending order, each with its price. */
  const histories = fc
    .array(fc.record({ day: fc.nat(120), cents: fc.nat(3_000) }), { minLength: 1, maxLength: 12 })
    .map((changes) => changes.toSorted((a, b) => a.day - b.day))
  const befores = fc.nat(130)

  it('a drop is lower than every price of the days before, counted one by one', () => {
    fc.assert(
      fc.property(histories, befores, (changes, before) => {
        const { prices, current } = historyOf(changes)
        const priceOn = (day: number) => changes.findLast((change) => change.day <= day)?.cents
        const seen = Array.from({ length: 30 }, (_, index) => priceOn(before - 1 - index))
        // A price that was set and changed on the same day was in force for no time, but it may count.
        const brief = changes
          .filter(({ day }) => day < before && day > before - 30)
          .map(({ cents }) => cents)
        const lowest = Math.min(...[...seen, ...brief].filter((cents) => cents !== undefined))
        const was = findPriceDrop(prices, current, before * dayMs)
        const isDrop =
          Number.isFinite(lowest) &&
          current.cents <= lowest - 500 &&
          current.cents / lowest <= 1 - 0.05 + 1e-9
        expect(was?.cents).toBe(isDrop ? lowest : undefined)
        if (was) expect(changes).toContainEqual({ day: was.since / dayMs, cents: was.cents })
      }),
      { numRuns: 1_000 },
    )
  })

  it('raising and lowering again within 30 days is no drop', () => {
    fc.assert(
      fc.property(
        histories,
        fc.nat(1_000),
        fc.integer({ min: 1, max: 29 }),
        (changes, more, days) => {
          const last = changes.at(-1) ?? set(0, 0)
          const raised = { day: last.day + 1, cents: last.cents + more }
          const lowered = { day: raised.day + days, cents: last.cents }
          const { prices, current } = historyOf([...changes, raised, lowered])
          expect(findPriceDrop(prices, current, current.since)).toBeUndefined()
        },
      ),
    )
  })

  it('the order of the rows does not matter', () => {
    fc.assert(
      fc.property(histories, befores, (changes, day) => {
        const { prices, current } = historyOf(changes)
        expect(findPriceDrop(prices.toReversed(), current, day * dayMs)).toEqual(
          findPriceDrop(prices, current, day * dayMs),
        )
      }),
    )
  })
})

describe('the current price', () => {
  const postedAt = '2026-10-02T15:00:00.000Z'
  const item = { category: 'misc', price: 15, details: {}, postedAt }
  const priceOf = (changes: object, prices: PreviousPrice[] = []) =>
    currentPrice({ ...item, ...changes } as Listing, prices)

  it('is asked since the last one ended, or since posting', () => {
    const since = Date.parse(postedAt)
    expect(priceOf({})).toEqual({ cents: 1500, since })
    const previous = { cents: 2000, since, until: since + dayMs }
    const later = { cents: 1700, since: since + dayMs, until: since + 2 * dayMs }
    expect(priceOf({}, [later, previous])).toEqual({ cents: 1500, since: since + 2 * dayMs })
  })

  it('is none of what is wanted, and of a price to be agreed on', () => {
    expect(priceOf({ details: { listing_type: 'Wanting' } })).toBeUndefined()
    expect(priceOf({ price: 0 })).toBeUndefined()
    expect(priceOf({ price: 0, details: { is_free: true } })).toMatchObject({ cents: 0 })
  })
})
