import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { publicCategories } from '#categories/index.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { createLoggedInClient, strongPassword, ada as student } from '#tests/support/http-client.ts'
import { newInput } from '#tests/support/listing-inputs.ts'
import { dayMs, hourMs, secondMs } from '../../durations.ts'
import { generateRenewToken, saveRenewLink } from '../lifecycle/renew-links.ts'
import { insertListing } from '../listing-queries.ts'

async function openSite(engine: Engine, settings: Record<string, string> = { VERIFY_EMAIL: 'on' }) {
  const testApp = await buildTestAppWithUsers(engine, settings)
  const { ada, bob, db, clock } = testApp
  const post = (student = ada, change = {}) =>
    student.post('/api/misc', { ...newInput('misc'), ...change })
  const setPosts = (count: number) =>
    db.run(sql`UPDATE rate_limits SET count = ${count} WHERE bucket LIKE 'posts:%'`)
  /** Inserts listings of Ada's that end one hour after another, the first in an hour. */
  const insertLive = (count: number) =>
    db.transaction(async (tx) => {
      const row = await tx.get<{ id: number }>(sql`SELECT id FROM users ORDER BY id LIMIT 1`)
      const ids: number[] = []
      for (let index = 1; index <= count; index++) {
        const id = await insertListing(tx, {
          ...{ title: 'Lamp', price_cents: 100, description: '', details: '{}', search_text: '' },
          ...{ category: 'misc', seller_id: row?.id ?? 0, posted_at: clock.now },
          ends_at: clock.now + index * hourMs,
        })
        ids.push(id)
      }
      return ids
    })
  const confirmAll = () => db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
  return { ...testApp, ada, bob, post, setPosts, insertLive, confirmAll }
}

const retryAfter = (ms: number) => ({ 'retry-after': String(ms / secondMs) })

