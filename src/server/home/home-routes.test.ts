import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { categoryById, publicCategories } from '#categories/index.ts'
import type { Home } from '#contract/home.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { explain } from '#tests/support/explain.ts'
import { newInput } from '#tests/support/listing-inputs.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs } from '../durations.ts'
import { findHomeRows } from './home-queries.ts'

/** Opens a site where Ada sells things and Bob looks for some. */
async function openSite(engine: Engine) {
  const site = await buildTestAppWithUsers(engine)
  const { ada, bob, db, clock } = site
  const bobsId: number = (await bob.get(apiPaths.me)).body.id
  const read = async ({ get } = bob) => (await get(apiPaths.home)).body as unknown as Home
  const post = async (changes: object, { post } = ada) => {
    const { status, body } = await post(apiPaths.list('misc'), { ...newInput('misc'), ...changes })
    expect(status).toBe(201)
    return body.id
  }
  const save = (query: string) =>
    bob.post(apiPaths.savedSearches, { category: 'misc', query, frequency: 'off' })
  const update = (id: number, changes: ReturnType<typeof sql>) =>
    db.run(sql`UPDATE listings SET ${changes} WHERE id = ${id}`)
  return { ...site, bobsId, clock, read, post, save, update }
}

const idsOf = (items: Home['fresh']) => items.map(({ listing }) => listing.id)

