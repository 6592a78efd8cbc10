import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { fromInput } from '#contract/listing.ts'
import { keptCopyHeader, studentHeader } from '#contract/offline.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import {
  bob,
  createClient,
  createLoggedInClient,
  strongPassword,
} from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { runJob } from '#tests/support/run-job.ts'
import { DatabaseUnavailable } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { insertListing } from '../listings/listing-queries.ts'
import { toListingColumns } from '../listings/posting/create-listing.ts'
import { expiredRowCleanup } from '../maintenance/expired-row-cleanup.ts'
import { maxSellersPerDay } from './reveal-seller-email.ts'

type Answer = { email: string | null; reason?: string; message?: string }

/** Opens a site where `count` students sell one item each. */
async function openMarket(engine: Engine, count: number, settings: Record<string, string> = {}) {
  const testApp = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on', ...settings })
  const { app, db, clock } = testApp
  const columns = toListingColumns(fromInput('misc', listingInputs.misc as never))
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await insertTestUser(db, at(`seller${index}`))
    const dates = { posted_at: clock.now, ends_at: clock.now + 9 * dayMs }
    ids.push(await insertListing(db, { ...columns, ...dates, category: 'misc', seller_id: id }))
  }

  const findReader = async () =>
    (await db.get<{ reader: string }>(sql`SELECT reader FROM contact_reads`))?.reader ?? ''

  /** Records reads of other sellers today until the reader can see only `left` more. */
  async function fillDay(reader: string, left: number) {
    for (let index = 0; index < maxSellersPerDay - left; index += 1) {
      const { id } = await insertTestUser(db, at(`other${index}`))
      await db.run(sql`
        INSERT INTO contact_reads (reader, day, seller_id)
        SELECT ${reader}, day, ${id} FROM (SELECT MIN(day) AS day FROM contact_reads) today`)
    }
  }

  const readContact = async (client: { get: (url: string) => Promise<unknown> }, id: number) =>
    ((await client.get(apiPaths.contact('misc', id))) as { body: Answer }).body
  const readDetail = async (client: { get: (url: string) => Promise<unknown> }, id: number) =>
    ((await client.get(apiPaths.listing('misc', id))) as { body: { seller: Answer } }).body.seller
  const countReads = async () =>
    (await db.get<{ n: number }>(sql`SELECT COUNT(*) AS n FROM contact_reads`))?.n
  const unconfirm = (email: string) =>
    db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE email = ${email}`)
  const visitorFrom = (address: string) => createClient(app, { address })
  return {
    ...testApp,
    ...{ ids, findReader, fillDay, readContact, readDetail, countReads, unconfirm, visitorFrom },
  }
}

describe.each(anyEngine)("a seller's address on %s", (engine) => {
  it('is shown for 200 sellers a day, however they are asked for', async () => {
    const market = await openMarket(engine, maxSellersPerDay + 5)
    const { ada, bob, ids, clock, readContact, readDetail, countReads } = market
    const own = (await bob.post(apiPaths.list('misc'), listingInputs.misc)).body.id
    expect((await readContact(bob, own)).email).toBe(at('bob', 1))
    expect(await countReads()).toBe(0)

    const seen: number[] = []
    for (const [index, id] of ids.entries()) {
      const { email } = await (index % 2 ? readContact : readDetail)(bob, id)
      if (email) seen.push(id)
    }
    expect(seen).toEqual(ids.slice(0, maxSellersPerDay))
    expect(await countReads()).toBe(maxSellersPerDay)
    expect(await bob.get(apiPaths.contact('misc', ids.at(-1) ?? 0))).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        name: 'Ada Lee',
        email: null,
        reason: 'limit',
        message: "You've seen the email addresses of 200 sellers today. You can see more tomorrow.",
      },
    })
    expect((await readContact(bob, ids[0] ?? 0)).email).toBe(at('seller0'))
    expect((await readContact(bob, own)).email).toBe(at('bob', 1))
    expect((await readContact(ada, ids.at(-1) ?? 0)).email).toBe(at('seller204'))

    clock.now += dayMs
    expect((await readContact(bob, ids.at(-1) ?? 0)).email).toBe(at('seller204'))
  })

  it('is not in the copy that the service worker keeps of a saved listing, and not counted', async () => {
    const { bob, ids, countReads } = await openMarket(engine, 1)
    const url = apiPaths.listing('misc', ids[0] ?? 0)
    const { status, body, headers } = await bob.send('GET', url, undefined, {
      [keptCopyHeader]: '1',
    })
    expect(status).toBe(200)
    expect(body.seller).toMatchObject({ is_confirmed: expect.any(Boolean) })
    expect(body.seller).not.toHaveProperty('email')
    expect(headers[studentHeader]).toMatch(/^\d+$/)
    expect(await countReads()).toBe(0)
  })

  it('is not shown to a student who has to confirm first', async () => {
    const { app, bob: client, ids, unconfirm, countReads } = await openMarket(engine, 3)
    await unconfirm(bob.email)
    for (const id of ids) {
      expect(await client.get(apiPaths.contact('misc', id))).toMatchObject({
        status: 403,
        body: { code: 'unconfirmed' },
      })
      const { status, body, headers } = await client.get(apiPaths.listing('misc', id))
      expect(status).toBe(200)
      expect(body.seller).not.toHaveProperty('email')
      expect(headers['cache-control']).toBe('no-store')
    }
    // The address does not reach anyone else through a cache either.
    const { payload } = await app.inject(apiPaths.listing('misc', ids[0] ?? 0))
    expect(payload).not.toContain('@')
    expect(await countReads()).toBe(0)
  })

  it('is counted exactly when many are asked for at once', async () => {
    const { bob, ids, findReader, fillDay, readContact, countReads } = await openMarket(engine, 20)
    await readContact(bob, ids[0] ?? 0)
    await fillDay(await findReader(), 5 + 1)
    const answers = await Promise.all(ids.slice(1).map((each) => readContact(bob, each)))
    expect(answers.filter(({ email }) => email)).toHaveLength(5)
    expect(answers.filter(({ reason }) => reason === 'limit')).toHaveLength(14)
    expect(await countReads()).toBe(maxSellersPerDay)
  })

  it('is shown while nothing can be written, to the same number of sellers', async () => {
    const { bob, db, ids, clock, findReader, fillDay, readContact, countReads } = await openMarket(
      engine,
      6,
    )
    await readContact(bob, ids[0] ?? 0)
    await fillDay(await findReader(), 3 + 1)
    const written = await countReads()
    const write = vi
      .spyOn(db, 'transaction')
      .mockRejectedValue(new DatabaseUnavailable('disk full'))
    const read = async () => {
      const answers = []
      for (const id of ids) answers.push((await readContact(bob, id)).email !== null)
      return answers
    }
    const allowed = [true, true, true, true, false, false]
    expect(await read()).toEqual(allowed)
    expect(await read()).toEqual(allowed)
    expect(await countReads()).toBe(written)
    write.mockRestore()
    expect(await read()).toEqual(allowed)
    clock.now += dayMs
    expect(await read()).toEqual(Array(6).fill(true))
  })

  it('is counted by IPv6 site for visitors, too', async () => {
    const market = await openMarket(engine, 2, { LISTING_ACCESS: 'open' })
    const { db, ids, readContact, visitorFrom } = market
    const [first = 0, second = 0] = ids
    const read = (address: string, id: number) => readContact(visitorFrom(address), id)
    expect(await read('2001:db8:7:1::1', first)).toMatchObject({ email: expect.any(String) })
    await db.run(sql`
      UPDATE rate_limits SET count = ${4 * maxSellersPerDay - 1}
      WHERE bucket LIKE 'addresses-per-network-per-site:%'`)
    expect(await read('2001:db8:7:2::1', first)).toMatchObject({ email: expect.any(String) })
    expect(await read('2001:db8:7:3::1', second)).toMatchObject({ email: null, reason: 'limit' })
    // A network still sees the addresses that it has seen, and other IPv6 sites are not affected.
    expect(await read('2001:db8:7:2::1', first)).toMatchObject({ email: expect.any(String) })
    expect(await read('2001:db8:8:3::1', second)).toMatchObject({ email: expect.any(String) })
  })

  it('is counted by network for visitors, where they may see it', async () => {
    const market = await openMarket(engine, 3, { LISTING_ACCESS: 'open' })
    const { ada: confirmed, bob: client, ids, fillDay, unconfirm, visitorFrom } = market
    const { findReader, readContact, readDetail } = market
    const [first = 0, second = 0, third = 0] = ids
    const visitor = visitorFrom('203.0.113.1')
    expect((await readContact(visitor, first)).email).toBe(at('seller0'))
    const reader = await findReader()
    expect(reader).toMatch(/^network:[\w-]{43}$/)
    await fillDay(reader, 1 + 1)
    // Bob comes from the same network, and is counted like a visitor.
    await unconfirm(bob.email)
    expect((await readDetail(client, second)).email).toBe(at('seller1'))
    for (const [each, advice] of [
      [visitor, 'Log in'],
      [client, 'Confirm your email'],
    ] as const) {
      expect((await readDetail(each, third)).email).toBeNull()
      expect(await readContact(each, third)).toMatchObject({
        email: null,
        reason: 'limit',
        message: `Your network has seen the email addresses of 200 sellers today. ${advice} to see more.`,
      })
    }
    expect((await readContact(visitorFrom('203.0.113.2'), third)).email).toContain('@')
    expect((await readContact(confirmed, third)).email).toContain('@')
  })

  it('is hidden from others, if the seller wishes', async () => {
    const { db, ada, bob, ids, readContact, readDetail, countReads } = await openMarket(engine, 1)
    const { id } = (await ada.post(apiPaths.list('misc'), listingInputs.misc)).body
    await db.run(sql`UPDATE users SET shows_email = 0 WHERE email = ${at('ada')}`)
    expect(await readContact(bob, id)).toMatchObject({
      name: 'Ada Lovelace',
      email: null,
      reason: 'hidden',
      message: "We can't show you this student's email.",
    })
    expect((await readDetail(bob, id)).email).toBeNull()
    expect(await countReads()).toBe(0)
    expect((await readContact(ada, id)).email).toBe(at('ada'))
    expect((await readDetail(ada, id)).email).toBe(at('ada'))
    expect((await readContact(ada, ids[0] ?? 0)).email).toBe(at('seller0'))
  })

  it('is hidden and not counted on a site with messages instead', async () => {
    const settings = { CONTACT: 'messages', LISTING_ACCESS: 'open' }
    const { ada, bob, ids, visitor, ...market } = await openMarket(engine, 1, settings)
    const { readContact, readDetail, countReads } = market
    for (const each of [bob, visitor]) {
      const message = 'Message this student instead.'
      const contact = { email: null, reason: 'messages', message, messages: true }
      expect(await readContact(each, ids[0] ?? 0)).toMatchObject(contact)
      expect((await readDetail(each, ids[0] ?? 0)).email).toBeNull()
    }
    expect(await countReads()).toBe(0)
    const { id } = (await ada.post(apiPaths.list('misc'), listingInputs.misc)).body
    expect((await readContact(ada, id)).email).toBe(at('ada'))
  })

  it('is not counted with RATE_LIMIT=off', async () => {
    const { bob, ids, readContact, countReads } = await openMarket(engine, 1, { RATE_LIMIT: 'off' })
    expect((await readContact(bob, ids[0] ?? 0)).email).toBe(at('seller0'))
    expect(await countReads()).toBe(0)
  })

  it('is counted for the mailbox, also after its account was deleted and made again', async () => {
    const market = await openMarket(engine, 2)
    const { app, db, bob: client, ids, clock, findReader, fillDay, readContact } = market
    const [first = 0, second = 0] = ids
    await readContact(client, first)
    expect(await findReader()).toMatch(/^student:[\w-]{43}$/)
    await fillDay(await findReader(), 1)
    await client.send('DELETE', apiPaths.account, { password: strongPassword })
    for (const email of [bob.email, at('Bob+again', 1)]) {
      const again = await createLoggedInClient(app, { ...bob, email })
      await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
      expect((await readContact(again, first)).email).toBe(at('seller0'))
      expect(await readContact(again, second)).toMatchObject({ email: null, reason: 'limit' })
    }
  })

  it('leaves no trace after the day', async () => {
    const { db, ada, ids, clock, readContact, countReads } = await openMarket(engine, 2)
    await readContact(ada, ids[0] ?? 0)
    clock.now += dayMs
    await readContact(ada, ids[1] ?? 0)
    await runJob(expiredRowCleanup, { db, now: () => clock.now })
    expect(await countReads()).toBe(1)
  })
})
