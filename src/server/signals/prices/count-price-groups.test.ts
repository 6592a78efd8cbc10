import sql, { empty } from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { findListingsByIds, insertListing } from '../../listings/listing-queries.ts'
import { readVersions } from '../../versions/category-versions.ts'
import { countPriceGroups, priceGroupsJob } from './count-price-groups.ts'
import { findAllPriceGroups, findPricedListings, findPriceGroups } from './price-groups.ts'
import { priceSignal, readPriceFacts } from './price-signal.ts'

const now = Date.parse('2026-11-16T20:00:00Z')
const { signal } = new AbortController()
const lease = { is_shared: true, is_cost_per_room: true, num_beds: 2, people_in_bedroom: 1 }
const leaseGroup = 'rental lease room 3'
const anyRoom = 'rental any room'
/** The groups of rooms on a lease that are all alike. */
const roomGroups = (listings: number) => [
  [anyRoom, listings, 900],
  [leaseGroup, listings, 900],
]
const book = { listing_type: 'Selling', isbn: '9780306406157' }

interface TestListing {
  dollars: number
  category?: 'rental' | 'textbook'
  details?: object
  postedAt?: number
}

async function openSite(engine: Engine) {
  const { timeZone, currency } = builtInCampus
  changeCampus({ timeZone, currency })
  const db = await openTestDatabase(engine)
  const { id: seller_id } = await insertTestUser(db)
  const insert = (listing: TestListing) =>
    insertListing(db, {
      category: listing.category ?? 'rental',
      seller_id,
      title: 'A room',
      price_cents: listing.dollars * 100,
      description: '',
      details: JSON.stringify(listing.details ?? lease),
      search_text: '',
      posted_at: listing.postedAt ?? now - dayMs,
      ends_at: now + dayMs,
    })
  const insertMany = async (count: number, listing: TestListing) => {
    for (let number = 1; number <= count; number++) await insert(listing)
  }
  const count = (at = now) => countPriceGroups(db, { now: at, signal })
  const groups = async () =>
    (await findAllPriceGroups(db))
      .map((group) => [group.id, group.listings, group.median_cents / 100])
      .toSorted()
  /** Returns how many others a listing is compared with, and their median. */
  const facts = async (id: number) => {
    const rows = await findListingsByIds(db, [id])
    const found = await readPriceFacts(db, rows, now)
    const { others, medianCents } = found.get(id) ?? {}
    return medianCents && [others, medianCents / 100]
  }
  const version = async () => (await readVersions(db)).rental
  return { db, insert, insertMany, count, groups, facts, version }
}

/** Returns the handle of a process that is told to stop right after its first transaction. */
function stopAfter(db: Db, controller: AbortController): Db {
  return {
    ...db,
    transaction: async (work) => {
      const result = await db.transaction(work)
      controller.abort(new Error('stopped'))
      return result
    },
  }
}

