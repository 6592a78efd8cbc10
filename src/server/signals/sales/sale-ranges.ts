/** A sale in a group of similar things. */
export interface Sale {
  listingId: number
  sellerId: number
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

/** A range, the sales that it was computed from, and whether readers see it. */
export interface PublishedRange extends SaleRange {
  listingIds: readonly number[]
  isShown: boolean
}

/** The fewest sales behind a figure. */
export const minSales = 10

/** The figures of a group change once this many sales are new, so that two reads never differ by one sale. */
export const minNewSales = 5

/**
 * The fewest sellers behind a figure, and behind the new sales that change it. Whoever wants to compute the price of one
 * sale needs all other sellers on their side.
 */
export const minSellers = 5

/** Only this many of the newest sales of each seller count, so that no few accounts can fill a group. */
export const maxSalesOfSeller = 2

/** Only this many of the newest sales of a group count. */
export const maxSales = 200

/**
 * Returns what readers see of a group after a count. `sales` has its current sales, oldest first. The former figures stay
 * until enough sales are new, and are hidden while fewer than ten sales are left.
 */
export function nextRange(
  before: PublishedRange | undefined,
  sales: readonly Sale[],
): PublishedRange | undefined {
  if (sales.length === 0) return undefined
  const current = newestOfEach(sales).slice(-maxSales)
  const isShown = isMany(current, minSales)
  const known = new Set(before?.listingIds)
  const added = current.filter(({ listingId }) => !known.has(listingId))
  if (isShown && (!before || isMany(added, minNewSales))) {
    const listingIds = current.map(({ listingId }) => listingId)
    return { ...computeRange(current), listingIds, isShown }
  }
  return before && { ...before, isShown }
}

/** Returns the sales that count, oldest first. */
function newestOfEach(sales: readonly Sale[]): Sale[] {
  const counts = new Map<number, number>()
  const isCounted = ({ sellerId }: Sale) => {
    const count = (counts.get(sellerId) ?? 0) + 1
    counts.set(sellerId, count)
    return count <= maxSalesOfSeller
  }
  return sales.toReversed().filter(isCounted).reverse()
}

/** Returns whether there are this many sales, by enough sellers. */
const isMany = (sales: readonly Sale[], count: number): boolean =>
  sales.length >= count && new Set(sales.map(({ sellerId }) => sellerId)).size >= minSellers

/** Computes the middle half of the prices, rounded outwards, and the days within which most were gone. */
export function computeRange(sales: readonly Sale[]): SaleRange {
  const prices = Float64Array.from(sales, ({ cents }) => cents).sort()
  const days = Float64Array.from(sales, ({ days }) => days).sort()
  const [low, median, high] = [quantile(prices, 1), quantile(prices, 2), quantile(prices, 3)]
  const step = roundingStep(high)
  return {
    sales: sales.length,
    lowCents: Math.floor(low / step) * step,
    medianCents: Math.round(median / step) * step,
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

const roundDays = (days: number): number => daySteps.find((step) => days <= step) ?? 365
