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
 * Returns what readers see of all groups after a count. A sale may be in several groups: a book counts for its ISBN and for
 * its course. Two figures that share sales differ by several sales or by none, so that nobody can compute the price of one.
 */
export function nextRanges(
  before: ReadonlyMap<string, PublishedRange>,
  sales: ReadonlyMap<string, readonly Sale[]>,
): Map<string, PublishedRange> {
  const ranges = new Map(before)
  const sellers = new Map([...sales.values()].flat().map((sale) => [sale.listingId, sale.sellerId]))
  const groupsOf = new Map<number, Set<string>>()
  const record = (group: string, { listingIds }: PublishedRange) => {
    for (const id of listingIds) groupsOf.getOrInsertComputed(id, () => new Set()).add(group)
  }
  for (const [group, range] of before) record(group, range)
  const size = (group: string) => sales.get(group)?.length ?? 0
  // Small groups come first, because their sales are most alike.
  const groups = [...new Set([...before.keys(), ...sales.keys()])].sort((a, b) => size(a) - size(b))
  for (const group of groups) {
    const isApart = (listingIds: readonly number[]) => {
      const sharing = new Set(listingIds.flatMap((id) => [...(groupsOf.get(id) ?? [])]))
      sharing.delete(group)
      return [...sharing].every((other) =>
        areApart(listingIds, ranges.get(other)?.listingIds ?? [], sellers),
      )
    }
    const range = nextRange(before.get(group), sales.get(group) ?? [], isApart)
    if (range) {
      ranges.set(group, range)
      record(group, range)
    } else ranges.delete(group)
  }
  return ranges
}

/** Returns whether each has no sale that the other lacks, or several by enough sellers. A deleted sale has no seller. */
function areApart(
  one: readonly number[],
  other: readonly number[],
  sellers: ReadonlyMap<number, number>,
): boolean {
  const isFar = (from: readonly number[], to: readonly number[]) => {
    const known = new Set(to)
    const more = from.filter((id) => !known.has(id))
    const sold = more.flatMap((id) => {
      const sellerId = sellers.get(id)
      return sellerId === undefined ? [] : [{ sellerId }]
    })
    return more.length === 0 || isMany(sold, minNewSales)
  }
  return isFar(one, other) && isFar(other, one)
}

/**
 * Returns what readers see of a group after a count. `sales` has its current sales, oldest first. The former figures stay
 * until enough sales are new and the new figures are apart from those of other groups. They are hidden while fewer than
 * ten sales are left.
 */
export function nextRange(
  before: PublishedRange | undefined,
  sales: readonly Sale[],
  isApart: (listingIds: readonly number[]) => boolean = () => true,
): PublishedRange | undefined {
  if (sales.length === 0) return undefined
  const current = newestOfEach(sales).slice(-maxSales)
  const isShown = isMany(current, minSales)
  const known = new Set(before?.listingIds)
  const added = current.filter(({ listingId }) => !known.has(listingId))
  if (isShown && (!before || isMany(added, minNewSales))) {
    const listingIds = current.map(({ listingId }) => listingId)
    if (isApart(listingIds)) return { ...computeRange(current), listingIds, isShown }
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
const isMany = (sales: readonly Pick<Sale, 'sellerId'>[], count: number): boolean =>
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
