import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { isCampusEmail } from '#campus/campus.ts'
import { categories, categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { loadCampus } from '#server/campus/campus-source.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { insertListing } from '#server/listings/listing-queries.ts'
import { listListings } from '#server/listings/search/list-listings.ts'
import { readVersions } from '#server/versions/category-versions.ts'
import { keepCampusAfterTest, otherCampusFile } from '#tests/support/campus.ts'
import { engines, openTestDatabase, testDatabaseSettings } from '#tests/support/databases.ts'
import { childEnvironment } from '#tests/support/test-clock.ts'
import { listingGenerators } from './seed-content.ts'
import { seedListings } from './seed-listings.ts'

const lampColumns = {
  title: 'One',
  price_cents: 1,
  description: '',
  details: '{}',
  search_text: 'misc/xylophone',
}

interface Life {
  status: string
  posted_at: number
  status_changed_at: number
  ends_at: number
  renewed_at: number | null
}

describe.each(engines)('seedListings on %s', (engine) => {
  it('adds listings that search finds, after the existing ones', async () => {
    const db = await openTestDatabase(engine)
    await seedListings(db, { listings: 200, ended: 0 })
    await seedListings(db, { listings: 100, ended: 0 })
    let found = 0
    for (const category of categories) {
      const list = (given: Record<string, string>) =>
        listListings(db, category, listQuery[category.id].parse(given), Date.now())
      found += (await list({})).total
      const byPrice = await list({ q: 'a', order: 'price', limit: '100' })
      expect(byPrice.total).toBeGreaterThan(0)
      expect(byPrice.results.length).toBe(Math.min(byPrice.total, 100))
      expect((await readVersions(db))[category.id]).toBe(2)
    }
    expect(found).toBe(300)
  })

  it('adds listings in every stage of their life, as many ended as asked for', async () => {
    const db = await openTestDatabase(engine)
    const now = Date.UTC(2026, 10, 15, 12)
    await seedListings(db, { listings: 400, ended: 0.5, now })
    const rows = await db.all<Life>(sql`
      SELECT status, posted_at, status_changed_at, ends_at, renewed_at FROM listings`)
    const inStatus = (...statuses: string[]) =>
      rows.filter(({ status }) => statuses.includes(status))
    for (const status of ['available', 'pending', 'sold', 'expired']) {
      expect(inStatus(status).length).toBeGreaterThan(0)
    }
    expect(inStatus('sold', 'expired').length / rows.length).toBeCloseTo(0.5, 1)
    expect(inStatus('available', 'pending').every(({ ends_at }) => ends_at > now)).toBe(true)
    expect(inStatus('expired').every(({ ends_at }) => ends_at <= now)).toBe(true)
    for (const { posted_at, status_changed_at, renewed_at } of rows) {
      expect(posted_at).toBeLessThanOrEqual(status_changed_at)
      expect(Math.max(status_changed_at, renewed_at ?? 0)).toBeLessThanOrEqual(now)
    }
  })

  it('adds the same listings for the same seed', async () => {
    const seedAndRead = async (seed: number) => {
      const db = await openTestDatabase(engine)
      await seedListings(db, { listings: 20, seed, now: 0 })
      return db.all(
        sql`SELECT title, price_cents, details, search_text, posted_at FROM listings ORDER BY id`,
      )
    }
    const [first, again, other] = [await seedAndRead(1), await seedAndRead(1), await seedAndRead(2)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('leaves the search index working for later listings', async () => {
    const db = await openTestDatabase(engine)
    await seedListings(db, { listings: 5 })
    const seller = await db.get<{ id: number }>(sql`SELECT seller_id AS id FROM listings LIMIT 1`)
    const lamp = {
      ...lampColumns,
      category: 'misc',
      seller_id: seller?.id ?? 0,
      posted_at: 0,
      ends_at: 0,
    } as const
    await db.transaction((tx) => insertListing(tx, lamp))
    const query = listQuery.misc.parse({ q: 'xylo' })
    expect((await listListings(db, categoryById.misc, query, 0)).total).toBe(1)
  })
})

it('the content is made outside of transactions, so that none waits for it', async () => {
  const db = await openTestDatabase('sqlite')
  let isInTransaction = false
  const { transaction } = db
  db.transaction = (work) =>
    transaction(async (tx) => {
      isInTransaction = true
      return work(tx).finally(() => {
        isInTransaction = false
      })
    })
  const { misc } = listingGenerators
  const madeInTransaction: boolean[] = []
  vi.spyOn(listingGenerators, 'misc').mockImplementation((random, today) => {
    madeInTransaction.push(isInTransaction)
    return misc(random, today)
  })
  await seedListings(db, { listings: 20 })
  expect(new Set(madeInTransaction)).toEqual(new Set([false]))
})

it('npm run seed follows CAMPUS_FILE, so that the site starts with it', async () => {
  const settings = { ...(await testDatabaseSettings('sqlite')), CAMPUS_FILE: otherCampusFile }
  const script = resolve(import.meta.dirname, '../seed.ts')
  const env = { ...childEnvironment(), ...settings }
  await promisify(execFile)(process.execPath, [script, '--listings', '20'], { env })
  const db = await openDatabase(settings)
  keepCampusAfterTest()
  // This refuses listings with another currency or time zone.
  await loadCampus(db, otherCampusFile)
  const students = await db.all<{ email: string }>(sql`SELECT email FROM users`)
  expect(students.length).toBeGreaterThan(0)
  expect(students.every(({ email }) => isCampusEmail(email))).toBe(true)
  await db.close()
})
