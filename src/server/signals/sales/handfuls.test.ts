import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#tests/support/run-count.ts'
import { type Count, countHandfuls, maxSales, type Sale } from './handfuls.ts'

const book = (listingId: number, groups: readonly string[], more: Partial<Sale> = {}): Sale => ({
  listingId,
  sellerId: listingId,
  soldAt: listingId,
  cents: 40_00,
  days: 3,
  groups,
  ...more,
})

const many = (count: number, groups: readonly string[], firstId = 0): Sale[] =>
  Array.from({ length: count }, (_, index) => book(firstId + index, groups))

/** Sells the books by so many students in turn. */
const bySellers = (count: number, sales: readonly Sale[]): Sale[] =>
  sales.map((each, index) => ({ ...each, sellerId: 1000 + (index % count) }))

function finish(steps: Generator<undefined, Count>): Count & { turns: number } {
  for (let turns = 1; ; turns += 1) {
    const step = steps.next()
    if (step.done) return { ...step.value, turns }
  }
}

type Figures = Count['figures']

/** Counts every hour, and keeps what the job stores. A sale that was counted and is different now is left out. */
function openShop() {
  const stored = new Map<number, Sale & { handful: { id: number; size: number } }>()
  const seen: (readonly Sale[])[] = []
  const count = (sales: readonly Sale[]): Figures => {
    const unchanged = sales
      .toSorted((a, b) => a.soldAt - b.soldAt || a.listingId - b.listingId)
      .flatMap((sale) => {
        const before = stored.get(sale.listingId)
        if (!before) return [sale]
        const isSame = before.cents === sale.cents && before.soldAt === sale.soldAt
        return isSame ? [{ ...sale, handful: before.handful }] : []
      })
    const { figures, added } = finish(countHandfuls(unchanged))
    for (const { id, sales: members } of added) {
      for (const sale of members) {
        expect(stored.has(sale.listingId)).toBe(false)
        stored.set(sale.listingId, { ...sale, handful: { id, size: members.length } })
      }
    }
    seen.push(...figures.values())
    return figures
  }
  const sizes = (sales: readonly Sale[]) =>
    Object.fromEntries([...count(sales)].map(([id, behind]) => [id, behind.length]))
  return { count, sizes, seen, stored }
}

/** A seller among five still doesn't know four of the prices. */
const fewest = 5

const sellersOf = (sales: readonly Sale[]) => new Set(sales.map(({ sellerId }) => sellerId)).size

const nameOf = ({ listingId, cents, soldAt }: Sale) => `${listingId} ${cents} ${soldAt}`

const namesIn = (figures: Figures) =>
  new Map([...figures].map(([id, sales]) => [id, sales.map(nameOf).sort()]))

/**
 * Compares all figures that anybody has ever seen. Returns the pairs with some of the same sales and not all. A price may be
 * corrected, so a sale is a listing with its price.
 */
function expectNoSingleSale(seen: readonly (readonly Sale[])[]): number {
  const namesOf = (sales: readonly Sale[]) => sales.map(nameOf).sort().join()
  const figures = [...new Map(seen.map((sales) => [namesOf(sales), sales])).values()]
  const sets = figures.map((sales) => new Set(sales.map(nameOf)))
  let pairs = 0
  for (const [index, one] of figures.entries()) {
    for (const [place, other] of sets.entries()) {
      const more = one.filter((sale) => !other.has(nameOf(sale)))
      if (index === place || more.length === 0) continue
      if (more.length < one.length) pairs += 1
      expect(sellersOf(more)).toBeGreaterThanOrEqual(fewest)
    }
  }
  // However many figures somebody puts together: sales that are in the same figures cannot be told apart.
  const sales = new Map(figures.flat().map((sale) => [nameOf(sale), sale]))
  const together = Map.groupBy(sales.values(), (sale) =>
    sets.map((names) => Number(names.has(nameOf(sale)))).join(''),
  )
  for (const alike of together.values()) {
    expect(sellersOf(alike)).toBeGreaterThanOrEqual(fewest)
  }
  return pairs
}

