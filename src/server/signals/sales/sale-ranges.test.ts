import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/support/run-count.ts'
import { computeRange, type PricedSale } from './sale-ranges.ts'

/** Counts values one by one, as a person with a pencil would. */
function slowQuarter(values: readonly number[], quarters: number): number {
  const isEnough = (value: number) =>
    4 * values.filter((other) => other <= value).length >= quarters * values.length
  return Math.min(...values.filter(isEnough))
}

const slowStep = (high: number) => {
  if (high < 2000) return 100
  if (high < 10_000) return 500
  if (high < 50_000) return 1000
  return high < 200_000 ? 2500 : 10_000
}

function slowRange(sales: readonly PricedSale[]) {
  const prices = sales.map(({ cents }) => cents)
  const [low, median, high] = [1, 2, 3].map((quarters) => slowQuarter(prices, quarters)) as [
    number,
    number,
    number,
  ]
  const step = slowStep(high)
  let lowCents = 0
  while (lowCents + step <= low) lowCents += step
  let medianCents = step
  while (medianCents + step / 2 <= median) medianCents += step
  let highCents = 0
  while (highCents < high) highCents += step
  const steps = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180, 365]
  const days = slowQuarter(
    sales.map(({ days }) => days),
    3,
  )
  const withinDays = steps.find((day) => day >= days) ?? 365
  return { sales: sales.length, lowCents, medianCents, highCents, withinDays }
}

const anySales = fc.array(
  fc.record({
    cents: fc.oneof(
      fc.integer({ min: 1, max: 30_00 }),
      fc.integer({ min: 1, max: 700_00 }),
      fc.integer({ min: 1, max: 3000_00 }),
    ),
    days: fc.integer({ min: 1, max: 800 }),
  }),
  { minLength: 1, maxLength: 60 },
)

describe('what things went for', () => {
  it('is the middle half of the prices, rounded outwards, with the days of three in four', () => {
    const sales = [38, 40, 42, 45, 47, 50, 50, 52, 55, 90].map((dollars, index) => ({
      cents: dollars * 100,
      days: index + 1,
    }))
    expect(computeRange(sales)).toEqual({
      sales: 10,
      lowCents: 40_00,
      medianCents: 45_00,
      highCents: 55_00,
      withinDays: 10,
    })
  })

  it('equals a slow, obvious computation', () => {
    fc.assert(
      fc.property(anySales, (sales) => {
        expect(computeRange(sales)).toEqual(slowRange(sales))
      }),
      { numRuns: runs(200) },
    )
  })
})
