import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categoryById } from '#categories/index.ts'
import { listQuery } from '#contract/list-query.ts'
import { type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../../database/database.ts'
import { dayMs } from '../../durations.ts'
import { readVersions } from '../../versions/version-queries.ts'
import { insertListing } from '../listing-queries.ts'
import { listListings } from './list-listings.ts'
import { reindexIfStale, reindexJob } from './reindex-job.ts'
import { reindexListings } from './reindex-listings.ts'
import { forgetSearchText, isSearchTextStale } from './search-text-state.ts'

const { misc } = categoryById

/** More than one batch. */
const count = 250
const log = { info: () => undefined }

/** With listings that no search finds, because their search text was never built. */
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

/** A handle with which something else happens right before the first transaction. */
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
