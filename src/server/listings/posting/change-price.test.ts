import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { maxPriceChangesPerDay } from '#contract/saved-rules.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { openLifecycleSite, toIso } from '#tests/support/lifecycle-site.ts'
import { dayMs, hourMs } from '../../durations.ts'
import { deletePreviousPrices, findPreviousPrices } from './prices.ts'

describe.each(anyEngine)('a changed price on %s', (engine) => {
  it('shows what was asked before a drop, to everyone and everywhere', async () => {
    const { post, visitor, wait, clock } = await openLifecycleSite(engine)
    const postedAt = clock.now
    const { url, body, edit } = await post({ price: 90 })
    expect(body.was_price).toBeNull()
    expect((await visitor.get('/api/misc')).body.results[0]?.was_price).toBeNull()
    await wait(hourMs)
    const was_price = { price: 90, since: toIso(postedAt) }
    expect((await edit({ price: 80.5 })).body).toMatchObject({ price: 80.5, was_price })
    expect((await visitor.get(url)).body).toMatchObject({ was_price })
    expect((await visitor.get('/api/misc')).body.results[0]).toMatchObject({ was_price })
    const seller = `/api/users/${body.seller.id}/misc`
    expect((await visitor.get(seller)).body).toMatchObject([{ was_price }])
  })

  it('keeps it through other edits, changes of status and renewals', async () => {
    const { post, wait, clock, runEnd } = await openLifecycleSite(engine)
    const was_price = { price: 90, since: toIso(clock.now) }
    const { edit, move, renew, read } = await post({ price: 90 })
    await wait(hourMs)
    await edit({ price: 80 })
    await edit({ price: 80, title: 'Lamp' })
    await edit({ price: 80, title: 'Lamp' })
    await move('pending')
    await move('sold')
    await move('available')
    expect(await read()).toMatchObject({ was_price, status: 'available' })
    await wait(40 * dayMs)
    await runEnd()
    expect((await renew()).body).toMatchObject({ was_price, status: 'available' })
  })

  it('says nothing of it once it is raised, or lowered by little', async () => {
    const { post, wait } = await openLifecycleSite(engine)
    const { edit, read } = await post({ price: 90 })
    for (const [price, isDrop] of [
      ...([
        [80, true],
        [79, false],
        [60, true],
        [100, false],
      ] as const),
      // The price is raised and lowered again.
      ...([
        [60, false],
        [50, true],
      ] as const),
    ]) {
      await wait(hourMs)
      expect({ price, isDrop: (await edit({ price })).body.was_price !== null }).toEqual({
        price,
        isDrop,
      })
    }
    expect(await read()).toMatchObject({ was_price: { price: 60 } })
  })

  it('keeps each previous price with its times', async () => {
    const { post, wait, clock, db } = await openLifecycleSite(engine)
    const start = clock.now
    const { id, edit } = await post({ price: 90 })
    await wait(dayMs)
    await edit({ price: 80 })
    await edit({ price: 85 })
    await wait(dayMs)
    await edit({ price: 70 })
    const prices = (await findPreviousPrices(db, [id, id + 1])).get(id) ?? []
    expect(prices.toSorted((a, b) => a.until - b.until)).toMatchObject([
      { cents: 9000, since: start, until: start + dayMs },
      { cents: 8500, since: start + dayMs, until: start + 2 * dayMs },
    ])
    expect(await findPreviousPrices(db, [])).toEqual(new Map())
  })

  it('leaves nothing behind of a listing that is deleted', async () => {
    const { ada, post, wait, db } = await openLifecycleSite(engine)
    const { url, edit } = await post({ price: 90 })
    await wait(1)
    await edit({ price: 80 })
    await ada.delete(url)
    expect(await db.all(sql`SELECT * FROM listing_prices`)).toEqual([])
  })

  it('can be changed so often a day, and not more', async () => {
    const { post, wait } = await openLifecycleSite(engine)
    const { edit } = await post({ price: 100 })
    for (let count = 1; count <= maxPriceChangesPerDay; count++) {
      await wait(1)
      expect((await edit({ price: 100 + count })).status).toBe(200)
    }
    await wait(1)
    const refused = await edit({ price: 50 })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect((await edit({ price: 100 + maxPriceChangesPerDay, title: 'Lamp' })).status).toBe(200)
    await wait(dayMs)
    expect((await edit({ price: 50 })).status).toBe(200)
  })

  it('of two edits at once keeps both', async () => {
    const { post, wait, db } = await openLifecycleSite(engine)
    const { id, edit, read } = await post({ price: 90 })
    await wait(dayMs)
    const edits = await Promise.all([edit({ price: 80 }), edit({ price: 70 })])
    expect(edits.map(({ status }) => status)).toEqual([200, 200])
    expect(await read()).toMatchObject({ was_price: { price: 90 } })
    expect((await findPreviousPrices(db, [id])).get(id)).toMatchObject([{ cents: 9000 }])
  })

  it('becomes free, which is a drop, or is to be agreed on, which is none', async () => {
    const { post, wait } = await openLifecycleSite(engine)
    const { edit } = await post({ price: 90 })
    await wait(hourMs)
    const free = await edit({ price: 0, is_free: true })
    expect(free.body).toMatchObject({ was_price: { price: 90 } })
    expect((await edit({ price: 0, is_free: false })).body).toMatchObject({ was_price: null })
    expect((await edit({ price: 0, is_free: true })).body).toMatchObject({
      was_price: { price: 90 },
    })
  })

  it('is not compared with one of another meaning', async () => {
    const { post, wait } = await openLifecycleSite(engine)
    const room = await post({ cost: 2000, is_cost_per_room: false }, 'rentals')
    await wait(hourMs)
    const perRoom = { is_cost_per_room: true }
    expect((await room.edit({ cost: 500, ...perRoom })).body).toMatchObject({ was_price: null })
    await wait(hourMs)
    expect((await room.edit({ cost: 450, ...perRoom })).body).toMatchObject({
      was_price: { price: 500 },
    })
    await wait(31 * dayMs)
    expect((await room.edit({ cost: 400, ...perRoom })).body).toMatchObject({
      was_price: { price: 450 },
    })
    await wait(hourMs)
    expect((await room.edit({ cost: 400 })).body).toMatchObject({ was_price: null })
    const wanted = await post({ price: 90, listing_type: 'Wanting' })
    await wait(hourMs)
    expect((await wanted.edit({ price: 50 })).body).toMatchObject({ was_price: null })
    await wait(hourMs)
    const selling = { listing_type: 'Selling' }
    expect((await wanted.edit({ price: 50, ...selling })).body).toMatchObject({ was_price: null })
  })

  it('is forgotten after 31 days, but for the last, which says when the present one began', async () => {
    const { post, wait, clock, db } = await openLifecycleSite(engine)
    const { id, edit, renew } = await post({ price: 90 })
    for (const price of [80, 95]) {
      await wait(dayMs)
      await edit({ price })
    }
    const since = toIso(clock.now)
    const kept = async () => (await findPreviousPrices(db, [id])).get(id)?.map(({ cents }) => cents)
    await wait(30 * dayMs)
    await deletePreviousPrices(db, clock.now)
    expect((await kept())?.toSorted()).toEqual([8000, 9000])
    await wait(dayMs + 1)
    await deletePreviousPrices(db, clock.now)
    expect(await kept()).toEqual([8000])
    await renew()
    expect((await edit({ price: 85 })).body).toMatchObject({ was_price: { price: 95, since } })
  })
})