describe.each(anyEngine)('listings of one student on %s', (engine) => {
  it('are twenty a day, deleted ones included', async () => {
    const { ada, bob, post, clock } = await openSite(engine)
    for (let count = 0; count < 20; count++) {
      const { status, body } = await post()
      expect(status).toBe(201)
      if (count % 2) await ada.delete(`/api/misc/${body.id}`)
    }
    clock.now += hourMs
    const refused = await post()
    expect(refused).toMatchObject({
      status: 429,
      headers: retryAfter(dayMs - hourMs),
      body: {
        code: 'too_many',
        error: 'You can post 20 listings a day. Post the rest tomorrow.',
      },
    })
    expect((await ada.get('/api/misc')).body.results).toHaveLength(10)
    expect((await post(bob)).status).toBe(201)
    clock.now += dayMs - hourMs
    expect((await post()).status).toBe(201)
  })

  it('are twenty a day for a mailbox, whatever its accounts', async () => {
    const { app, ada, post, setPosts, confirmAll } = await openSite(engine)
    expect((await post()).status).toBe(201)
    await setPosts(19)
    await ada.send('DELETE', apiPaths.account, { password: strongPassword })
    const statuses: number[] = []
    for (const email of [student.email, at('Ada+books')]) {
      const again = await createLoggedInClient(app, { ...student, email })
      await confirmAll()
      statuses.push((await again.post('/api/misc', newInput('misc'))).status)
    }
    expect(statuses).toEqual([201, 429])
  })

  it('are not counted when they are refused, for which there are other reasons first', async () => {
    const { ada, post, setPosts } = await openSite(engine)
    const photos = ['/uploads/0123456789abcdef0123456789abcdef.webp']
    for (const change of [{ title: '' }, { photos }, { event_date: '2020-01-01' }]) {
      expect((await post(ada, change)).status).toBe(400)
    }
    expect((await post()).status).toBe(201)
    await setPosts(19)
    expect((await post()).status).toBe(201)
    expect((await post(ada, { photos })).status).toBe(400)
    expect((await post()).status).toBe(429)
  })

  it('are a hundred at a time, until one ends or is sold', async () => {
    const { ada, post, insertLive, clock } = await openSite(engine)
    const [first, second] = await insertLive(100)
    expect(await post()).toMatchObject({
      status: 429,
      headers: retryAfter(hourMs),
      body: {
        error: 'You can have 100 listings at a time. Delete one or mark one as sold first.',
      },
    })
    const move = (id: number | undefined, status: string) =>
      ada.post(`/api/misc/${id}/status`, { status })
    // These changes add no live listing, so they are allowed at the limit.
    expect((await move(second, 'pending')).status).toBe(200)
    expect((await move(second, 'available')).status).toBe(200)
    expect((await ada.post(`/api/misc/${first}/renew`)).status).toBe(200)
    expect((await move(second, 'sold')).status).toBe(200)
    expect((await post()).status).toBe(201)
    expect((await move(second, 'available')).status).toBe(429)
    expect((await move(second, 'pending')).status).toBe(409)
    clock.now += 3 * hourMs
    expect((await move(second, 'available')).status).toBe(200)
  })

  it('are a hundred at a time, also of those posted at once', async () => {
    const { ada, insertLive } = await openSite(engine)
    await insertLive(98)
    const posts = publicCategories.flatMap(({ id, path }) =>
      [1, 2, 3].map(() => ada.post(`/api/${path}`, newInput(id))),
    )
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 201, ...Array(7).fill(429)])
  })

  it('are not renewed beyond a hundred, by a link in a mail neither', async () => {
    const { app, ada, post, insertLive, clock, db } = await openSite(engine)
    const [id = 0] = await insertLive(1)
    const token = generateRenewToken()
    await saveRenewLink(db, token, {
      id,
      endsAt: new Date(clock.now + hourMs).toISOString(),
    })
    clock.now += 2 * hourMs
    const others = await insertLive(100)
    const refused = { status: 429, headers: retryAfter(hourMs) }
    expect(await ada.post(`/api/misc/${id}/renew`)).toMatchObject(refused)
    expect(await ada.get(`/api/renew-link?token=${token}`)).toMatchObject(refused)
    const press = () =>
      app.inject({
        method: 'POST',
        url: '/renew',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}`,
      })
    await press()
    expect((await ada.get(`/api/misc/${id}`)).body).toMatchObject({ status: 'expired' })
    await ada.delete(`/api/misc/${others[0]}`)
    await press()
    expect((await ada.get(`/api/misc/${id}`)).body).toMatchObject({ status: 'available' })
    expect((await post()).status).toBe(429)
  })

  it('can be saved, marked and renewed as often as anyone needs to', async () => {
    const { ada, bob, post, db, clock } = await openSite(engine)
    const { body: lamp } = await post()
    const { body: other } = await post(bob)
    const edit = (change = {}) =>
      ada.put(`/api/misc/${lamp.id}`, { ...newInput('misc'), ...change })
    const mark = (status: string) => ada.post(`/api/misc/${lamp.id}/status`, { status })
    const renew = () => ada.post(`/api/misc/${lamp.id}/renew`)
    const setCount = (rule: string, count: number) =>
      db.run(sql`UPDATE rate_limits SET count = ${count} WHERE bucket LIKE ${`${rule}:%`}`)
    const versionOf = () =>
      db.get<{ version: number }>(sql`
        SELECT version FROM category_versions WHERE category = 'misc'`)

    expect((await edit({ title: 'Lamp one' })).status).toBe(200)
    await setCount('listing-edits', 117)
    // Refused edits count too, even one that is refused late: the second has already written the row and its index.
    expect((await edit({ title: '' })).status).toBe(400)
    const photos = ['/uploads/0123456789abcdef0123456789abcdef.webp']
    expect((await edit({ description: 'Я'.repeat(5_000), photos })).status).toBe(400)
    expect((await edit({ title: 'Lamp two' })).status).toBe(200)
    const before = await versionOf()
    clock.now += hourMs / 4
    expect(await edit({ title: 'Lamp three' })).toMatchObject({
      status: 429,
      headers: retryAfter((3 * hourMs) / 4),
      body: {
        code: 'too_many',
        error: 'You can save 120 changes to your listings an hour. Please try again later.',
      },
    })
    expect((await ada.get(`/api/misc/${lamp.id}`)).body).toMatchObject({ title: 'Lamp two' })

    expect((await mark('pending')).status).toBe(200)
    await setCount('status-changes', 297)
    expect((await mark('available')).status).toBe(200)
    expect((await mark('available')).status).toBe(409)
    expect((await renew()).status).toBe(200)
    const refused = {
      status: 429,
      body: { error: 'You can mark or renew listings 300 times an hour. Please try again later.' },
    }
    expect(await renew()).toMatchObject(refused)
    expect(await mark('sold')).toMatchObject(refused)

    // Other students' changes and later changes are allowed. A refused change empties no cache.
    expect((await versionOf())?.version).toBe((before?.version ?? 0) + 3)
    const changed = { ...newInput('misc'), title: 'Another lamp' }
    expect((await bob.put(`/api/misc/${other.id}`, changed)).status).toBe(200)
    clock.now += hourMs
    expect((await edit({ title: 'Lamp four' })).status).toBe(200)
    expect((await mark('sold')).status).toBe(200)
  })

  it('are compared with what fits them 300 times an hour', async () => {
    const { ada, db } = await openSite(engine)
    const { body } = await ada.post('/api/rentals', newInput('rental'))
    const fits = () => ada.get(`/api/rentals/${body.id}/fits`)
    expect((await fits()).status).toBe(200)
    await db.run(sql`UPDATE rate_limits SET count = 300 WHERE bucket LIKE 'fits:%'`)
    expect((await fits()).status).toBe(429)
  })

  it('are more in a try-out, and as many as one likes without limits', async () => {
    const tryOut = await openSite(engine, {})
    await tryOut.post()
    await tryOut.setPosts(199)
    expect((await tryOut.post()).status).toBe(201)
    expect((await tryOut.post()).body.error).toContain('200 listings a day')
    await tryOut.setPosts(0)
    await tryOut.insertLive(497)
    expect((await tryOut.post()).status).toBe(201)
    expect((await tryOut.post()).body.error).toContain('500 listings at a time')

    const unlimited = await openSite(engine, { VERIFY_EMAIL: 'on', RATE_LIMIT: 'off' })
    await unlimited.insertLive(100)
    for (let count = 0; count < 21; count++) expect((await unlimited.post()).status).toBe(201)
  })
})
