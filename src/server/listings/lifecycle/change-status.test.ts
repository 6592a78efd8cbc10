import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { addDays, openLifecycleSite, toIso } from '#tests/support/lifecycle-site.ts'
import { listingInputs, newInput } from '#tests/support/listing-inputs.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { changeStatus } from './change-status.ts'

stayOnBuiltInCampus()

describe.each(anyEngine)('the status of a listing on %s', (engine) => {
  it('is changed by its owner, and a wrong move says so and changes nothing', async () => {
    const { post } = await openLifecycleSite(engine)
    const { body, move, read } = await post()
    expect(body).toMatchObject({ status: 'available', renewed_at: null })
    expect(await move('pending')).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect(await move('pending')).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', error: "It's pending, so it can't be marked as pending." },
    })
    expect(await move('sold')).toMatchObject({ status: 200, body: { status: 'sold' } })
    expect(await move('pending')).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect(await read()).toMatchObject({ status: 'sold' })
    expect(await move('available')).toMatchObject({ status: 200, body: { status: 'available' } })
  })

  it('has the price it went for once it is sold, which only the seller sees', async () => {
    const { ada, bob, db, post, wait } = await openLifecycleSite(engine)
    const { id, url, move, read } = await post()
    const say = (went_for: unknown) => ada.post(`${url}/status`, { status: 'sold', went_for })
    const stored = () => db.get(sql`SELECT went_for_cents, sold_at FROM listings WHERE id = ${id}`)
    expect(await stored()).toEqual({ went_for_cents: null, sold_at: null })
    expect(await ada.post(`${url}/status`, { status: 'pending', went_for: 5 })).toMatchObject({
      status: 400,
      body: { fields: { went_for: 'Mark it as sold first, then add the price it went for.' } },
    })
    expect((await move('sold')).body).toMatchObject({ status: 'sold', went_for: null })
    expect(await move('sold')).toMatchObject({ status: 409 })
    for (const wrong of [-1, 1.234, 'much', 1_000_001]) {
      expect(await say(wrong)).toMatchObject({
        status: 400,
        body: { fields: { went_for: expect.any(String) } },
      })
    }
    expect((await say('55.50')).body).toMatchObject({ status: 'sold', went_for: 55.5 })
    expect(await read()).toMatchObject({ went_for: 55.5 })
    expect((await bob.get(url)).body).not.toHaveProperty('went_for')
    expect((await say(null)).body).toMatchObject({ went_for: null })
    expect((await say(60)).body).toMatchObject({ went_for: 60 })
    expect((await move('available')).body).not.toHaveProperty('went_for')
    expect(await stored()).toEqual({ went_for_cents: null, sold_at: null })
    expect((await say(45)).body).toMatchObject({ status: 'sold', went_for: 45 })
    await wait(31 * dayMs)
    expect(await say(50)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect(await stored()).toMatchObject({ went_for_cents: 4500, sold_at: expect.any(Number) })
  })

  it('has no such price for something wanted', async () => {
    const { ada, post } = await openLifecycleSite(engine)
    const { url } = await post({ listing_type: 'Wanting' })
    const sold = { status: 'sold', went_for: 5 }
    expect(await ada.post(`${url}/status`, sold)).toMatchObject({
      status: 400,
      body: { fields: { went_for: expect.stringContaining('looking for this') } },
    })
  })

  it('takes the price from an accepted offer, unless the seller says another one', async () => {
    const { db, clock, post } = await openLifecycleSite(engine)
    const findAcceptedPrice = async () => 42_00
    const sell = async (wentForCents?: number | null) => {
      const { id } = await post(newInput('misc'))
      const key = { category: 'misc', id } as const
      const sale = { wentForCents, findAcceptedPrice }
      const sold = await db.transaction((tx) => changeStatus(tx, key, 'sold', clock.now, sale))
      return sold.wentFor
    }
    expect([await sell(), await sell(50_00), await sell(null)]).toEqual([42, 50, null])
  })

  it('is named in the word of its category where a move is refused', async () => {
    const { post, wait } = await openLifecycleSite(engine)
    const room = await post({}, 'rentals')
    await room.move('sold')
    expect((await room.renew()).body.error).toBe("It's rented, so it can't be renewed.")
    const item = await post()
    await wait(40 * dayMs)
    expect((await item.move('sold')).body.error).toBe("It's ended, so it can't be marked as sold.")
  })

  it.each(['expired', 'hidden', 'removed', 'gone', null, 1])('cannot be set to %s', async (to) => {
    const { ada, post } = await openLifecycleSite(engine)
    const { url, read } = await post()
    expect(await ada.post(`${url}/status`, { status: to })).toMatchObject({
      status: 400,
      body: { fields: { status: expect.any(String) } },
    })
    expect(await read()).toMatchObject({ status: 'available' })
  })

  it('is made available only by who has confirmed within the year, and is refused before the listing is looked for', async () => {
    const { ada, bob, db, clock, post } = await openLifecycleSite(engine, { VERIFY_EMAIL: 'on' })
    const [pending, sold] = [await post(), await post(newInput('misc'))]
    await sold.move('sold')
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now - 365 * dayMs}`)
    const unconfirmed = { status: 403, body: { code: 'unconfirmed' } }
    expect(await sold.move('available')).toMatchObject(unconfirmed)
    expect(await pending.move('pending')).toMatchObject({ status: 200 })
    expect(await pending.move('available')).toMatchObject(unconfirmed)
    expect(await ada.post('/api/misc/999/status', { status: 'available' })).toMatchObject(
      unconfirmed,
    )
    expect(await bob.post(`${pending.url}/status`, { status: 'available' })).toMatchObject(
      unconfirmed,
    )
    expect(await bob.post(`${pending.url}/status`, { status: 'nonsense' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await pending.move('sold')).toMatchObject({ status: 200 })
  })

  it('goes back from sold for 30 days', async () => {
    const { post, wait } = await openLifecycleSite(engine)
    const [early, late, tooLate] = [await post(), await post(), await post()]
    const { ends_at } = early.body
    for (const { move } of [early, late, tooLate]) await move('sold')
    await wait(dayMs)
    expect((await early.move('available')).body).toMatchObject({ status: 'available', ends_at })
    await wait(29 * dayMs - 1)
    expect((await late.move('available')).body).toMatchObject({ status: 'available', ends_at })
    await wait(1)
    expect(await tooLate.move('available')).toMatchObject({ status: 409 })
  })

  it('gets a new end with its way back when the old one has passed', async () => {
    const { post, clock, wait, waitUntil } = await openLifecycleSite(engine)
    const { move } = await post()
    await waitUntil(addDays(clock.now, 30) - hourMs)
    await move('sold')
    await wait(2 * hourMs)
    expect((await move('available')).body).toMatchObject({
      status: 'available',
      ends_at: toIso(addDays(clock.now, 30)),
    })
  })

  it('expires at its end, pending or not, and only then', async () => {
    const { post, clock, runEnd, newest, visitor, wait, waitUntil } =
      await openLifecycleSite(engine)
    const [available, pending, sold] = [await post(), await post(), await post()]
    await pending.move('pending')
    await sold.move('sold')
    await waitUntil(addDays(clock.now, 30) - 1)
    await runEnd()
    expect(await newest()).toEqual([pending.id, available.id])
    await wait(1)
    await runEnd()
    expect(await newest()).toEqual([])
    expect((await visitor.get(available.url)).body).toMatchObject({
      code: 'gone',
      error: 'This listing has ended.',
    })
    expect(await available.read()).toMatchObject({ status: 'expired' })
    expect(await pending.read()).toMatchObject({ status: 'expired' })
    expect(await sold.read()).toMatchObject({ status: 'sold' })
    expect(await available.move('available')).toMatchObject({ status: 409 })
  })
})

describe.each(anyEngine)('a renewal on %s', (engine) => {
  it('lists an expired listing again', async () => {
    const { post, clock, runEnd, newest, wait } = await openLifecycleSite(engine)
    const { id, renew } = await post()
    await wait(40 * dayMs)
    await runEnd()
    expect(await renew()).toMatchObject({
      status: 200,
      body: {
        status: 'available',
        ends_at: toIso(addDays(clock.now, 30)),
        renewed_at: toIso(clock.now),
      },
    })
    expect(await newest()).toEqual([id])
  })

  it('keeps a listed one as it is, with a new end', async () => {
    const { post, clock, wait } = await openLifecycleSite(engine)
    const { move, renew } = await post()
    await move('pending')
    await wait(5 * dayMs)
    expect((await renew()).body).toMatchObject({
      status: 'pending',
      ends_at: toIso(addDays(clock.now, 30)),
    })
  })

  it('moves it to the top at most once in 7 days; an edit never does', async () => {
    const { post, newest, wait } = await openLifecycleSite(engine)
    const [first, second] = [await post(), await post()]
    expect(await newest()).toEqual([second.id, first.id])
    await wait(7 * dayMs - 1)
    await first.renew()
    await first.edit({ title: 'Brighter lamp' })
    expect(await newest()).toEqual([second.id, first.id])
    await wait(1)
    await first.renew()
    expect(await newest()).toEqual([first.id, second.id])
    await wait(7 * dayMs - 1)
    await second.renew()
    await first.renew()
    expect(await newest()).toEqual([second.id, first.id])
  })

  it('is refused for what was sold, and for an event that is over until its date is changed', async () => {
    const { post, runEnd, waitUntil } = await openLifecycleSite(engine)
    const sold = await post()
    await sold.move('sold')
    expect(await sold.renew()).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    const event = await post({ event_date: '2026-11-20' })
    expect(event.body.ends_at).toBe('2026-11-21T05:00:00.000Z')
    await waitUntil(Date.parse('2026-11-21T05:00:00.000Z'))
    await runEnd()
    expect(await event.renew()).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', error: 'Its date has passed. Change the date first.' },
    })
    expect(await event.edit({ event_date: '2026-11-25' })).toMatchObject({
      status: 200,
      body: { status: 'expired' },
    })
    expect(await event.renew()).toMatchObject({
      status: 200,
      body: { status: 'available', ends_at: '2026-11-26T05:00:00.000Z' },
    })
  })

  it('is refused for a sublet that is over, until its last day is changed', async () => {
    const { post, waitUntil } = await openLifecycleSite(engine)
    const period = { is_sublet: true, date_available: '2026-11-01', available_to: '2026-12-05' }
    const room = await post(period, 'rentals')
    await waitUntil(Date.parse('2026-12-06T05:00:00.000Z'))
    const refused = {
      status: 409,
      body: { code: 'wrong_status', error: 'Its date has passed. Change the date first.' },
    }
    expect(await room.renew()).toMatchObject(refused)
    // An edit may keep a last day that has passed.
    expect(await room.edit({ title: 'Other room' })).toMatchObject({ status: 200 })
    expect(await room.renew()).toMatchObject(refused)
    await room.edit({ available_to: '2026-12-10' })
    expect(await room.renew()).toMatchObject({ status: 200 })
  })
})

describe.each(anyEngine)('the end of a listing on %s', (engine) => {
  it('cannot be posted in the past', async () => {
    const { ada } = await openLifecycleSite(engine)
    const input = { ...listingInputs.misc, event_date: '2026-11-14' }
    expect(await ada.post('/api/misc', input)).toMatchObject({
      status: 400,
      body: { fields: { event_date: 'This date has passed. Choose today or later.' } },
    })
    expect(await ada.post('/api/misc', { ...input, event_date: '2026-11-15' })).toMatchObject({
      status: 201,
      body: { ends_at: '2026-11-16T05:00:00.000Z' },
    })
  })

  it.each(['2028-11-15', '9999-12-31'])('cannot be as far away as %s', async (event_date) => {
    const { ada, post } = await openLifecycleSite(engine)
    const message = 'This date is too far away. Choose one in the next two years.'
    const refused = { status: 400, body: { fields: { event_date: message } } }
    expect(await ada.post('/api/misc', { ...listingInputs.misc, event_date })).toMatchObject(
      refused,
    )
    const { edit } = await post({ event_date: '2028-11-13' })
    expect(await edit({ event_date })).toMatchObject(refused)
  })

  it('moves with the dates it is computed from, and the clock job follows', async () => {
    const { post, clock, runEnd, newest, wait, waitUntil } = await openLifecycleSite(engine)
    const room = await post({ is_sublet: true, date_available: '2027-05-01' }, 'rentals')
    expect(room.body.ends_at).toBe(toIso(addDays(clock.now, 45)))
    await wait(20 * dayMs)
    const moved = await room.edit({ date_available: '2026-12-01' })
    expect(moved.body.ends_at).toBe('2026-12-16T05:00:00.000Z')
    const event = await post({ event_date: '2026-12-30' })
    const soon = await event.edit({ event_date: '2026-01-01' })
    expect(soon.body.ends_at).toBe('2026-12-07T05:00:00.000Z')
    await waitUntil(Date.parse(String(soon.body.ends_at)) - 1)
    await runEnd()
    expect(await newest()).toEqual([event.id])
    await wait(1)
    await runEnd()
    expect(await newest()).toEqual([])
  })

  it('is waited for by the job that looks every hour, if it comes sooner', async () => {
    const { post, db, waitUntil } = await openLifecycleSite(engine, {}, { runsClocks: true })
    await waitUntil(Date.parse('2026-11-16T04:30:00.000Z'))
    const runAt = async () =>
      (await db.get<{ run_at: number }>(sql`SELECT run_at FROM jobs WHERE kind = 'end-listings'`))
        ?.run_at
    await expect.poll(runAt, { timeout: 10_000 }).toBe(Date.parse('2026-11-16T05:30:00.000Z'))
    const { body } = await post({ event_date: '2026-11-15' })
    expect(await runAt()).toBe(Date.parse(String(body.ends_at)))
  })

  it('follows dates that are changed while it is sold', async () => {
    const { post } = await openLifecycleSite(engine)
    const [past, later] = [
      await post({ event_date: '2026-12-01' }),
      await post({ event_date: '2026-12-01' }),
    ]
    for (const { move } of [past, later]) await move('sold')
    await past.edit({ event_date: '2026-11-01' })
    expect(await past.move('available')).toMatchObject({
      status: 200,
      body: { ends_at: '2026-11-17T05:00:00.000Z' },
    })
    await later.edit({ event_date: '2026-12-24' })
    expect(await later.move('available')).toMatchObject({
      status: 200,
      body: { ends_at: '2026-12-25T05:00:00.000Z' },
    })
  })

  it('is recorded in time by the running app', async () => {
    const { post, db, waitUntil } = await openLifecycleSite(engine, {}, { runsClocks: true })
    const { id } = await post({ event_date: '2026-11-15' })
    await waitUntil(Date.parse('2026-11-16T05:00:00.000Z'))
    const status = async () =>
      (await db.all<{ status: string }>(sql`SELECT status FROM listings WHERE id = ${id}`))[0]
        ?.status
    await expect.poll(status, { timeout: 10_000 }).toBe('expired')
  })
})