const inCourse = (isbn: string): readonly string[] => [isbn, 'course']
const [a, b, c] = [inCourse('a'), inCourse('b'), inCourse('c')]

describe('the sales behind a figure', () => {
  it('are ten of five sellers at least, and two of each seller at most', () => {
    expect(openShop().sizes(many(9, ['a']))).toEqual({})
    expect(openShop().sizes(many(10, ['a']))).toEqual({ a: 10 })
    expect(openShop().sizes(many(14, ['a']))).toEqual({ a: 14 })
    expect(openShop().sizes(bySellers(4, many(40, ['a'])))).toEqual({})
    expect(openShop().sizes(bySellers(5, many(40, ['a'])))).toEqual({ a: 10 })
    expect(openShop().sizes(bySellers(6, many(10, ['a'])))).toEqual({ a: 10 })
    const { sizes } = openShop()
    const ofThreeBooks = [a, b, c].flatMap((groups, index) =>
      bySellers(5, many(10, groups, index * 100)),
    )
    expect(sizes(ofThreeBooks.slice(0, 20))).toEqual({ a: 10, course: 10 })
    expect(sizes(ofThreeBooks)).toEqual({ a: 10, course: 10 })
  })

  it('are joined by five more of five sellers, and not by four, nor by those of four sellers', () => {
    const first = many(10, ['a'])
    const sizesWith = (added: readonly Sale[]) => {
      const { count, sizes } = openShop()
      count(first)
      return sizes([...first, ...added])
    }
    expect(sizesWith(many(4, ['a'], 100))).toEqual({ a: 10 })
    expect(sizesWith(bySellers(4, many(40, ['a'], 100)))).toEqual({ a: 10 })
    expect(sizesWith(many(5, ['a'], 100))).toEqual({ a: 15 })
    expect(sizesWith(bySellers(5, many(40, ['a'], 100)))).toEqual({ a: 20 })
  })

  it('leave with all of their handful, and only the same sale brings them back', () => {
    const { sizes } = openShop()
    const first = many(15, ['a'])
    expect(sizes(first)).toEqual({ a: 15 })
    const takenBack = first.slice(1)
    expect(sizes(takenBack)).toEqual({ a: 10 })
    expect(sizes([...takenBack, book(50, ['a'])])).toEqual({ a: 10 })
    expect(sizes([book(0, ['a'], { cents: 90_00 }), ...takenBack])).toEqual({ a: 10 })
    expect(sizes(first)).toEqual({ a: 15 })
    expect(sizes(first.slice(0, 9))).toEqual({})
  })

  it('are the newest', () => {
    const { count, stored } = openShop()
    const sales = many(3 * maxSales, ['a'])
    const idsOf = (figures: Figures) => figures.get('a')?.map(({ listingId }) => listingId) ?? []
    expect(idsOf(count(sales)).sort((x, y) => x - y)).toEqual(
      sales.slice(2 * maxSales).map(({ listingId }) => listingId),
    )
    // The next count leaves older sales alone.
    count(sales)
    expect(stored.size).toBe(maxSales)
    const newer = many(5, ['a'], 10_000)
    const ids = idsOf(count([...sales, ...newer]))
    expect(ids).toHaveLength(maxSales)
    expect(ids).toEqual(expect.arrayContaining(newer.map(({ listingId }) => listingId)))
  })

  it('are the same in the next hour, although a course has more than count', () => {
    const { count } = openShop()
    const sales = many(3 * maxSales, []).map((each, index) => ({
      ...each,
      groups: [a, b, c][index % 3] ?? a,
    }))
    const figures = namesIn(count(sales))
    expect(figures.get('course')).toHaveLength(maxSales)
    expect(namesIn(count(sales))).toEqual(figures)
  })

  it('are the same for a book and its course until five copies of other books are sold', () => {
    const { sizes } = openShop()
    const ten = many(10, a)
    expect(sizes(ten)).toEqual({ a: 10, course: 10 })
    expect(sizes([...ten, ...many(4, b, 100)])).toEqual({ a: 10, course: 10 })
    expect(sizes([...ten, ...many(5, b, 100)])).toEqual({ a: 10, course: 15 })
    expect(sizes([...ten, ...many(10, b, 100)])).toEqual({ a: 10, b: 10, course: 20 })
  })

  it('are of several books if the course has no figure without them, as alike as possible', () => {
    const { sizes } = openShop()
    const mixed = [...many(6, a), ...many(4, b, 100)]
    expect(sizes(mixed)).toEqual({ course: 10 })
    // Five copies of the first book are a handful of their own. So the book has a figure with five more.
    expect(sizes([...mixed, ...many(5, a, 200)])).toEqual({ a: 10, course: 15 })
    // The course has a figure now, so it leaves single sales to their books.
    const others = ['d', 'e', 'f', 'g', 'h'].map((isbn, index) => book(300 + index, inCourse(isbn)))
    expect(sizes([...mixed, ...others])).toEqual({ course: 10 })
  })

  it('do not tell a sale by figures of different hours', () => {
    const { sizes, seen } = openShop()
    const nine = many(9, b)
    const hour0 = [...nine, book(100, c)]
    expect(sizes(hour0)).toEqual({ course: 10 })
    const hour1 = [...hour0, book(10, b), ...many(5, c, 101)]
    sizes(hour1)
    sizes(hour1)
    expect(expectNoSingleSale(seen)).toBeGreaterThan(0)
  })

  it('do not tell a sale that is taken back while others come and go', () => {
    const { sizes, seen } = openShop()
    const first = many(10, ['a'])
    const [some, others] = [many(5, ['a'], 100), many(5, ['a'], 200)]
    sizes([...first, ...some])
    sizes([...first, ...others])
    sizes([...first.slice(1), ...some])
    expect(expectNoSingleSale(seen)).toBeGreaterThan(0)
  })
})

