import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { readConfig } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { hourMs } from '../../durations.ts'
import { prepareResources } from '../../startup/resources.ts'
import { readVersions } from '../../versions/category-versions.ts'
import { insertListing } from '../listing-queries.ts'
import { endDueListings, endListings } from './end-listings.ts'

async function postEnding(db: Db, ends: number[]) {
  const { id: seller_id } = await insertTestUser(db)
  const lamp = { title: 'Lamp', price_cents: 1, description: '', details: '{}', search_text: '' }
  await db.transaction(async (tx) => {
    for (const ends_at of ends) {
      await insertListing(tx, { ...lamp, category: 'misc', seller_id, posted_at: 0, ends_at })
    }
  })
}

const countByStatus = (db: Db) =>
  db.all(sql`SELECT status, count(*) AS count FROM listings GROUP BY status ORDER BY status`)

describe.each(engines)('listings whose end has come on %s', (engine) => {
  it('expire in batches, once, although several processes do it', async () => {
    const db = await openTestDatabase(engine)
    await postEnding(db, [...Array(1_100).fill(100), 101])
    await Promise.all([endDueListings(db, 100), endDueListings(db, 100)])
    expect(await countByStatus(db)).toEqual([
      { status: 'available', count: 1 },
      { status: 'expired', count: 1_100 },
    ])
    const [row] = await db.all(sql`SELECT status_changed_at FROM listings WHERE id = 1`)
    expect(row).toEqual({ status_changed_at: 100 })
  })

  it('change the version of their category alone, and none when there are none', async () => {
    const db = await openTestDatabase(engine)
    await postEnding(db, [100])
    const before = await readVersions(db)
    await endDueListings(db, 99)
    expect(await readVersions(db)).toEqual(before)
    await endDueListings(db, 100)
    expect(await readVersions(db)).toEqual({ ...before, misc: before.misc + 1 })
  })

  it('are looked for at the next end, at least every hour', async () => {
    const db = await openTestDatabase(engine)
    const nextRunAt = async () => endListings.nextRunAt?.(1_000, db)
    expect(await nextRunAt()).toBe(1_000 + hourMs)
    await postEnding(db, [2_000, 3_000, 1_000 + 2 * hourMs])
    expect(await nextRunAt()).toBe(2_000)
  })
})

it('have expired before the first response after a start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = readConfig({ NODE_ENV: 'test', DEMO: '0', DATA_DIR: folder })
  const before = await prepareResources(config, () => {})
  await postEnding(before.db, [Date.now() - 1])
  await before.db.close()
  const { db } = await prepareResources(config, () => {})
  expect(await countByStatus(db)).toEqual([{ status: 'expired', count: 1 }])
  await db.close()
})
