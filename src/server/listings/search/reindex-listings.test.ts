import sql from 'sql-template-tag'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { type AnyCategory, categories, categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { readVersions } from '../../versions/category-versions.ts'
import { insertListing } from '../listing-queries.ts'
import { listListings } from './list-listings.ts'
import {
  forgetSearchText,
  isSearchTextStale,
  recordSearchText,
  reindexIfStale,
  reindexJob,
  reindexListings,
  searchTextFingerprint,
} from './reindex-listings.ts'

stayOnBuiltInCampus()

const { misc } = categoryById

/** The number of listings, which makes more than one batch. */
const count = 250
const log = { info: () => undefined }

/** Opens a site with listings that no search finds, because their search text was never built. */
async function openSite(engine: Engine) {
  const db = await openTestDatabase(engine)
  const { id: seller_id } = await insertTestUser(db)
  await db.transaction(async (tx) => {
    for (let number = 1; number <= count; number++) {
      await insertListing(tx, {
        category: 'misc',
        seller_id,
        title: `Lamp ${number}`,
        price_cents: 500,
        description: '',
        details: '{"listing_type":"Selling"}',
        search_text: '',
        posted_at: 0,
        ends_at: dayMs,
      })
    }
  })
  const find = async (query: Record<string, string>) =>
    (await listListings(db, misc, listQuery.misc.parse(query), 0)).total
  const version = async () => (await readVersions(db)).misc
  return { db, find, version }
}

/** Returns a handle that runs `interrupt` right before the first transaction. */
function withInterruption(db: Db, interrupt: () => Promise<unknown>): Db {
  let isFirst = true
  return {
    ...db,
    transaction: async (work) => {
      if (isFirst) await interrupt()
      isFirst = false
      return db.transaction(work)
    },
  }
}

describe.each(engines)('reindexing on %s', (engine) => {
  it('makes all listings found by words and filters', async () => {
    const { db, find } = await openSite(engine)
    expect([await find({ q: 'lamp' }), await find({ listing_type: 'selling' })]).toEqual([0, 0])
    expect(await reindexListings(db)).toBe(count)
    expect(await find({ q: 'lamp' })).toBe(count)
    expect(await find({ listing_type: 'selling' })).toBe(count)
    expect(await find({ q: `lamp ${count}` })).toBe(1)
  })

  it('empties caches only where a text changed', async () => {
    const { db, version } = await openSite(engine)
    await reindexListings(db)
    const before = await version()
    expect(before).toBeGreaterThan(0)
    expect(await reindexListings(db)).toBe(0)
    expect(await version()).toBe(before)
  })

  it('keeps what a student changes or deletes meanwhile', async () => {
    const { db, find } = await openSite(engine)
    const changed = sql`UPDATE listings SET title = 'Desk', search_text = 'misc/desk' WHERE title = 'Lamp 1'`
    const deleted = sql`DELETE FROM listings WHERE title = 'Lamp 2'`
    const busyDb = withInterruption(db, async () => {
      await db.run(changed)
      await db.run(deleted)
    })
    expect(await reindexListings(busyDb)).toBe(count - 1)
    expect(await find({ q: 'desk' })).toBe(1)
    expect(await find({ q: 'lamp' })).toBe(count - 2)
  })

  it('can be interrupted after any batch, and goes on with the rest', async () => {
    const { db, find } = await openSite(engine)
    const controller = new AbortController()
    const { signal } = controller
    const onProgress = () => controller.abort(new Error('stopped'))
    await expect(reindexListings(db, { signal, onProgress })).rejects.toThrow('stopped')
    const found = await find({ q: 'lamp' })
    expect(found).toBeGreaterThan(0)
    expect(found).toBeLessThan(count)
    expect(await isSearchTextStale(db)).toBe(true)
    expect(await reindexListings(db)).toBe(count - found)
    expect(await isSearchTextStale(db)).toBe(false)
  })

  it('runs as a job when a start finds the text stale, and otherwise not', async () => {
    const { db, find } = await openSite(engine)
    const run = (now: number) => runJob(reindexJob(log), { db, now: () => now })
    await run(1)
    expect(await find({ q: 'lamp' })).toBe(count)

    await db.run(sql`UPDATE listings SET search_text = 'misc/old'`)
    await reindexIfStale(db, 2)
    await run(2)
    await run(1 + dayMs)
    expect(await find({ q: 'lamp' })).toBe(0)

    await forgetSearchText(db)
    await reindexIfStale(db, 3)
    await run(3)
    expect(await find({ q: 'lamp' })).toBe(count)
  })
})

const { rental } = categoryById
const current = searchTextFingerprint(categories)

afterEach(() => {
  vi.doUnmock('#categories/periods.ts')
  vi.resetModules()
})

it.each<[string, AnyCategory]>([
  ['the default of a field', withField('people_in_bedroom', { default: 2 })],
  ['the label of a checkbox', withField('has_parking', { label: 'Garage' })],
  ['what a search reads', { ...rental, search: { ...rental.search, fields: ['title'] } }],
  ['the units of a phrase', { ...rental, search: { ...rental.search, phrases: [] } }],
  ['the lengths to choose from', withFilter('months', { options: [4, 6, 12] })],
  ['the kind of a filter', withFilter('parking', { kind: 'choice' })],
  ['the text of a filter', withFilter('pets', { text: 'dog' })],
  ['the field of a filter', withFilter('beds', { field: 'people_in_bedroom' })],
])('is another with another value of %s', (_, changed) => {
  expect(searchTextFingerprint([changed, ...categories.slice(1)])).not.toBe(current)
})

it('is another once the campus of the site changes, while the process runs', async () => {
  const db = await openTestDatabase('sqlite')
  await recordSearchText(db)
  expect(await isSearchTextStale(db)).toBe(false)
  const { terms } = campus
  const [place, ...others] = campus.places
  if (!place) throw new Error('The campus has no places.')
  changeCampus({ places: [{ ...place, latitude: 43 }, ...others] })
  expect(await isSearchTextStale(db)).toBe(true)
  changeCampus({ places: [place, ...others], terms: campus.terms.slice(1) })
  expect(await isSearchTextStale(db)).toBe(true)
  changeCampus({ terms })
  expect(await isSearchTextStale(db)).toBe(false)
})

it('is the same with another label of a filter, which no text has', () => {
  const changed = withFilter('pets', { label: 'Pets' })
  expect(searchTextFingerprint([changed, ...categories.slice(1)])).toBe(current)
})

it.each([{ minCoverage: 0.9 }, { monthToleranceDays: 10 }])(
  'is another with the rule of periods %j',
  async (rule) => {
    vi.resetModules()
    vi.doMock('#categories/periods.ts', async (load) => ({ ...(await load<object>()), ...rule }))
    const module = await import('./reindex-listings.ts')
    expect(module.searchTextFingerprint(categories)).not.toBe(current)
  },
)

function withField(name: keyof typeof rental.fields, changes: object): AnyCategory {
  return { ...rental, fields: { ...rental.fields, [name]: { ...rental.fields[name], ...changes } } }
}

function withFilter(name: keyof typeof rental.filters, changes: object): AnyCategory {
  return {
    ...rental,
    filters: { ...rental.filters, [name]: { ...rental.filters[name], ...changes } },
  }
}
