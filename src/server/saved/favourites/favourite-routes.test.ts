import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { categories } from '#categories/index.ts'
import type { Favourites } from '#contract/favourites.ts'
import { apiPaths } from '#contract/paths.ts'
import { maxFavouriteChangesPerHour, maxFavourites } from '#contract/saved-rules.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { bob as bobsAccount, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { insertFavourite } from './favourite-queries.ts'

/** Opens a site where Ada sells a lamp and Bob can save it. */
async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestAppWithUsers(engine, settings)
  const { ada, bob, db } = site
  const idOf = async ({ get }: typeof ada) => (await get(apiPaths.me)).body.id
  const ids = { ada: await idOf(ada), bob: await idOf(bob) }
  const { body: lamp } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
  const saved = async ({ get }: typeof ada) => (await get(apiPaths.me)).body.favourites
  const read = async () => (await bob.get(apiPaths.favourites)).body as unknown as Favourites
  const setStatus = (status: string) =>
    db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${lamp.id}`)
  return { ...site, ids, lamp, url: apiPaths.favourite('misc', lamp.id), saved, read, setStatus }
}

describe.each(anyEngine)('saving a listing on %s', (engine) => {
  it('is refused for the first reason in the order of all', async () => {
    const { app, ada, bob, visitor, lamp, url, setStatus, saved, db } = await openSite(engine)
    const missing = apiPaths.favourite('misc', lamp.id + 1)
    const refusal = async (client: typeof bob, path: string) => {
      const { status, body } = await client.put(path)
      return [status, body.code, body.error]
    }
    expect(await refusal(visitor, missing)).toEqual([
      401,
      'unauthenticated',
      'Please log in first.',
    ])
    const odd = [`0${lamp.id}`, `${lamp.id}e0`, '-1', 'abc', '%00', '9'.repeat(30)]
    const oddPaths = odd.map((id) => url.replace(`/${lamp.id}/`, `/${id}/`))
    const otherCategory = apiPaths.favourite('rental', lamp.id)
    for (const path of [missing, otherCategory, ...oddPaths]) {
      expect(await refusal(bob, path), path).toContain('not_found')
    }
    const email = at('Ada+second')
    const second = createJsonClient(await createLoggedInClient(app, { ...bobsAccount, email }))
    const own = [400, 'bad_request', 'This is your own listing.']
    expect(await refusal(second, url)).toEqual(own)
    for (const status of ['expired', 'hidden', 'removed']) {
      await setStatus(status)
      for (const client of [bob, second]) {
        expect(await refusal(client, url), status).toEqual([410, 'gone', 'This listing has ended.'])
      }
      // The owner gets 400, not 410.
      expect(await refusal(ada, url), status).toEqual(own)
    }
    expect([await saved(ada), await saved(bob), await saved(second)]).toEqual([[], [], []])
    expect(await db.all(sql`SELECT * FROM favourites`)).toEqual([])
  })

  it('and taking it off again can be repeated', async () => {
    const { ada, bob, db, clock, lamp, url, saved } = await openSite(engine)
    const savedAt = clock.now
    for (let time = 0; time < 2; time++) {
      const put = await bob.put(url)
      expect([put.status, put.body, put.headers['cache-control']]).toEqual([
        204,
        undefined,
        'no-store',
      ])
      clock.now += dayMs
    }
    expect(
      await db.all(sql`SELECT created_at AS at, known_at, known_status FROM favourites`),
    ).toEqual([{ at: savedAt, known_at: savedAt, known_status: 'available' }])
    expect([await saved(bob), await saved(ada)]).toEqual([[lamp.id], []])
    // The favourite cannot be deleted by another student, or under another category.
    expect((await ada.delete(url)).status).toBe(204)
    expect((await bob.delete(apiPaths.favourite('rental', lamp.id))).status).toBe(204)
    expect(await saved(bob)).toEqual([lamp.id])
    for (let time = 0; time < 2; time++) {
      expect((await bob.delete(url)).status).toBe(204)
      expect(await saved(bob)).toEqual([])
    }
  })

  it('is taken off whatever it is, also when it is not there', async () => {
    const { bob, visitor, lamp, url, setStatus, saved } = await openSite(engine)
    expect((await visitor.delete(url)).status).toBe(401)
    for (const id of [lamp.id + 1, '0', '-1', 'abc', '9'.repeat(30)]) {
      expect((await bob.delete(apiPaths.favourite('misc', id))).status).toBe(204)
    }
    for (const status of ['sold', 'expired', 'hidden', 'removed']) {
      await setStatus('available')
      expect((await bob.put(url)).status).toBe(204)
      await setStatus(status)
      expect((await bob.delete(url)).status, status).toBe(204)
      expect(await saved(bob)).toEqual([])
    }
  })

  it('is for unconfirmed and suspended students too, not for a banned one', async () => {
    const { bob, ids, db, clock, url, read } = await openSite(engine, { VERIFY_EMAIL: 'on' })
    await db.run(sql`UPDATE users SET confirmed_at = NULL, must_confirm = 1 WHERE id = ${ids.bob}`)
    expect((await bob.put(url)).status).toBe(204)
    expect((await bob.delete(url)).status).toBe(204)
    await suspendTestStudent(db, { studentId: ids.bob, now: clock.now })
    expect((await bob.put(url)).status).toBe(204)
    expect((await read()).results).toHaveLength(1)
    await banTestStudent(db, { studentId: ids.bob, now: clock.now })
    const answers = [await bob.put(url), await bob.delete(url), await bob.get(apiPaths.favourites)]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('is possible while it is seen: pending, and sold for 30 days', async () => {
    const { ada, bob, db, clock, lamp, url } = await openSite(engine)
    for (const status of ['pending', 'sold']) {
      await ada.post(apiPaths.status('misc', lamp.id), { status })
      expect((await bob.put(url)).status, status).toBe(204)
      expect(await db.all(sql`SELECT known_status FROM favourites`)).toEqual([
        { known_status: status },
      ])
      await bob.delete(url)
    }
    await db.run(sql`UPDATE listings SET status_changed_at = ${clock.now - 30 * dayMs}`)
    expect((await bob.put(url)).status).toBe(410)
  })

  it('has room for 200, also when two come at once', async () => {
    const { ada, bob, db, ids, clock, lamp, url, saved } = await openSite(engine)
    const { body: desk } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
    const inserted: number[] = []
    for (let count = 0; count < maxFavourites - 1; count++) {
      const listingId = await insertTestListing(db, ids.ada)
      inserted.push(listingId)
      await insertFavourite(db, { studentId: ids.bob, listingId, now: clock.now - dayMs })
    }
    const both = [lamp.id, desk.id]
    const answers = await Promise.all(both.map((id) => bob.put(apiPaths.favourite('misc', id))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused).toMatchObject({
      headers: { 'retry-after': String(dayMs / 1000) },
      body: {
        code: 'too_many',
        error: "You've saved 200 listings, which is the limit. Remove some first.",
      },
    })
    expect(await saved(bob)).toHaveLength(maxFavourites)
    // Saving a saved listing again is allowed at the limit, and deleting a favourite makes room.
    const [first = 0] = inserted
    await bob.put(url)
    expect(await saved(bob)).toHaveLength(maxFavourites)
    await bob.delete(apiPaths.favourite('misc', first))
    for (const id of both) expect((await bob.put(apiPaths.favourite('misc', id))).status).toBe(204)
    expect((await bob.get(apiPaths.favourites)).body.results).toHaveLength(maxFavourites)
  })

  it('is 404 for one that is deleted meanwhile', async () => {
    const { bob, db, lamp, url } = await openSite(engine)
    const deletion = await holdTransaction(db, (tx) =>
      tx.run(sql`DELETE FROM listings WHERE id = ${lamp.id}`),
    )
    const answer = bob.put(url)
    await deletion.waits(1)
    deletion.release()
    expect((await answer).status).toBe(404)
  })
})

it.each(anyEngine)('saving and removing has a limit an hour on %s', async (engine) => {
  const { bob, db, url, saved, clock } = await openSite(engine, { RATE_LIMIT: 'on' })
  await bob.put(url)
  await db.run(sql`UPDATE rate_limits SET count = ${maxFavouriteChangesPerHour - 1}`)
  expect((await bob.delete(url)).status).toBe(204)
  const refused = await bob.put(url)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(await saved(bob)).toEqual([])
  clock.now += hourMs
  expect((await bob.put(url)).status).toBe(204)
})

describe.each(anyEngine)('the ids of favourites on %s', (engine) => {
  it('come with the session, the last saved first, and change its ETag', async () => {
    const { app, ada, bob, clock, lamp, url } = await openSite(engine)
    const { body: desk } = await ada.post(apiPaths.list('misc'), listingInputs.misc)
    const etagOf = async () => String((await bob.get(apiPaths.me)).headers.etag)
    const etag = await etagOf()
    await bob.put(apiPaths.favourite('misc', desk.id))
    expect(await etagOf()).not.toBe(etag)
    clock.now += 1
    await bob.put(url)
    const both = [lamp.id, desk.id]
    const headers = { cookie: bob.cookie(), 'if-none-match': await etagOf() }
    expect((await app.inject({ url: apiPaths.me, headers })).statusCode).toBe(304)
    const login = await bob.post('/api/auth/login', bobsAccount)
    const refresh = await bob.post('/api/auth/refresh')
    const answers = [await bob.get(apiPaths.me), login, refresh, await bob.get('/api/users/me')]
    expect(answers.map(({ body }) => body.favourites)).toEqual([both, both, both, both])
    for (const path of [url, apiPaths.favourite('misc', desk.id)]) await bob.delete(path)
    expect(await etagOf()).toBe(etag)
  })
})

describe.each(anyEngine)('the list of favourites on %s', (engine) => {
  it('has no housing request for a student who has to confirm first, nor has the export', async () => {
    const { ada, bob, ids, db, clock, read } = await openSite(engine, { VERIFY_EMAIL: 'on' })
    const { body } = await ada.post(apiPaths.list('wanted'), listingInputs.wanted)
    const request = apiPaths.favourite('wanted', body.id)
    expect((await bob.put(request)).status).toBe(204)
    const exportedTitles = async () =>
      ((await bob.get(apiPaths.accountExport)).body.favourites as { title: string | null }[]).map(
        ({ title }) => title,
      )
    expect((await read()).results).toHaveLength(1)
    expect(await exportedTitles()).toEqual([listingInputs.wanted.title])
    await suspendTestStudent(db, { studentId: ids.bob, now: clock.now })
    expect((await read()).results).toEqual([])
    expect(await exportedTitles()).toEqual([null])
    await db.run(sql`UPDATE users SET suspended_until = NULL WHERE id = ${ids.bob}`)
    expect(await exportedTitles()).toEqual([listingInputs.wanted.title])
    await db.run(sql`UPDATE users SET confirmed_at = NULL, must_confirm = 1 WHERE id = ${ids.bob}`)
    expect((await read()).results).toEqual([])
    expect(await exportedTitles()).toEqual([null])
    expect((await bob.put(request)).body.code).toBe('unconfirmed')
  })

  it('has all categories, the last saved first, as lists show them', async () => {
    const { ada, bob, clock, read } = await openSite(engine)
    expect(await read()).toEqual({ results: [] })
    for (const { id } of categories) {
      const { body } = await ada.post(apiPaths.list(id), listingInputs[id])
      await bob.put(apiPaths.favourite(id, body.id))
      clock.now += 1000
    }
    const lists = await Promise.all(categories.map(({ id }) => bob.get(apiPaths.list(id))))
    const { results } = await read()
    expect(results.map(({ category }) => category)).toEqual(
      categories.map(({ id }) => id).toReversed(),
    )
    expect(results.map(({ listing }) => listing)).toEqual(
      lists.map(({ body }) => body.results[0]).toReversed(),
    )
    expect(results[0]).toMatchObject({ saved_at: '2026-11-15T12:00:03.000Z', title: 'Desk lamp' })
    expect(JSON.stringify(results)).not.toContain('@')
    expect((await bob.get(apiPaths.favourites)).headers['cache-control']).toBe('no-store')
    expect((await ada.get(apiPaths.favourites)).body).toEqual({ results: [] })
  })

  it('marks what has ended, says nothing of what is taken down, and loses what is deleted', async () => {
    const { ada, bob, db, clock, lamp, url, read, setStatus } = await openSite(engine)
    await db.run(sql`UPDATE listings SET description = 'secret words'`)
    await bob.put(url)
    const ended = { category: 'misc', id: lamp.id, saved_at: new Date(clock.now).toISOString() }
    await ada.post(apiPaths.status('misc', lamp.id), { status: 'sold' })
    expect((await read()).results).toMatchObject([{ listing: { status: 'sold' } }])
    await setStatus('expired')
    expect((await read()).results).toEqual([{ ...ended, title: 'Desk lamp', listing: null }])
    for (const status of ['hidden', 'removed']) {
      await setStatus(status)
      expect((await read()).results).toEqual([{ ...ended, title: null, listing: null }])
    }
    // The listing ends by the clock, even before its row says so.
    await setStatus('available')
    await db.run(sql`UPDATE listings SET ends_at = ${clock.now}`)
    expect((await read()).results).toEqual([{ ...ended, title: 'Desk lamp', listing: null }])
    await ada.delete(apiPaths.listing('misc', lamp.id))
    expect(await read()).toEqual({ results: [] })
  })

  it('shows photos from the address of PHOTO_URL', async () => {
    const PHOTO_URL = 'https://cdn.example'
    const { bob, db, lamp, url, read } = await openSite(engine, { PHOTO_URL })
    const photo = { url: `/uploads/${'a'.repeat(32)}.webp`, width: 4, height: 3, preview: '' }
    await db.run(sql`UPDATE listings SET photos = ${JSON.stringify([photo])} WHERE id = ${lamp.id}`)
    await bob.put(url)
    const [favourite] = (await read()).results
    const photo_info = [{ url: expect.stringContaining(PHOTO_URL) }]
    expect(favourite?.listing).toMatchObject({ photo_info })
  })
})

describe.each(anyEngine)('how many have saved a listing on %s', (engine) => {
  it('is for its owner alone', async () => {
    const { app, ada, bob, visitor, ids, lamp, url } = await openSite(engine)
    const list = apiPaths.userListings(ids.ada, 'misc')
    const countFor = async ({ get }: typeof ada) => {
      const [own] = (await get(list)).body as unknown as { favourites?: number }[]
      return own?.favourites
    }
    expect(await countFor(ada)).toBe(0)
    const account = { ...bobsAccount, email: at('eve') }
    const eve = createJsonClient(await createLoggedInClient(app, account))
    for (const { put } of [bob, eve]) await put(url)
    expect(await countFor(ada)).toBe(2)
    const others = [bob, eve, visitor]
    expect(await Promise.all(others.map(countFor))).toEqual([undefined, undefined, undefined])
    // No other response has the count, not even for the owner.
    const paths = [apiPaths.list('misc'), apiPaths.listing('misc', lamp.id), apiPaths.user(ids.ada)]
    for (const path of paths) {
      for (const { get } of [ada, ...others]) {
        expect(JSON.stringify((await get(path)).body)).not.toContain('favourites')
      }
    }
    await eve.delete(url)
    expect(await countFor(ada)).toBe(1)
  })

  it('leaves out accounts that anybody can make, and banned ones', async () => {
    const { ada, bob, ids, db, url } = await openSite(engine)
    const count = async () => {
      const { body } = await ada.get(apiPaths.userListings(ids.ada, 'misc'))
      return (body as unknown as { favourites: number }[])[0]?.favourites
    }
    await bob.put(url)
    const changeBob = (change: Sql) => db.run(sql`UPDATE users SET ${change} WHERE id = ${ids.bob}`)
    await changeBob(sql`must_confirm = 1, confirmed_at = NULL`)
    expect(await count()).toBe(0)
    await changeBob(sql`confirmed_at = 1`)
    expect(await count()).toBe(1)
    await changeBob(sql`banned_at = 1`)
    expect(await count()).toBe(0)
  })
})