describe.each(engines)('what is new for a student on %s', (engine) => {
  it('is nothing but the newest listings of others for a new student', async () => {
    const { ada, read, post } = await openSite(engine)
    const empty = { unread: [], ending: [], searches: [], matches: [], price_drops: [], fresh: [] }
    expect(await read()).toEqual(empty)
    const [first, second] = [await post({}), await post({})]
    expect(await read()).toMatchObject({ ...empty, fresh: [{ category: 'misc' }, {}] })
    expect(idsOf((await read()).fresh)).toEqual([second, first])
    expect(await read(ada)).toEqual(empty)
  })

  it('has the new listings of each saved search, newest first and each once', async () => {
    const { read, post, save, update, bob, clock } = await openSite(engine)
    const queries = ['q=kettle', 'q=kettle&max_price=100', 'q=piano', '']
    for (const query of queries) await save(query)
    clock.now += 10 * dayMs
    const old = await post({ title: 'Old blue kettle' })
    await update(old, sql`posted_at = ${clock.now - 8 * dayMs}`)
    const renewed = await post({ title: 'Renewed blue kettle' })
    await update(renewed, sql`posted_at = ${clock.now - dayMs}`)
    const kettle = await post({ title: 'Blue kettle', price: 20 })
    const dear = await post({ title: 'Blue kettle of gold', price: 900 })
    await post({ title: 'Blue kettle of mine' }, bob)
    const { searches, matches, fresh } = await read()
    expect(searches).toMatchObject([
      { query: '', count: 2, more: false },
      { query: 'max_price=100&q=kettle', count: 1 },
      { query: 'q=kettle', count: 2, label: expect.stringContaining('kettle') },
    ])
    expect(idsOf(matches)).toEqual([dear, kettle])
    expect(idsOf(fresh)).toEqual([renewed, old])
  })

  it('has what was posted after the search was saved', async () => {
    const { ada, bob, read, post, save, clock } = await openSite(engine)
    const known = await post({})
    const { body } = await save('q=lamp')
    clock.now += dayMs
    // Emails do not call a renewed listing new either.
    expect((await ada.post(apiPaths.renew('misc', known), {})).status).toBe(200)
    expect(await read()).toMatchObject({ searches: [], matches: [] })
    const later = await post({})
    const { searches, matches } = await read()
    expect(searches).toMatchObject([{ query: 'q=lamp', count: 1 }])
    expect(idsOf(matches)).toEqual([later])
    // A search that is saved now knows the listing.
    await save('q=desk')
    expect((await read()).searches).toMatchObject([{ query: 'q=lamp' }])
    // Another frequency does not make the search younger.
    clock.now += dayMs
    const { status } = await bob.patch(apiPaths.savedSearch(body.id), { frequency: 'daily' })
    expect(status).toBe(200)
    expect((await read()).searches).toMatchObject([{ query: 'q=lamp' }])
  })

  it('counts up to nine new listings of a search', async () => {
    const { read, post, save, bobsId, db, clock } = await openSite(engine)
    await save('q=lamp')
    clock.now += dayMs
    for (let index = 0; index < 11; index++) await post({})
    const { searches, matches } = await read()
    expect(searches).toMatchObject([{ count: 9, more: true }])
    expect(matches).toHaveLength(4)
    await db.run(sql`UPDATE saved_searches SET paused_at = 1 WHERE user_id = ${bobsId}`)
    expect(await read()).toMatchObject({ searches: [], matches: [] })
  })

  it('has price drops that came after the listing was saved', async () => {
    const { ada, bob, read, post, clock } = await openSite(engine)
    const input = { ...newInput('misc'), price: 100 }
    const { body } = await ada.post(apiPaths.list('misc'), input)
    const other = await post({})
    await bob.put(apiPaths.favourite('misc', body.id))
    await bob.put(apiPaths.favourite('misc', other))
    expect((await read()).price_drops).toEqual([])
    clock.now += dayMs
    await ada.put(apiPaths.listing('misc', body.id), { ...input, price: 50 })
    const { price_drops, fresh } = await read()
    expect(idsOf(price_drops)).toEqual([body.id])
    expect(price_drops[0]?.listing).toMatchObject({ was_price: { price: 100 } })
    expect(idsOf(fresh)).toEqual([other])
    await bob.delete(apiPaths.favourite('misc', body.id))
    clock.now += dayMs
    await bob.put(apiPaths.favourite('misc', body.id))
    expect((await read()).price_drops).toEqual([])
  })

  it('has the conversations with unread messages, without what is written there', async () => {
    const { ada, bob, read, post, update } = await openSite(engine)
    const lamp = await post({ title: 'Lamp of brass' })
    const sent = await bob.post(apiPaths.listingMessages('misc', lamp), { body: 'A secret word' })
    const [id] = [Number(sent.body.thread_id)]
    const { unread } = await read(ada)
    expect(unread).toEqual([{ id, name: 'Bob Stone', title: 'Lamp of brass', unread: 1 }])
    expect(JSON.stringify(await read(ada))).not.toContain('secret')
    expect((await read()).unread).toEqual([])
    await ada.post(apiPaths.messages(id), { body: 'Yes' })
    await update(lamp, sql`status = 'removed'`)
    expect((await read()).unread).toMatchObject([{ id, title: null }])
    await bob.post(apiPaths.readThread(id), {})
    expect((await read()).unread).toEqual([])
  })

  it("has the student's own listings that end within days, the next end first", async () => {
    const { ada, read, post, update, clock } = await openSite(engine)
    const [late, soon, next] = [await post({}), await post({}), await post({ title: 'Next' })]
    await update(late, sql`ends_at = ${clock.now + 20 * dayMs}`)
    await update(soon, sql`ends_at = ${clock.now + 3 * dayMs}`)
    await update(next, sql`ends_at = ${clock.now + dayMs}`)
    const { ending } = await read(ada)
    expect(ending.map(({ id }) => id)).toEqual([next, soon])
    const ends_at = new Date(clock.now + dayMs).toISOString()
    expect(ending[0]).toEqual({ category: 'misc', id: next, title: 'Next', ends_at })
    expect((await read()).ending).toEqual([])
    clock.now += 2 * dayMs
    expect((await read(ada)).ending.map(({ id }) => id)).toEqual([soon])
  })

  it('has housing requests for confirmed students only', async () => {
    const { ada, bob, bobsId, read, db, clock } = await openSite(engine)
    const { id: category } = categoryById.wanted
    await bob.post(apiPaths.savedSearches, { category, query: '', frequency: 'off' })
    clock.now++
    const { body } = await ada.post(apiPaths.list(category), newInput(category))
    await bob.put(apiPaths.favourite(category, body.id))
    expect(idsOf((await read()).matches)).toEqual([body.id])
    await suspendTestStudent(db, { studentId: bobsId, now: clock.now })
    expect(await read()).toMatchObject({ searches: [], matches: [], fresh: [] })
  })

  it("has the newest listings of others behind any number of the student's own", async () => {
    const { bob, bobsId, db, post, read } = await openSite(engine)
    const lamp = await post({})
    for (let index = 0; index < 13; index++) await post({}, bob)
    expect(idsOf((await read()).fresh)).toEqual([lamp])
    const reader = { studentId: bobsId, searches: [], now: 0 }
    // PostgreSQL chooses by statistics, which a table this small may have or not.
    if (db.dialect === 'postgres') return
    const plan = await explain(db, (tx) => findHomeRows(tx, reader))
    expect(plan.match(/listings_newest/g)?.length).toBe(publicCategories.length)
  })

  it('takes as many statements for many searches as for one', async () => {
    const { ada, bob, db, post, save, read } = await openSite(engine)
    const lamp = await post({})
    const spies = [vi.spyOn(db, 'all'), vi.spyOn(db, 'get')]
    // A job may run at the same time, so it may take some tries.
    const expectCount = (client: typeof bob, expected: number) =>
      vi.waitFor(async () => {
        for (const spy of spies) spy.mockClear()
        await read(client)
        expect(spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBe(expected)
      })
    // The first is that of the session.
    await expectCount(bob, 1 + 3)
    for (let index = 0; index < 12; index++) await save(`q=lamp${index}`)
    await bob.put(apiPaths.favourite('misc', lamp))
    await expectCount(bob, 1 + 3)
    await bob.post(apiPaths.listingMessages('misc', lamp), { body: 'Is it still there?' })
    await expectCount(ada, 1 + 4)
  })
})
