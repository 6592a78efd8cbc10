import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import type { Db } from '../../database/database.ts'
import type { ListingRow } from '../listing-queries.ts'
import { findSellersToRemind } from '../reminders/reminder-queries.ts'
import { findFits } from './find-fits.ts'
import { encodeCursor, minutesKey, toListCriteria } from './list-criteria.ts'
import { listListings } from './list-listings.ts'
import { readCopies } from './read-copies.ts'
import { searchPageSqlite } from './search-sqlite.ts'

/** Explains the query plans on an empty database. */
const explainOn = async (engine: Engine, make: (db: Db) => Promise<unknown>) =>
  explain(await openTestDatabase(engine), make)

const cursor = encodeCursor('new', { key: 9, id: 0 })
const dayCursor = encodeCursor('soonest', { key: '2027-01-01', id: 9 })
const byNewest = ['listings_newest', 'listings_by_price']
const byPrice = ['listings_by_price']
const byDay = ['listings_by_day']

const place = campus.places[0]?.id
const nearCursor = encodeCursor(`near-${place}`, { key: minutesKey({ step: 15, rank: 9 }), id: 0 })

describe.each(engines)('lists on %s read only indexes of what is listed', (engine) => {
  const searched = engine === 'sqlite' ? [] : ['listings_newest']
  it.each([
    ['newest', {}, byNewest],
    ['deep page', { cursor }, byNewest],
    ['by price', { order: 'price' }, byPrice],
    ['maximum price', { max_price: '800' }, byPrice],
    ['soonest', { order: 'soonest' }, byDay],
    ['soonest, deep page', { order: 'soonest', cursor: dayCursor }, byDay],
    ['soonest, maximum price', { order: 'soonest', max_price: '800' }, byPrice],
    ['nearest', { order: `near-${place}` }, searched],
    ['nearest, deep page', { order: `near-${place}`, cursor: nearCursor }, searched],
    ['near, maximum price', { near: `${place}-15`, max_price: '800' }, []],
    ['word', { q: 'room' }, searched],
  ])('%s', async (_, parameters, indexes) => {
    const query = listQuery.rental.parse(parameters)
    const plan = await explainOn(engine, (db) => listListings(db, categoryById.rental, query, 0))
    for (const index of indexes) expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan on listings|SCAN listings\b(?! USING (COVERING )?INDEX)/)
    expect(plan).not.toContain('listings_by_seller')
  })
})

it('common words on SQLite are looked for along the index by day', async () => {
  const query = listQuery.rental.parse({ q: 'room', max_price: '800', order: 'soonest' })
  const plan = await explainOn('sqlite', (db) =>
    searchPageSqlite(db, toListCriteria(categoryById.rental, query)),
  )
  expect(plan.match(/SEARCH listings USING INDEX listings_by_day/g)).toHaveLength(2)
  expect(plan).not.toMatch(/SCAN listings\b/)
})

it.each(engines)('housing requests on %s are sorted by their own index', async (engine) => {
  const query = listQuery.wanted.parse({ order: 'soonest', cursor: dayCursor })
  const plan = await explainOn(engine, (db) => listListings(db, categoryById.wanted, query, 0))
  expect(plan).toContain('listings_by_move_in')
  expect(plan).not.toMatch(/Seq Scan on listings|SCAN listings\b(?! USING (COVERING )?INDEX)/)
})

const request = { place: 'Room', people: 1, move_in: '2027-01-01', move_out: '2027-04-30' }
const room = { is_shared: true, num_beds: 2, date_available: '2027-01-01' }

it.each(engines)('what fits on %s is found by the search index', async (engine) => {
  for (const [category, details] of [
    ['wanted', request],
    ['rental', room],
  ] as const) {
    const row = { category, price_cents: 90_000, details: JSON.stringify(details) } as ListingRow
    const plan = await explainOn(engine, (db) => findFits(db, row, 0))
    // A limit may leave out nearly all places of a term. Few matches are sorted, and not looked for among the newest.
    expect(plan).toContain(engine === 'sqlite' ? 'search_by_price' : 'in_range')
    expect(plan).not.toContain('search_newest')
    expect(plan).not.toMatch(/Seq Scan on listings|SCAN listings\b(?! USING (COVERING )?INDEX)/)
  }
})

it.each(engines)('copies on %s are found by an index', async (engine) => {
  const plan = await explainOn(engine, (db) =>
    readCopies(db, categoryById.textbook, '9780306406157', { limit: 100, now: 0, names: 'short' }),
  )
  expect(plan.match(/listings_by_isbn/g)).toHaveLength(3)
  expect(plan).not.toMatch(/Seq Scan|SCAN listings|Sort|TEMP B-TREE/)
})

it.each(engines)('reminders on %s read only indexes of what is due', async (engine) => {
  const plan = await explainOn(engine, (db) =>
    findSellersToRemind(db, { verifyEmail: true, now: 0 }),
  )
  for (const index of ['listings_expired', 'listings_by_end', 'listings_pending']) {
    expect(plan).toContain(index)
  }
  expect(plan).not.toMatch(/Seq Scan|SCAN (listings|jobs)\b/)
})
