/** What a figure is computed from. */
export interface PricedSale {
  cents: number
  /** How many days it took from posting to the sale, at least 1. */
  days: number
}

/** The numbers that readers see. Prices are in cents. */
export interface SaleRange {
  sales: number
  lowCents: number
  medianCents: number
  highCents: number
  withinDays: number
}

/** Computes the middle half of the prices, rounded outwards, and the days within which most were gone. */
export function computeRange(sales: readonly PricedSale[]): SaleRange {
  const prices = Float64Array.from(sales, ({ cents }) => cents).sort()
  const days = Float64Array.from(sales, ({ days }) => days).sort()
  const [low, median, high] = [quantile(prices, 1), quantile(prices, 2), quantile(prices, 3)]
  const step = roundingStep(high)
  return {
    sales: sales.length,
    lowCents: Math.floor(low / step) * step,
    // A price of a few cents would round to nothing.
    medianCents: Math.max(step, Math.round(median / step) * step),
    highCents: Math.ceil(high / step) * step,
    withinDays: roundDays(quantile(days, 3)),
  }
}

/** Returns the lowest value that is not below the given number of quarters of all values. */
const quantile = (sorted: Float64Array, quarters: number): number =>
  sorted[Math.ceil((sorted.length * quarters) / 4) - 1] ?? 0

const roundingSteps: readonly [belowCents: number, stepCents: number][] = [
  [20_00, 1_00],
  [100_00, 5_00],
  [500_00, 10_00],
  [2000_00, 25_00],
]

const roundingStep = (cents: number): number =>
  roundingSteps.find(([below]) => cents < below)?.[1] ?? 100_00

const daySteps = [1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180]

/** Stands for any time that is longer than the last step. Readers do not see it. */
export const longerDays = 365

const roundDays = (days: number): number => daySteps.find((step) => days <= step) ?? longerDays
