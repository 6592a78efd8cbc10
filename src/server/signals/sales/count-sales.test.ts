import sql, { join, type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { CategoryId } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { countTurns } from '#tests/support/count-turns.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { explain, recordingDb } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Query } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { insertListing } from '../../listings/listing-queries.ts'
import { readVersions } from '../../versions/category-versions.ts'
import { countSales, saleFiguresJob } from './count-sales.ts'
import { findSales } from './sold-queries.ts'

stayOnBuiltInCampus()

const isbn = '9780306406157'
const group = `textbook isbn ${isbn}`
const details = { listing_type: 'Selling', isbn, course_codes: ['MATH 135'] }

async function openSite(engine: Engine) {
  const site = await buildTestAppWithUsers(engine)
  const { db, clock, visitor } = site
  const sellers: number[] = []
  for (let index = 0; index < 40; index += 1) {
    sellers.push((await insertTestUser(db, at(`s${index}`))).id)
  }
  let sold = 0
  /** Inserts a book, or something else, that was sold a day ago, three days after it was posted. */
  async function sell(dollars: number | null, change: Record<string, unknown> = {}) {
    const { sellerId, soldAt = clock.now - dayMs, status = 'sold', ...rest } = change
    const { category = 'textbook', kind, ...facts } = rest
    const more = kind === undefined ? facts : { ...facts, category: kind }
    sold += 1
    const id = await insertListing(db, {
      category: category as CategoryId,
      seller_id: Number(sellerId ?? sellers[sold % sellers.length]),
      title: 'A book',
      price_cents: 60_00,
      description: '',
      details: JSON.stringify({ ...details, ...more }),
      search_text: '',
      posted_at: Number(soldAt) - 3 * dayMs,
      ends_at: clock.now + dayMs,
    })
    const cents = dollars === null ? null : dollars * 100
    await db.run(sql`
      UPDATE listings SET status = ${status}, status_changed_at = ${soldAt},
        sold_at = CAST(${soldAt} AS BIGINT), went_for_cents = CAST(${cents} AS BIGINT)
      WHERE id = ${id}`)
    return id
  }
  const sellMany = async (...dollars: (number | null)[]) => {
    for (const each of dollars) await sell(each)
  }
  const job = saleFiguresJob({ info: () => undefined })
  const count = () => {
    clock.now += hourMs
    return runJob(job, { db, now: () => clock.now })
  }
  const read = async (...like: string[]) => {
    const query = new URLSearchParams(like.map((each) => ['like', each]))
    const { body } = await visitor.get(apiPaths.salePrices('textbook', query))
    return body as unknown as { figure: Record<string, number> | null; like: string | null }
  }
  return { ...site, sellers, sell, sellMany, count, read }
}

const ten = [40, 41, 42, 43, 44, 46, 48, 50, 54, 90]

describe.each(engines)('sale figures on %s', (engine) => {
  it('are counted from ten sales on, and answered for the first group that has them', async () => {
    const { sellMany, count, read } = await openSite(engine)
    await sellMany(...ten.slice(1))
    await count()
    expect(await read(group)).toEqual({ figure: null, like: null })
    await sellMany(40)
    await count()
    const figure = { low: 40, high: 50, median: 45, within_days: 3, sales: 10 }
    expect(await read('textbook isbn 9780000000000', group)).toEqual({ figure, like: group })
    expect(await read('textbook course MATH 135')).toMatchObject({ figure: { sales: 10 } })
    expect(await read('misc kind Furniture')).toEqual({ figure: null, like: null })
  })

  it('leave out samples, wanted things, sales without a price, old ones and those taken down or back', async () => {
    const { db, clock, sellers, sell, sellMany, count, read } = await openSite(engine)
    await sellMany(...ten.slice(1))
    const { id: sample } = await insertTestUser(db, at('sample'))
    await db.run(sql`UPDATE users SET is_sample = 1 WHERE id = ${sample}`)
    await sell(40, { sellerId: sample })
    await sell(40, { listing_type: 'Wanting' })
    await sell(null)
    await sell(0)
    await sell(40, { soldAt: clock.now - 366 * dayMs })
    await sell(40, { status: 'hidden' })
    await sell(40, { status: 'available' })
    await count()
    expect(await read(group)).toMatchObject({ figure: null })
    await sell(40, { sellerId: sellers[0] })
    await count()
    expect(await read(group)).toMatchObject({ figure: { sales: 10 } })
  })

  it('equal a slow computation over the prices, and do not move with a single sale', async () => {
    const { db, sell, sellMany, count, read } = await openSite(engine)
    // More than one batch of rows.
    const prices = Array.from({ length: 60 }, (_, index) => 20 + ((index * 37) % 100))
    await sellMany(...prices)
    await count()
    const first = await read(group)
    // With a pencil: the 15th, 30th and 45th of 60 prices, to the next five dollars.
    const sorted = prices.toSorted((a, b) => a - b)
    const [low = 0, median = 0, high = 0] = [sorted[14], sorted[29], sorted[44]]
    expect(high).toBeLessThan(100)
    expect(first.figure).toEqual({
      low: low - (low % 5),
      median: [...Array(40).keys()].map((n) => n * 5).find((n) => Math.abs(n - median) <= 2),
      high: high % 5 === 0 ? high : high - (high % 5) + 5,
      within_days: 3,
      sales: 60,
    })
    const id = await sell(900)
    await count()
    expect(await read(group)).toEqual(first)
    await db.run(sql`DELETE FROM listings WHERE id = ${id}`)
    await count()
    expect(await read(group)).toEqual(first)
    await sellMany(900, 900, 900, 900, 900)
    await count()
    expect(await read(group)).toMatchObject({ figure: { sales: 65 } })
  })

  it('of a course are those of its book until five other books are sold', async () => {
    const { sell, sellMany, count, read } = await openSite(engine)
    await sellMany(...ten)
    const course = 'textbook course MATH 135'
    const other = { isbn: '9780131103627' }
    await sell(60, other)
    await count()
    const { figure } = await read(group)
    expect(figure).toMatchObject({ sales: 10 })
    expect(await read(course)).toEqual({ figure, like: course })
    for (const dollars of [61, 62, 63, 64]) await sell(dollars, other)
    await count()
    expect(await read(group)).toMatchObject({ figure })
    expect(await read(course)).toMatchObject({ figure: { sales: 15, high: 65 } })
  })

  it('tell no single sale by those of different hours', async () => {
    const { sell, sellMany, count, read } = await openSite(engine)
    const course = 'textbook course MATH 135'
    const other = { isbn: '9780131103627' }
    await sellMany(...ten.slice(1))
    await sell(60, other)
    await count()
    expect(await read(course)).toMatchObject({ figure: { sales: 10 } })
    await sell(0.01)
    for (const dollars of [61, 62, 63, 64, 65]) await sell(dollars, other)
    await count()
    // Ten copies are sold. With the first figure of the course, theirs would tell what the other book went for.
    expect(await read(group)).toEqual({ figure: null, like: null })
    expect(await read(course)).toMatchObject({ figure: { sales: 15 } })
  })

  it('leave out all sales that were counted with one that is corrected or taken back', async () => {
    const { db, sellMany, count, read } = await openSite(engine)
    await sellMany(...ten)
    await count()
    const shown = await read(group)
    await sellMany(60, 61, 62, 63, 64)
    await count()
    expect(await read(group)).toMatchObject({ figure: { sales: 15 } })
    const change = async (set: Sql) => {
      await db.run(sql`UPDATE listings SET ${set} WHERE id = (SELECT max(id) FROM listings)`)
      await count()
    }
    await change(sql`went_for_cents = 6300`)
    expect(await read(group)).toEqual(shown)
    await change(sql`went_for_cents = 6400`)
    expect(await read(group)).toMatchObject({ figure: { sales: 15 } })
    await change(sql`sold_at = sold_at + 1`)
    expect(await read(group)).toEqual(shown)
    await sellMany(70)
    await count()
    expect(await read(group)).toEqual(shown)
  })

  it('are counted for homes by term and minutes, and for items by kind', async () => {
    const { sell, count, visitor } = await openSite(engine)
    const home = {
      category: 'rental',
      is_sublet: true,
      is_shared: true,
      is_cost_per_room: true,
      num_beds: 2,
      people_in_bedroom: 1,
      date_available: '2027-01-01',
      available_to: '2027-04-30',
    }
    for (const [index, dollars] of ten.entries()) {
      const minutes = { waterloo: { [index < 5 ? 'walk' : 'bus']: 10 } }
      await sell(dollars * 10, { ...home, minutes })
      await sell(dollars, { category: 'misc', kind: 'Furniture' })
    }
    await count()
    const read = async (category: 'rental' | 'misc', like: string) => {
      const query = new URLSearchParams({ like })
      return (await visitor.get(apiPaths.salePrices(category, query))).body
    }
    const figure = { low: 400, high: 500, sales: 10 }
    const group = 'rental sublet 2027-winter room 3'
    expect(await read('rental', group)).toMatchObject({ figure })
    // Five of ten are too few, on foot and by bus.
    expect(await read('rental', `${group} walk 10`)).toMatchObject({ figure: null })
    expect(await read('rental', `${group} bus 10`)).toMatchObject({ figure: null })
    expect(await read('misc', 'misc kind Furniture')).toMatchObject({ figure: { sales: 10 } })
    expect(await read('misc', 'misc kind Tickets')).toMatchObject({ figure: null })
    for (const dollars of [700, 710, 720, 730, 740]) {
      await sell(dollars, { ...home, minutes: { waterloo: { walk: 5 } } })
    }
    await count()
    expect(await read('rental', `${group} walk 10`)).toMatchObject({ figure: { sales: 10 } })
    expect(await read('rental', group)).toMatchObject({ figure: { sales: 15 } })
  })

  it('vanish with the tenth sale, and empty caches only where one changed', async () => {
    const { db, sellMany, count, read } = await openSite(engine)
    await sellMany(...ten)
    const before = await readVersions(db)
    await count()
    const after = await readVersions(db)
    expect(after).toEqual({ ...before, textbook: before.textbook + 1 })
    await count()
    expect(await readVersions(db)).toEqual(after)
    await db.run(sql`DELETE FROM listings WHERE id = (SELECT max(id) FROM listings)`)
    await count()
    expect(await read(group)).toEqual({ figure: null, like: null })
    await db.run(sql`DELETE FROM listings`)
    await count()
    expect(await db.all(sql`SELECT id FROM sale_figures`)).toEqual([])
  })

  it('are read and deleted in slices, so that others run meanwhile', async () => {
    const { db, clock } = await openSite(engine)
    const rows = Array.from(
      { length: 400 },
      (_, index) => sql`(${`misc kind ${index}`}, 10, 1, 1, 1, 1, 1)`,
    )
    await db.run(sql`
      INSERT INTO sale_figures (id, sales, low_cents, median_cents, high_cents, within_days, counted_at)
      VALUES ${join(rows)}`)
    const turns = countTurns()
    const { signal } = new AbortController()
    expect(await countSales(db, { now: clock.now, signal })).toBe(400)
    expect(turns()).toBeGreaterThanOrEqual(2 * (400 / 50))
    expect(await db.all(sql`SELECT id FROM sale_figures`)).toEqual([])
  })

  it('are stored a few handfuls at a time', async () => {
    const { db, clock, sellMany } = await openSite(engine)
    await sellMany(...Array.from({ length: 40 }, () => 40))
    const queries: Query[] = []
    const { signal } = new AbortController()
    await countSales(recordingDb(db, queries), { now: clock.now, signal })
    const inserts = queries.filter((query) => query.sql.includes('INSERT INTO counted_sales'))
    expect(inserts).toHaveLength(2)
  })

  it('are on the page of a listing, and the price signal uses them before what is asked', async () => {
    const { ada, visitor, sellMany, count } = await openSite(engine)
    await sellMany(...ten)
    await count()
    const book = { ...listingInputs.textbook, isbn, price: 20 }
    const { body } = await ada.post(apiPaths.list('textbook'), book)
    const page = await visitor.get(apiPaths.listing('textbook', body.id))
    expect(page.body).toMatchObject({
      sales: { low: 40, high: 50, sales: 10, like: 'copies of this book' },
      signals: [
        {
          kind: 'price',
          sentence: 'Asks $20; the middle of 10 copies of this book that were sold is $45.',
        },
      ],
    })
    await ada.post(apiPaths.status('textbook', body.id), { status: 'sold' })
    const soldPage = await visitor.get(apiPaths.listing('textbook', body.id))
    expect(soldPage.body).toMatchObject({ sales: null, signals: [] })
  })

  it('count somebody with several accounts as one seller', async () => {
    const { db, sell, count, read } = await openSite(engine)
    const accounts = ['dan', 'dan+a', 'dan+b', 'dan+c', 'dan+d'].map((name) => at(name))
    for (const email of accounts) {
      const { id: sellerId } = await insertTestUser(db, email)
      for (const dollars of [40, 50]) await sell(dollars, { sellerId })
    }
    await count()
    expect(await read(group)).toMatchObject({ figure: null })
  })

  it('find the next sales by an index, however many there are', async () => {
    const { db } = await openSite(engine)
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank, ranked_at, status, status_changed_at, ends_at,
        went_for_cents, sold_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
      SELECT 'misc', (SELECT max(id) FROM users) - n % 40, 'Lamp', 1, '', '{}', '[]', '', 1, 1,
        1000 + n, 1, 'sold', 2, 9, 500, n
      FROM numbers`)
    await db.run(sql`
      INSERT INTO counted_sales (listing_id, handful, handful_size, cents, sold_at)
      SELECT id, id / 5, 5, 500, sold_at FROM listings`)
    await db.script('ANALYZE')
    const plan = await explain(db, (tx) =>
      findSales(tx, { after: { sold_at: 1000, id: 1 }, limit: 50 }),
    )
    expect(plan).toMatch(/(Index Scan using|INDEX) listings_by_sale/)
    expect(plan).not.toMatch(/Hash|Bitmap|SCAN (listings|users|counted)/)
  })
})
