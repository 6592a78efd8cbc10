import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { changeCampus, stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { countDeadlocks } from '#tests/support/count-deadlocks.ts'
import { type Engine, engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { runJob } from '#tests/support/run-job.ts'
import { lockCategory } from '../../versions/category-versions.ts'
import { endListings } from '../lifecycle/end-listings.ts'
import { findDueReminders, findSellersToRemind } from '../reminders/reminder-queries.ts'

stayOnBuiltInCampus()

const photo = (name: string) => [`https://photos.example/${name}.jpg`]
const things = [
  { title: 'Desk lamp', price: 15, photos: photo('lamp') },
  { title: 'Chair', price: '20', photos: photo('chair') },
  { title: 'Box of books', is_free: true, photos: photo('books') },
]

async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestAppWithUsers(engine, settings)
  const { ada, db, visitor } = site
  const input = (change: object = {}) => ({
    client_id: crypto.randomUUID(),
    items: things,
    place: 'The lobby',
    pickup_window: 'Sat 10 to 18',
    bundle_price: 30,
    // The clock of the tests shows Sunday, Nov 15, 2026, 07:00 on campus.
    free_until: '2026-11-21T18:00',
    ...change,
  })
  const post = (change: object = {}) => ada.post(apiPaths.movingSales, input(change))
  const count = async () =>
    Number((await db.get<{ n: number }>(sql`SELECT count(*) AS n FROM listings`))?.n)
  const read = async (id: number, client = visitor) => {
    const { status, body } = await client.get(apiPaths.movingSale(id))
    return {
      status,
      body: body as never as Record<string, unknown> & {
        items: { id: number; title: string; seller: { id: number } }[]
      },
    }
  }
  return { ...site, input, post, count, read }
}

describe.each(engines)('moving out on %s', (engine) => {
  it('posts all things at once, on one page with a place, a window and a price for all of it', async () => {
    const { ada, post, read, visitor } = await openSite(engine)
    const { status, body } = await post()
    expect(status).toBe(201)
    const page = await read(body.id)
    expect(page).toMatchObject({
      status: 200,
      body: {
        seller: { name: 'Ada L.' },
        place: 'The lobby',
        pickup_window: 'Sat 10 to 18',
        free_until: '2026-11-21T23:00:00.000Z',
        bundle: { price: 30, count: 3, is_current: true },
        gone_count: 0,
        items: things.map(({ title }) => ({ title })),
      },
    })
    const [lamp, , books] = page.body.items
    expect((await visitor.get(apiPaths.listing('misc', lamp?.id ?? 0))).body).toMatchObject({
      price: 15,
      moving_sale_id: body.id,
      description: 'Moving out. Pick it up at: The lobby. When: Sat 10 to 18.',
    })
    const own = await ada.get(apiPaths.userListings(page.body.items[0]?.seller.id ?? 0, 'misc'))
    expect(own.body).toMatchObject(Array(3).fill({ moving_sale_id: body.id }))
    expect((await visitor.get(apiPaths.listing('misc', books?.id ?? 0))).body).toMatchObject({
      price: 0,
      is_free: true,
      ends_at: '2026-11-21T23:00:00.000Z',
      description: expect.stringContaining(
        'Free until Sat, Nov 21, 6:00 pm. Then this listing ends.',
      ),
    })
  })

  it('posts nothing twice, also when both requests arrive at once', async () => {
    const { ada, input, count } = await openSite(engine)
    const body = input()
    const both = await Promise.all([
      ada.post(apiPaths.movingSales, body),
      ada.post(apiPaths.movingSales, body),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body.id).toBe(both[1]?.body.id)
    expect(await count()).toBe(3)
  })

  it('posts nothing if one thing is wrong, and names all errors at once', async () => {
    const { post, count } = await openSite(engine)
    const items = [...things.slice(0, 2), { title: '', price: -1, photos: [] }]
    expect(await post({ items, place: '' })).toMatchObject({
      status: 400,
      body: {
        fields: {
          place: expect.any(String),
          'items.2.title': expect.any(String),
          'items.2.price': expect.any(String),
          'items.2.photos': expect.any(String),
        },
      },
    })
    for (const other of [null, 5, []]) {
      expect((await post({ items: [...things.slice(0, 2), other] })).status).toBe(400)
    }
    for (const [change, field] of [
      [{ place: ' ' }, 'place'],
      [{ pickup_window: 'x'.repeat(121) }, 'pickup_window'],
      [{ place: 'a\u202eb' }, 'place'],
      [{ items: [] }, 'items'],
      [{ items: Array(21).fill(things[0]) }, 'items'],
      [{ bundle_price: -1 }, 'bundle_price'],
      [{ items: things.slice(0, 1) }, 'bundle_price'],
      [{ free_until: '2026-11-14T18:00' }, 'free_until'],
      [{ free_until: '2027-02-14T18:00' }, 'free_until'],
      [{ free_until: '2026-13-40T99:99' }, 'free_until'],
      // November has 30 days.
      [{ free_until: '2026-11-31T18:00' }, 'free_until'],
      [{ client_id: 'x' }, 'client_id'],
    ] as const) {
      expect(await post(change), field).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    }
    expect(await count()).toBe(0)
  })

  it('asks about a thing that was posted before, and not about two of one kind', async () => {
    const { ada, post, count } = await openSite(engine, { APP_URL: 'https://q.example' })
    const chairs = [1, 2].map((n) => ({ title: 'Chair', price: 5, photos: photo(`chair${n}`) }))
    expect((await post({ items: chairs })).status).toBe(201)
    expect(await post({ items: [things[0], chairs[0]] })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', error: expect.stringMatching(/^Item 2: You posted “Chair”/) },
    })
    expect(await count()).toBe(2)
    expect((await post({ items: [things[0], chairs[0]], anyway: true })).status).toBe(201)
    expect((await ada.get(apiPaths.list('misc'))).body.total).toBe(4)
  })

  it('keeps to the limit of a day, with all things or none', async () => {
    const { post, count } = await openSite(engine, {
      RATE_LIMIT: 'on',
      APP_URL: 'https://q.example',
    })
    const items = Array.from({ length: 15 }, (_, n) => ({
      title: `${'abcdefghijklmnop'[n]?.repeat(9)} lamp`,
      price: 5,
      photos: photo(`lamp${n}`),
    }))
    expect((await post({ items, anyway: true })).status).toBe(201)
    expect(await post({ items, anyway: true })).toMatchObject({
      status: 429,
      body: {
        error:
          'You can post only 5 more items now. Remove 10, or post all 15 later. Nothing is posted yet.',
      },
    })
    expect(await count()).toBe(15)
    // A press counts as one save, however many things it has.
    for (let press = 0; press < 10; press += 1) {
      expect((await post({ items: Array(20).fill({}) })).status).toBe(400)
    }
  })

  it('lets what is free end by itself, and ends with its last thing', async () => {
    const { ada, db, clock, post, read } = await openSite(engine)
    const { body } = await post()
    const { items } = (await read(body.id)).body
    const [lamp, chair, books] = items.map(({ id }) => id)
    clock.now = Date.parse('2026-11-21T22:59:59Z')
    expect((await read(body.id)).body).toMatchObject({ gone_count: 0 })
    clock.now += 1000
    expect((await read(body.id)).body).toMatchObject({
      gone_count: 1,
      items: [{ id: lamp }, { id: chair }],
    })
    await runJob(endListings, { db, now: () => clock.now })
    expect(await db.get(sql`SELECT status FROM listings WHERE id = ${books}`)).toEqual({
      status: 'expired',
    })
    await db.run(sql`UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now}`)
    await ada.post(apiPaths.status('misc', lamp ?? 0), { status: 'sold' })
    expect((await read(body.id)).body).toMatchObject({ gone_count: 2, bundle: null })
    await db.run(sql`UPDATE listings SET status = 'hidden' WHERE id = ${chair}`)
    expect(await read(body.id)).toMatchObject({
      status: 410,
      body: { error: 'Everything on this page is gone.' },
    })
    expect((await read(999)).status).toBe(404)
  })

  it('lets its seller correct the price for all of it, and nobody else', async () => {
    const { ada, bob, post, read } = await openSite(engine)
    const { body } = await post()
    const url = apiPaths.movingSale(body.id)
    const { items } = (await read(body.id)).body
    await ada.post(apiPaths.status('misc', items[0]?.id ?? 0), { status: 'sold' })
    expect(await bob.patch(url, { bundle_price: 1 })).toMatchObject({ status: 403 })
    expect(await ada.patch(url, { bundle_price: 'much' })).toMatchObject({ status: 400 })
    expect(await ada.patch(url, { bundle_price: 18 })).toMatchObject({
      status: 200,
      body: { bundle: { price: 18, count: 2, is_current: true } },
    })
    expect((await ada.patch(url, { bundle_price: null })).body).toMatchObject({ bundle: null })
  })

  it('knows for which things the price for all of it was set', async () => {
    const { ada, post, read } = await openSite(engine)
    const { body } = await post()
    const [lamp = 0, chair = 0, books = 0] = (await read(body.id)).body.items.map(({ id }) => id)
    const mark = (id: number, status: string) => ada.post(apiPaths.status('misc', id), { status })
    const bundle = async () => (await read(body.id)).body.bundle
    await mark(lamp, 'sold')
    expect(await bundle()).toEqual({ price: 30, count: 3, is_current: false })
    await ada.patch(apiPaths.movingSale(body.id), { bundle_price: 18 })
    expect(await bundle()).toEqual({ price: 18, count: 2, is_current: true })
    // As many things are left as before, and they are others.
    await mark(lamp, 'available')
    await mark(chair, 'sold')
    expect(await bundle()).toEqual({ price: 18, count: 2, is_current: false })
    await mark(lamp, 'sold')
    await mark(chair, 'available')
    expect(await bundle()).toEqual({ price: 18, count: 2, is_current: true })
    await ada.delete(apiPaths.listing('misc', books))
    await mark(lamp, 'available')
    expect(await bundle()).toMatchObject({ is_current: false })
  })

  it('keeps the kind of each thing, for filters and figures', async () => {
    const { post, visitor } = await openSite(engine)
    const items = things.map((thing, index) =>
      index === 1 ? { ...thing, category: 'Furniture' } : thing,
    )
    expect((await post({ items })).status).toBe(201)
    const furniture = new URLSearchParams({ category: 'Furniture' })
    expect((await visitor.get(apiPaths.list('misc', furniture))).body).toMatchObject({
      results: [{ title: 'Chair', category: 'Furniture' }],
    })
    expect(
      await post({ items: [{ ...things[0], category: 'Boats' }], bundle_price: null }),
    ).toMatchObject({
      status: 400,
      body: { fields: { 'items.0.category': expect.any(String) } },
    })
  })

  it('changes the place and the window, also in the descriptions that nobody has edited', async () => {
    const { ada, post, read, visitor } = await openSite(engine)
    const { body } = await post()
    const [lamp = 0, chair = 0, books = 0] = (await read(body.id)).body.items.map(({ id }) => id)
    const edited = { ...things[1], listing_type: 'Selling', description: 'My own words.' }
    expect((await ada.put(apiPaths.listing('misc', chair), edited)).status).toBe(200)
    const change = { place: 'The bike rack' }
    expect((await ada.patch(apiPaths.movingSale(body.id), change)).body).toMatchObject({
      place: 'The bike rack',
      pickup_window: 'Sat 10 to 18',
      bundle: { price: 30, count: 3, is_current: true },
    })
    const textOf = async (id: number) =>
      (await visitor.get(apiPaths.listing('misc', id))).body.description
    const text = 'Moving out. Pick it up at: The bike rack. When: Sat 10 to 18.'
    expect(await textOf(lamp)).toBe(text)
    expect(await textOf(chair)).toBe('My own words.')
    expect(await textOf(books)).toBe(
      `${text} Free until Sat, Nov 21, 6:00 pm. Then this listing ends.`,
    )
    expect((await ada.patch(apiPaths.movingSale(body.id), { place: '' })).status).toBe(400)
  })

  it('changes the place of a thing that an edit would refuse, and leaves the rest of it alone', async () => {
    const { ada, db, post, read, visitor } = await openSite(engine)
    const items = things.map((thing) => ({ ...thing, category: 'Furniture' }))
    const { body } = await post({ items })
    const [lamp = 0] = (await read(body.id)).body.items.map(({ id }) => id)
    const before = (await visitor.get(apiPaths.listing('misc', lamp))).body
    changeCampus({ itemKinds: campus.itemKinds.filter((kind) => kind !== 'Furniture') })
    const change = { place: 'The bike rack' }
    expect((await ada.patch(apiPaths.movingSale(body.id), change)).status).toBe(200)
    expect((await visitor.get(apiPaths.listing('misc', lamp))).body).toEqual({
      ...before,
      description: 'Moving out. Pick it up at: The bike rack. When: Sat 10 to 18.',
    })
    const found = await visitor.get(apiPaths.list('misc', new URLSearchParams({ search: 'rack' })))
    expect(found.body.results).toHaveLength(3)
    expect(await db.get(sql`SELECT details FROM listings WHERE id = ${lamp}`)).toEqual({
      details: expect.stringContaining('Furniture'),
    })
  })

  it('answers the question whether its things are gone with any change of the page', async () => {
    const { ada, db, post, read } = await openSite(engine)
    const { body } = await post()
    const [lamp = 0, chair = 0, books = 0] = (await read(body.id)).body.items.map(({ id }) => id)
    const edited = { ...things[1], listing_type: 'Selling', description: 'My own words.' }
    await ada.put(apiPaths.listing('misc', chair), edited)
    await ada.post(apiPaths.status('misc', books), { status: 'sold' })
    const waiting = async () => {
      const rows = await db.all<{ listing_id: number }>(sql`
        SELECT listing_id FROM listing_marks WHERE gone_asked_at IS NOT NULL ORDER BY listing_id`)
      return rows.map(({ listing_id }) => listing_id)
    }
    for (const change of [{ pickup_window: 'Sun 9 to 12' }, { bundle_price: 18 }]) {
      await db.run(sql`DELETE FROM listing_marks`)
      for (const id of [lamp, chair]) {
        await db.run(sql`INSERT INTO listing_marks (listing_id, gone_asked_at) VALUES (${id}, 1)`)
      }
      expect(await waiting()).toEqual([lamp, chair])
      expect((await ada.patch(apiPaths.movingSale(body.id), change)).status).toBe(200)
      expect(await waiting(), JSON.stringify(change)).toEqual([])
    }
  })

  it('keeps both of two changes at once', async () => {
    const { ada, db, post, read } = await openSite(engine)
    const { body } = await post()
    const { waits, release } = await holdTransaction(db, (tx) =>
      tx.run(sql`UPDATE moving_sales SET place = place`),
    )
    const url = apiPaths.movingSale(body.id)
    const changes = [{ place: 'The bike rack' }, { bundle_price: 7 }]
    const both = Promise.all(changes.map((change) => ada.patch(url, change)))
    await waits(2)
    release()
    expect((await both).map(({ status }) => status)).toEqual([200, 200])
    expect((await read(body.id)).body).toMatchObject({
      place: 'The bike rack',
      bundle: { price: 7 },
    })
  })

  it('does not deadlock with the deletion of its last thing', async () => {
    const { ada, db, post, read } = await openSite(engine)
    const { body } = await post({ items: things.slice(0, 1), bundle_price: null })
    const [lamp] = (await read(body.id)).body.items
    const { waits, release } = await holdTransaction(db, (tx) => lockCategory(tx, 'misc'))
    const deletion = ada.delete(apiPaths.listing('misc', lamp?.id ?? 0))
    await waits(1)
    const change = ada.patch(apiPaths.movingSale(body.id), { place: 'The bike rack' })
    await waits(2)
    release()
    expect((await deletion).status).toBe(204)
    // Either of the two may be the first.
    expect([200, 404]).toContain((await change).status)
    expect(await countDeadlocks(db)).toBe(0)
  })

  it('never asks to renew what is free until then, before or after it ends', async () => {
    const { ada, clock, db, post, read } = await openSite(engine)
    const { body } = await post()
    const { items } = (await read(body.id)).body
    const sellerId = items[0]?.seller.id ?? 0
    clock.now = Date.parse('2026-11-20T12:00:00Z')
    expect(await findDueReminders(db, sellerId, 'ending', clock.now)).toEqual([])
    const toRemind = () => findSellersToRemind(db, { verifyEmail: false, now: clock.now })
    expect(await toRemind()).toEqual([])
    await db.run(sql`UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now}`)
    const ending = async () => (await ada.get(apiPaths.home)).body.ending
    const flags = async () => {
      const listings = await ada.get(apiPaths.userListings(sellerId, 'misc'))
      return Object.values(listings.body).map((each) => Object(each).is_free_until_end)
    }
    expect(await ending()).toEqual([])
    expect(await flags()).toEqual([true, undefined, undefined])
    const move = (time: string | null) =>
      db.run(sql`UPDATE moving_sales SET free_until = ${time && Date.parse(time)}`)
    await move(null)
    const books = [{ id: items[2]?.id }]
    expect(await findDueReminders(db, sellerId, 'ending', clock.now)).toMatchObject(books)
    expect(await ending()).toMatchObject(books)
    expect(await flags()).toEqual([undefined, undefined, undefined])

    await move('2026-11-21T23:00:00Z')
    clock.now = Date.parse('2026-11-22T12:00:00Z')
    await runJob(endListings, { db, now: () => clock.now })
    expect(await findDueReminders(db, sellerId, 'ended', clock.now)).toEqual([])
    expect(await toRemind()).toEqual([])
    await move(null)
    expect(await findDueReminders(db, sellerId, 'ended', clock.now)).toMatchObject(books)
  })

  it('is deleted with its last thing', async () => {
    const { ada, db, post, read } = await openSite(engine)
    const { body } = await post()
    const { items } = (await read(body.id)).body
    const sales = () => db.all(sql`SELECT id FROM moving_sales`)
    for (const { id } of items) {
      expect(await sales()).toEqual([{ id: body.id }])
      expect((await ada.delete(apiPaths.listing('misc', id))).status).toBe(204)
    }
    expect(await sales()).toEqual([])
  })

  it('is in the export, and goes with the account', async () => {
    const { ada, db, post } = await openSite(engine)
    const { body } = await post()
    expect((await ada.get(apiPaths.accountExport)).body).toMatchObject({
      movingSales: [{ id: body.id, place: 'The lobby', bundlePrice: 30, listingIds: [1, 2, 3] }],
    })
    await db.run(sql`DELETE FROM users`)
    expect(await db.all(sql`SELECT id FROM moving_sales`)).toEqual([])
    expect(await db.all(sql`SELECT sale_id FROM moving_sale_items`)).toEqual([])
  })
})