describe.each(engines)('median prices on %s', (engine) => {
  it('are counted by group, from eight listings on', async () => {
    const { insertMany, count, groups } = await openSite(engine)
    await insertMany(5, { dollars: 900 })
    await insertMany(4, { dollars: 800 })
    await insertMany(8, { dollars: 40, category: 'textbook', details: book })
    await insertMany(7, { dollars: 900, details: { ...lease, num_beds: 4 } })
    await insertMany(9, { dollars: 900, details: { ...lease, num_beds: null } })
    expect(await count()).toBe(3)
    expect(await groups()).toEqual([
      [anyRoom, 25, 900],
      [leaseGroup, 9, 900],
      ['textbook isbn 9780306406157', 8, 40],
    ])
  })

  it('are those of listings that offer something for a price, and were offered within 180 days', async () => {
    const { db, insert, insertMany, count, groups } = await openSite(engine)
    const textbook = { category: 'textbook', dollars: 40, details: book } as const
    await insertMany(8, textbook)
    await insert({ ...textbook, details: { ...book, listing_type: 'Wanting' } })
    await insert({ ...textbook, dollars: 0 })
    await insert({ ...textbook, postedAt: now + 1 })
    await insert({ ...textbook, postedAt: now - 180 * dayMs })
    const renewed = await insert({ ...textbook, postedAt: now - 300 * dayMs })
    await db.run(sql`UPDATE listings SET renewed_at = ${now - 179 * dayMs} WHERE id = ${renewed}`)
    for (const status of ['hidden', 'removed', 'pending', 'sold', 'expired']) {
      const id = await insert(textbook)
      await db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${id}`)
    }
    await count()
    // The group has the eight, the renewed listing, and the listings that are pending, sold and expired.
    expect(await groups()).toEqual([['textbook isbn 9780306406157', 12, 40]])
  })

  it('are compared with at least eight others, without the listing itself', async () => {
    const { insert, insertMany, count, facts } = await openSite(engine)
    const cheap = await insert({ dollars: 300 })
    await insertMany(4, { dollars: 800 })
    await insertMany(3, { dollars: 1000 })
    await count()
    expect(await facts(cheap)).toBeUndefined()
    const later = await insert({ dollars: 200, postedAt: now + 1 })
    // The last count did not include this listing, so all eight are others.
    expect(await facts(later)).toEqual([8, 800])
    await insert({ dollars: 1000 })
    await count()
    // The others are four at 800 and four at 1000.
    expect(await facts(cheap)).toEqual([8, 900])
    await count(now + hourMs)
    // The count now includes the listing at 300.
    expect(await facts(later)).toEqual([9, 800])
  })

  it('are not compared with what moderators took down before the count', async () => {
    const { db, insert, insertMany, count, facts } = await openSite(engine)
    const id = await insert({ dollars: 300 })
    await insertMany(9, { dollars: 800 })
    const takeDown = (at: number) =>
      db.run(sql`
        UPDATE listings SET status = 'hidden', status_changed_at = ${at} WHERE id = ${id}`)
    await count()
    await takeDown(now + 1)
    expect(await facts(id)).toEqual([9, 800])
    await takeDown(now - 1)
    await count()
    expect(await facts(id)).toEqual([9, 800])
  })

  it('are compared within the first course that has enough others', async () => {
    const { insert, insertMany, count, facts } = await openSite(engine)
    const forCourses = (...course_codes: string[]) => ({
      category: 'textbook' as const,
      details: { listing_type: 'Selling', isbn: null, course_codes },
    })
    await insertMany(7, { dollars: 50, ...forCourses('CS 115') })
    await insertMany(8, { dollars: 60, ...forCourses('MATH 135') })
    const id = await insert({ dollars: 20, ...forCourses('CS 115', 'MATH 135') })
    await count()
    expect(await facts(id)).toEqual([8, 60])
  })

  it('are compared with rooms of any term if too few are alike', async () => {
    const { db, insert, insertMany, count, facts } = await openSite(engine)
    const room = (num_beds: number, is_sublet = false) => ({
      details: { ...lease, num_beds, is_sublet, date_available: '2027-01-01' },
    })
    await insertMany(7, { dollars: 600, ...room(2) })
    const ids = [
      await insert({ dollars: 50, ...room(4) }),
      await insert({ dollars: 300, ...room(4, true) }),
    ]
    await count()
    const rows = await findListingsByIds(db, ids)
    const found = await readPriceFacts(db, rows, now)
    const sentences = ids.map((id) => {
      const each = found.get(id)
      return each && priceSignal(each)?.sentence
    })
    expect(sentences).toEqual(['Asks $50; the middle of 8 rooms is $600.', undefined])
    // A group of rooms that are alike comes first as soon as it has enough of them.
    await insertMany(8, { dollars: 100, ...room(4) })
    await count()
    expect(await facts(ids[0] ?? 0)).toEqual([8, 100])
  })

  it('mark a listing from the page of a seller with many, with one statement', async () => {
    const { db, insert, insertMany, count } = await openSite(engine)
    await insertMany(8, { dollars: 900 })
    const ids = [await insert({ dollars: 520 }), await insert({ dollars: 800 })]
    await count()
    const rows = await findListingsByIds(db, ids)
    const all = vi.fn(db.all) as Db['all']
    const found = await readPriceFacts({ ...db, all }, rows, now)
    expect(all).toHaveBeenCalledOnce()
    const sentences = ids.map((id) => {
      const facts = found.get(id)
      return facts && priceSignal(facts)?.sentence
    })
    expect(sentences).toEqual([
      'Asks $520; the middle of 9 similar rooms on a lease is $900.',
      undefined,
    ])
  })

  it('empty caches only where one changed, and go with the group', async () => {
    const { db, insert, insertMany, count, groups, version } = await openSite(engine)
    await insertMany(9, { dollars: 900 })
    await count()
    const first = await version()
    expect(await count(now + hourMs)).toBe(0)
    expect(await version()).toBe(first)
    expect((await findAllPriceGroups(db))[0]?.counted_at).toBe(now + hourMs)

    // The numbers are the same, but they come from another listing. A listing does not count among its own others.
    await db.run(sql`DELETE FROM listings WHERE id = (SELECT max(id) FROM listings)`)
    await insert({ dollars: 300, postedAt: now + 2 * hourMs })
    expect(await count(now + 3 * hourMs)).toBe(2)
    expect(await version()).toBe(first + 1)

    await db.run(sql`DELETE FROM listings WHERE id IN (SELECT id FROM listings LIMIT 2)`)
    expect(await count(now + 4 * hourMs)).toBe(2)
    expect(await version()).toBe(first + 2)
    expect(await groups()).toEqual([])
  })

  it('empty the caches of a category once, however many groups changed', async () => {
    const { db, count } = await openSite(engine)
    const before = await readVersions(db)
    const json = db.dialect === 'postgres' ? sql`::jsonb` : empty
    const at = sql`CAST(${now - dayMs} AS BIGINT)`
    // These are more groups than one batch writes.
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank, ranked_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
      SELECT 'textbook', (SELECT MAX(id) FROM users), 'A book', 4000, '',
        ('{"listing_type":"Selling","isbn":"' || (9780000000000 + n % 150) || '"}')${json}, '[]', '',
        ${at}, ${at}, n, ${at} FROM numbers`)
    expect(await count()).toBe(150)
    expect(await readVersions(db)).toEqual({ ...before, textbook: before.textbook + 1 })
  })

  it('can be interrupted at any batch, and are complete after the next run', async () => {
    const { db, insertMany, count, groups } = await openSite(engine)
    // The listings make more than one batch, in two categories.
    await insertMany(60, { dollars: 900 })
    await insertMany(8, { dollars: 40, category: 'textbook', details: book })
    const controller = new AbortController()
    const stopping = { now, signal: controller.signal }
    await expect(countPriceGroups(stopAfter(db, controller), stopping)).rejects.toThrow('stopped')
    expect(await groups()).toEqual(roomGroups(60))
    await expect(countPriceGroups(db, stopping)).rejects.toThrow('stopped')
    expect(await count()).toBe(1)
    expect(await groups()).toHaveLength(3)
  })

  it('of a process that began to count later stay', async () => {
    const { db, insertMany, count, groups } = await openSite(engine)
    await insertMany(8, { dollars: 900 })
    await count(now + 1)
    await insertMany(1, { dollars: 1200 })
    expect(await count(now)).toBe(2)
    await db.run(sql`DELETE FROM listings`)
    expect(await count(now)).toBe(2)
    expect(await groups()).toEqual(roomGroups(8))
    await count(now + 2)
    expect(await groups()).toEqual([])
  })

  it('are counted by a job every night', async () => {
    const { db, insertMany, groups } = await openSite(engine)
    const run = (at: number) => runJob(priceGroupsJob({ info: () => {} }), { db, now: () => at })
    await insertMany(8, { dollars: 900 })
    await run(now)
    await insertMany(1, { dollars: 900 })
    const night = Date.parse('2026-11-17T09:00:00Z')
    await run(night - 1)
    expect(await groups()).toEqual(roomGroups(8))
    await run(night)
    expect(await groups()).toEqual(roomGroups(9))
  })

  it('are found by indexes', async () => {
    const { db } = await openSite(engine)
    const plan = await explain(db, async (recorded) => {
      await findPricedListings(recorded, { belowRank: 9, limit: 5 })
      await findPriceGroups(recorded, [leaseGroup])
    })
    expect(plan).toContain('listings_by_rank')
    expect(plan).not.toMatch(/Seq Scan|SCAN (listings|price_groups)\b|Sort|TEMP B-TREE/)
  })
})
