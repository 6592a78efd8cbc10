import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/support/run-count.ts'
import {
  computeRange,
  maxSales,
  maxSalesOfSeller,
  minNewSales,
  minSales,
  minSellers,
  nextRange,
  nextRanges,
  type PublishedRange,
  type Sale,
} from './sale-ranges.ts'

const sale = (listingId: number, cents: number, more: Partial<Sale> = {}): Sale => ({
  listingId,
  sellerId: Math.floor(listingId / 2),
  cents,
  days: 3,
  ...more,
})

const many = (count: number, cents: (index: number) => number, firstId = 1): Sale[] =>
  Array.from({ length: count }, (_, index) => sale(firstId + index, cents(index)))

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

function slowRange(sales: readonly Sale[]) {
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

/** Keeps the sales of each seller that have fewer than two newer ones. */
const slowCounted = (sales: readonly Sale[]) =>
  sales.filter(
    ({ sellerId, listingId }) =>
      sales.filter((other) => other.sellerId === sellerId && other.listingId > listingId).length <
      maxSalesOfSeller,
  )

const anySales = fc.array(
  fc.record({
    sellerId: fc.integer({ min: 1, max: 8 }),
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
    const sales = [38, 40, 42, 45, 47, 50, 50, 52, 55, 90].map((dollars, index) =>
      sale(index, dollars * 100, { days: index + 1 }),
    )
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
      fc.property(anySales, (facts) => {
        const sales = facts.map((fact, listingId) => ({ ...fact, listingId }))
        expect(computeRange(sales)).toEqual(slowRange(sales))
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('what readers see of a group', () => {
  it('begins with ten sales of five sellers, of which two each count', () => {
    expect(
      nextRange(
        undefined,
        many(9, () => 40_00),
      ),
    ).toBeUndefined()
    expect(
      nextRange(
        undefined,
        many(10, () => 40_00),
      ),
    ).toMatchObject({ sales: 10, isShown: true })
    const of = (sellers: number) =>
      many(40, () => 40_00).map((each, index) => ({ ...each, sellerId: index % sellers }))
    expect(nextRange(undefined, of(4))).toBeUndefined()
    expect(nextRange(undefined, of(5))).toMatchObject({ sales: 10 })
  })

  it('moves with five new sales of five sellers, and not with four, nor with those of four sellers', () => {
    const first = many(10, () => 40_00)
    const before = nextRange(undefined, first)
    const add = (count: number, sellers = count) => [
      ...first,
      ...many(count, () => 90_00, 100).map((each, index) => ({
        ...each,
        sellerId: 100 + (index % sellers),
      })),
    ]
    expect(nextRange(before, add(4))).toEqual(before)
    expect(nextRange(before, add(5))).toMatchObject({ sales: 15, highCents: 90_00 })
    expect(nextRange(before, add(40, 4))).toEqual(before)
  })

  it('is hidden while fewer than ten are left, comes back as it was, and goes with the last sale', () => {
    const first = many(10, (index) => index * 10_00 + 10_00)
    const before = nextRange(undefined, first)
    const hidden = nextRange(before, first.slice(1))
    expect(hidden).toEqual({ ...before, isShown: false })
    // Another sale replaces the first one. New figures would tell the two apart.
    expect(nextRange(hidden, [...first.slice(1), sale(50, 500_00)])).toEqual(before)
    expect(nextRange(hidden, [])).toBeUndefined()
  })

  it('counts the newest sales only', () => {
    const sales = [...many(maxSales, () => 10_00), ...many(maxSales, () => 90_00, 1000)]
    expect(nextRange(undefined, sales)).toMatchObject({ sales: maxSales, lowCents: 90_00 })
  })

  it('never shows a group under ten, and never changes by fewer than five sales, whatever happens', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ sell: fc.nat(400_00), by: fc.nat(12) }) },
      { weight: 2, arbitrary: fc.record({ takeBack: fc.nat(1000) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 150 }), (steps) => {
        let current: Sale[] = []
        let range: PublishedRange | undefined
        /** The last figures that somebody could read, and the sales that were there then. */
        let lastRead: { numbers: string; sales: Sale[] } | undefined
        for (const [index, each] of steps.entries()) {
          if ('sell' in each) {
            current = [...current, sale(index, each.sell + 1, { sellerId: each.by })]
          } else if (current.length > 0) {
            current = current.toSpliced(each.takeBack % current.length, 1)
          }
          range = nextRange(range, current)
          if (!range?.isShown) continue
          expect(current.length).toBeGreaterThanOrEqual(minSales)
          const { isShown: _, ...read } = range
          expect(read.sales).toBeGreaterThanOrEqual(minSales)
          const numbers = JSON.stringify(read)
          if (numbers === lastRead?.numbers) continue
          const known = new Set(lastRead?.sales.map(({ listingId }) => listingId))
          const counted = slowCounted(current)
          const added = counted.filter(({ listingId }) => !known.has(listingId))
          expect(added.length).toBeGreaterThanOrEqual(minNewSales)
          expect(new Set(added.map(({ sellerId }) => sellerId)).size).toBeGreaterThanOrEqual(
            minSellers,
          )
          lastRead = { numbers, sales: counted }
        }
      }),
      { numRuns: runs(200) },
    )
  })
  it('tells three students who choose all other new sales nothing about one sale', () => {
    const ofHelpers = fc.array(
      fc.record({ sellerId: fc.integer({ min: 1001, max: 1003 }), cents: fc.nat(400_00) }),
      { maxLength: 40 },
    )
    const prices = fc.tuple(fc.nat(400_00), fc.nat(400_00))
    fc.assert(
      fc.property(
        fc.boolean(),
        ofHelpers,
        prices,
        fc.nat(40),
        (isNew, helpers, [one, other], place) => {
          const honest = isNew ? [] : many(20, (index) => 30_00 + index * 100)
          const before = nextRange(undefined, honest)
          const read = (cents: number) => {
            const added = helpers.map((each, index) => sale(2000 + index, each.cents + 1, each))
            added.splice(place, 0, sale(3000, cents + 1, { sellerId: 1000 }))
            return nextRange(before, [...honest, ...added])
          }
          expect(read(one)).toEqual(read(other))
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('what readers see of groups that share sales', () => {
  /** A book counts for its ISBN and for its course, here in the group "course". */
  const groupsOf = (sales: readonly (Sale & { isbn: string })[]) =>
    new Map<string, readonly Sale[]>([
      ...Map.groupBy(sales, ({ isbn }) => isbn),
      ...(sales.length > 0 ? [['course', [...sales]] as const] : []),
    ])
  const books = (isbn: string, count: number, firstId: number) =>
    many(count, () => 40_00, firstId).map((each) => ({
      ...each,
      sellerId: each.listingId,
      isbn,
    }))

  it('differs by five sales or by none', () => {
    const ten = books('a', 10, 0)
    const shown = (...sales: (Sale & { isbn: string })[]) => [
      ...nextRanges(new Map(), groupsOf(sales)).keys(),
    ]
    expect(shown(...ten)).toEqual(['a', 'course'])
    // With the figures of eleven and of ten of them, the price of the eleventh could be computed.
    expect(shown(...ten, ...books('b', 1, 100))).toEqual(['a'])
    expect(shown(...ten, ...books('b', 4, 100))).toEqual(['a'])
    expect(shown(...ten, ...books('b', 5, 100))).toEqual(['a', 'course'])
  })

  it('waits with a new figure for the smaller group while the larger one has nearly the same sales', () => {
    const nine = books('a', 9, 0)
    const three = books('b', 3, 100)
    const before = nextRanges(new Map(), groupsOf([...nine, ...three]))
    expect([...before.keys()]).toEqual(['course'])
    const later = nextRanges(before, groupsOf([...nine, ...three, ...books('a', 1, 200)]))
    expect(later).toEqual(before)
    const latest = nextRanges(later, groupsOf([...nine, ...three, ...books('a', 5, 200)]))
    expect(latest.get('course')).toMatchObject({ sales: 17 })
  })

  it('never lets two figures differ by one sale, whatever happens', () => {
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          isbn: fc.constantFrom('a', 'a', 'a', 'b'),
          by: fc.nat(30),
          count: fc.integer({ min: 1, max: 4 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ takeBack: fc.nat(1000) }) },
    )
    let pairs = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        let current: (Sale & { isbn: string })[] = []
        const sellers = new Map<number, number>()
        let ranges = new Map<string, PublishedRange>()
        for (const each of steps) {
          if ('takeBack' in each) {
            if (current.length > 0) current = current.toSpliced(each.takeBack % current.length, 1)
          } else {
            for (let n = 0; n < each.count; n += 1) {
              const sold = sale(sellers.size, 40_00, { sellerId: (each.by + n) % 31 })
              sellers.set(sold.listingId, sold.sellerId)
              current = [...current, { ...sold, isbn: each.isbn }]
            }
          }
          ranges = nextRanges(ranges, groupsOf(current))
          const shown = [...ranges.values()].filter(({ isShown }) => isShown)
          for (const one of shown) {
            for (const other of shown) {
              if (!one.listingIds.some((id) => other.listingIds.includes(id))) continue
              const more = one.listingIds.filter((id) => !other.listingIds.includes(id))
              if (more.length === 0) continue
              pairs += 1
              expect(new Set(more.map((id) => sellers.get(id))).size).toBeGreaterThanOrEqual(5)
            }
          }
        }
      }),
      { numRuns: runs(100) },
    )
    expect(pairs).toBeGreaterThan(0)
  })
})