describe('figures of all hours', () => {
  const anyGroups = fc.constantFrom(
    ...[a, a, a, b, ['b', 'course', 'other'], ['course'], ['other', 'course'], []],
  )
  const anyHour = fc.record({
    sold: fc.array(
      fc.record({ groups: anyGroups, by: fc.nat(30), count: fc.integer({ min: 1, max: 6 }) }),
      { maxLength: 4 },
    ),
    /** Sales that are taken back, or are there again. */
    moved: fc.array(fc.nat(60), { maxLength: 2 }),
    corrected: fc.array(fc.record({ place: fc.nat(60), cents: fc.integer({ min: 1, max: 2 }) }), {
      maxLength: 1,
    }),
    edited: fc.array(fc.record({ place: fc.nat(60), groups: anyGroups }), { maxLength: 1 }),
  })

  /** Runs the hours, and calls `check` after each. */
  function live(
    hours: readonly (typeof anyHour extends fc.Arbitrary<infer Hour> ? Hour : never)[],
    check: (hour: { current: Sale[]; figures: Figures; shop: ReturnType<typeof openShop> }) => void,
  ) {
    const shop = openShop()
    let sales: Sale[] = []
    const away = new Set<number>()
    for (const { sold, moved, corrected, edited } of hours) {
      for (const { groups, by, count } of sold) {
        for (let n = 0; n < count; n += 1) {
          sales.push(book(sales.length, groups, { sellerId: (by + n) % 31 }))
        }
      }
      for (const id of moved) {
        if (!away.delete(id)) away.add(id)
      }
      const change = (place: number, more: Partial<Sale>) => {
        sales = sales.map((sale) => (sale.listingId === place ? { ...sale, ...more } : sale))
      }
      for (const { place, cents } of corrected) change(place, { cents })
      for (const { place, groups } of edited) change(place, { groups })
      const current = sales.filter(({ listingId }) => !away.has(listingId))
      check({ current, figures: shop.count(current), shop })
    }
    return shop
  }

  const manyHours = fc.array(anyHour, { minLength: 5, maxLength: 25 })

  it('tell no single sale, whatever happens and however many are compared', () => {
    let pairs = 0
    fc.assert(
      fc.property(manyHours, (hours) => {
        pairs += expectNoSingleSale(live(hours, () => undefined).seen)
      }),
      { numRuns: runs(200) },
    )
    expect(pairs).toBeGreaterThan(0)
  })

  it('are of ten current sales of the group by five sellers at least', () => {
    let count = 0
    fc.assert(
      fc.property(manyHours, (hours) => {
        live(hours, ({ current, figures }) => {
          const known = new Set(current.map(nameOf))
          for (const [id, sales] of figures) {
            count += 1
            expect(sales.length).toBeGreaterThanOrEqual(10)
            expect(sellersOf(sales)).toBeGreaterThanOrEqual(fewest)
            expect(new Set(sales.map(nameOf)).size).toBe(sales.length)
            expect(sales.filter((sale) => !known.has(nameOf(sale)))).toEqual([])
            expect(sales.filter(({ groups }) => !groups.includes(id))).toEqual([])
          }
        })
      }),
      { numRuns: runs(200) },
    )
    expect(count).toBeGreaterThan(0)
  })

  it('equal a slow, obvious computation, and stay as they are without new sales', () => {
    fc.assert(
      fc.property(manyHours, (hours) => {
        live(hours, ({ current, figures, shop }) => {
          const counted = current.filter((sale) => {
            const before = shop.stored.get(sale.listingId)
            return before?.cents === sale.cents
          })
          const handfulOf = ({ listingId }: Sale) => shop.stored.get(listingId)?.handful
          const isWholeIn = (sale: Sale, group: string) => {
            const handful = handfulOf(sale)
            const members = counted.filter(
              (each) => handfulOf(each)?.id === handful?.id && each.groups.includes(group),
            )
            return members.length === handful?.size
          }
          const slow = new Map<string, string[]>()
          for (const group of new Set(current.flatMap(({ groups }) => groups))) {
            const sales = counted.filter((sale) => isWholeIn(sale, group))
            if (sales.length >= 10) slow.set(group, sales.map(nameOf).sort())
          }
          expect(namesIn(figures)).toEqual(slow)
          expect(namesIn(shop.count(current))).toEqual(slow)
        })
      }),
      { numRuns: runs(60) },
    )
  })

  it('tell three students who choose all other new sales nothing about one sale', () => {
    const ofHelpers = fc.array(
      fc.record({ sellerId: fc.integer({ min: 1001, max: 1003 }), cents: fc.nat(400_00) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(fc.boolean(), ofHelpers, fc.nat(40), (isNew, helpers, place) => {
        const { count } = openShop()
        const honest = isNew ? [] : many(20, ['a'])
        const before = namesIn(count(honest))
        const added = helpers.map((each, index) => book(2000 + index, ['a'], each))
        added.splice(place, 0, book(3000, ['a'], { soldAt: 2000 + place }))
        expect(namesIn(count([...honest, ...added]))).toEqual(before)
      }),
      { numRuns: runs(300) },
    )
  })
})

it('lets others run while it counts many sales', () => {
  const inGroups = many(5000, []).map((each) => ({
    ...each,
    sellerId: each.listingId % 3000,
    groups: [`isbn ${each.listingId % 210}`, `course ${each.listingId % 70}`, 'all'],
  }))
  const { figures, added, turns } = finish(countHandfuls(inGroups))
  expect(figures.size).toBe(281)
  expect(added.length).toBeGreaterThan(0)
  // All sales are read. Then those of 210 books are put into handfuls, each in a turn, and all groups have a figure.
  expect(turns).toBeGreaterThan(5000 / 500 + 210 + 281 / 20)
})
