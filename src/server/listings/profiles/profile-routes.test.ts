import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type categories, categoryById, publicCategories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Profile } from '#contract/profile.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { countTurns } from '#tests/support/count-turns.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { invalidIds, listingInputs } from '#tests/support/listing-inputs.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs } from '../../durations.ts'

stayOnBuiltInCampus()

async function setUp(engine: Engine, settings: Record<string, string> = {}) {
  const testApp = await buildTestAppWithUsers(engine, settings)
  const { ada, bob, visitor } = testApp
  const { id } = (await ada.get(apiPaths.me)).body
  const url = apiPaths.user(id)
  const read = async (client = bob) => (await client.get(url)).body as unknown as Profile
  const post = async (category: (typeof categories)[number]) =>
    (await ada.post(apiPaths.list(category.id), listingInputs[category.id])).body.id
  return { ...testApp, id, url, read, post, visitor }
}

describe.each(anyEngine)('a profile on %s', (engine) => {
  it('shows students the full name, and visitors its beginning', async () => {
    const { id, read, post, ada, visitor } = await setUp(engine)
    const misc = await post(categoryById.misc)
    const profile = {
      id,
      university: 'University of Waterloo',
      memberSince: '2026-11',
      confirmed: null,
      sold: 0,
    }
    for (const [client, name] of [
      [undefined, 'Ada Lovelace'],
      [ada, 'Ada Lovelace'],
      [visitor, 'Ada L.'],
    ] as const) {
      const body = await read(client)
      const seller = { id, name }
      expect(body).toMatchObject({
        ...profile,
        name,
        listings: [{ category: 'misc', listing: { id: misc, seller } }],
      })
      expect(JSON.stringify(body)).not.toContain('@')
      expect(JSON.stringify(body).includes('Lovelace')).toBe(name === 'Ada Lovelace')
    }
  })

  it('shows a housing request to students alone, and counts none as sold', async () => {
    const { ada, url, read, post, visitor } = await setUp(engine)
    const id = await post(categoryById.wanted)
    expect((await read()).listings.map(({ listing }) => listing.id)).toEqual([id])
    // Visitors do not even learn that the student has a listing.
    expect((await visitor.get(url)).status).toBe(404)
    await ada.post(apiPaths.status('wanted', id), { status: 'sold' })
    expect((await read()).sold).toBe(0)
  })

  it('shows what is listed in all categories, the newest first, and counts what was sold', async () => {
    const { ada, read, post, clock, db } = await setUp(engine)
    const ids: number[] = []
    for (const category of [...publicCategories, ...publicCategories])
      ids.push(await post(category))
    const shown = async () => (await read()).listings.map(({ listing }) => listing.id)
    expect(await shown()).toEqual(ids.toReversed())
    await ada.post(apiPaths.status('rental', ids[0] ?? 0), { status: 'sold' })
    await ada.post(apiPaths.status('textbook', ids[1] ?? 0), { status: 'pending' })
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now} WHERE id = ${ids[2]}`)
    expect(await shown()).toEqual([ids[5], ids[4], ids[3], ids[1]])
    expect((await read()).sold).toBe(1)
  })

  it('lets other requests run while the listings of a student are presented', async () => {
    const { db, bob, id, post } = await setUp(engine)
    await post(categoryById.misc)
    await db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 499)
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, ends_at, rank)
      SELECT category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, ends_at, rank + n FROM listings, numbers`)
    const url = `/api/users/${id}/misc`
    await bob.get(url)
    const turns = countTurns()
    expect((await bob.get(url)).body).toHaveLength(500)
    expect(turns()).toBeGreaterThanOrEqual(10)
    const turnsOfProfile = countTurns()
    expect((await bob.get(`/api/users/${id}`)).body.listings).toHaveLength(100)
    expect(turnsOfProfile()).toBeGreaterThanOrEqual(10)
  })

  it('is there for visitors only while something is listed', async () => {
    const { ada, bob, visitor, url, post, clock, db } = await setUp(engine)
    const statuses = async () => {
      const clients = [visitor, bob, ada]
      return Promise.all(clients.map(async (client) => (await client.get(url)).status))
    }
    expect(await statuses()).toEqual([404, 200, 200])
    await post(categoryById.misc)
    expect(await statuses()).toEqual([200, 200, 200])
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now}`)
    expect(await statuses()).toEqual([404, 200, 200])
    for (const id of [...invalidIds, 999]) {
      expect(await bob.get(`/api/users/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Student not found.', code: 'not_found' },
      })
    }
  })

  it('shows a student without a last name as they are', async () => {
    const { db, read, post, visitor } = await setUp(engine)
    await post(categoryById.misc)
    await db.run(sql`UPDATE users SET last_name = ''`)
    expect((await read()).name).toBe('Ada')
    expect((await read(visitor)).name).toBe('Ada')
  })

  it('shows who has to confirm first what visitors see, and shows nothing of them', async () => {
    const { ada, bob, db, url, read, post } = await setUp(engine, { VERIFY_EMAIL: 'on' })
    const bobsUrl = apiPaths.user((await bob.get(apiPaths.me)).body.id)
    await bob.post(apiPaths.list('misc'), listingInputs.misc)
    await db.run(sql`
      UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE email LIKE 'bob%'`)
    expect((await bob.get(url)).status).toBe(404)
    await post(categoryById.misc)
    expect((await read()).name).toBe('Ada L.')
    expect((await ada.get(bobsUrl)).status).toBe(404)
    expect(await bob.get(bobsUrl)).toMatchObject({ status: 200, body: { name: 'Bob Stone' } })
  })

  it('shows nothing of a student who is banned', async () => {
    const { id, db, clock, bob, url } = await setUp(engine)
    expect((await bob.get(url)).status).toBe(200)
    await banTestStudent(db, { studentId: id, now: clock.now })
    expect((await bob.get(url)).status).toBe(404)
  })

  it('says when the email was confirmed, where that is asked for', async () => {
    const { read, db, clock } = await setUp(engine, { VERIFY_EMAIL: 'on' })
    expect((await read()).confirmed).toEqual({ month: '2026-11', isCurrent: true })
    await db.run(
      sql`UPDATE users SET confirmed_at = ${clock.now - 365 * dayMs} WHERE email LIKE 'ada%'`,
    )
    expect((await read()).confirmed).toEqual({ month: '2025-11', isCurrent: false })
    await db.run(
      sql`UPDATE users SET confirmed_at = NULL, must_confirm = 0 WHERE email LIKE 'ada%'`,
    )
    expect((await read()).confirmed).toBeNull()
  })

  it('is for students with LISTING_ACCESS=members', async () => {
    const { bob, visitor, url, post } = await setUp(engine, { LISTING_ACCESS: 'members' })
    await post(categoryById.misc)
    expect(await visitor.get(url)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await bob.get(url)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
    })
  })
})
