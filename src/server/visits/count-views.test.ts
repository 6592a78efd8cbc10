import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { openMarket, postings } from '#tests/support/market.ts'
import { isRobot, viewedListing } from './count-views.ts'
import { sweepViews, viewsOfSeller } from './view-queries.ts'

const dayMs = 24 * 60 * 60_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(engines)('views on %s', (engine) => {
  /** A market with one of Ada's lamps, and a way to look at it. */
  async function lampOfAda() {
    const market = await openMarket(engine)
    const { ada, app } = market
    const lamp = (await ada.post('/api/misc', postings.misc)).body
    const visit = (page: { post: typeof ada.post } | string, userAgent = firefox) => {
      const body = { path: `/misc/${lamp.id}?from=mail`, userAgent, timestamp: 0 }
      if (typeof page !== 'string') return page.post('/api/logs', body)
      return app.inject({ method: 'POST', url: '/api/logs', payload: body, remoteAddress: page })
    }
    const views = async () => {
      await app.visits.flush()
      const { body } = await ada.get(`/api/users/${lamp.seller.id}/misc`)
      return (body as unknown as { views: number }[])[0]?.views
    }
    return { ...market, lamp, visit, views }
  }

  it('count others, each once a day', async () => {
    const { visit, views, bob, clock } = await lampOfAda()
    expect(await views()).toBe(0)
    await visit('192.0.2.1')
    await visit('192.0.2.1')
    await visit('192.0.2.2')
    await visit(bob)
    await visit(bob)
    expect(await views()).toBe(3)
    clock.now += dayMs
    await visit('192.0.2.1')
    expect(await views()).toBe(4)
  })

  it('count neither the seller nor robots', async () => {
    const { visit, views, ada } = await lampOfAda()
    await visit(ada)
    await visit('192.0.2.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)')
    await visit('192.0.2.1', '')
    expect(await views()).toBe(0)
  })

  it('reach back 30 days', async () => {
    const { visit, views, lamp, db, clock } = await lampOfAda()
    await visit('192.0.2.1')
    await views()
    const viewsAfter = async (days: number) =>
      (await viewsOfSeller(db, lamp.seller.id, clock.now + days * dayMs)).get(lamp.id)
    expect(await viewsAfter(29)).toBe(1)
    expect(await viewsAfter(30)).toBeUndefined()
  })

  it('are told to the seller alone', async () => {
    const { bob, visitor, lamp } = await lampOfAda()
    for (const page of [bob, visitor]) {
      const { body } = await page.get(`/api/users/${lamp.seller.id}/misc`)
      expect((body as unknown as object[])[0]).not.toHaveProperty('views')
    }
  })

  it('keep nothing of a visitor once the day is over', async () => {
    const { visit, views, db, clock } = await lampOfAda()
    await visit('192.0.2.1')
    await views()
    await sweepViews(db, clock.now + dayMs)
    expect(await db.all(sql`SELECT * FROM counted_views`)).toEqual([])
    expect(await db.all(sql`SELECT * FROM day_salts`)).toEqual([])
    expect(await views()).toBe(1)
  })
})

describe('viewedListing', () => {
  it.each([
    ['/rentals/12', { category: 'rental', id: 12 }],
    ['/misc/1', { category: 'misc', id: 1 }],
  ])('%s is a listing', (path, listing) => {
    expect(viewedListing(path)).toEqual(listing)
  })

  it.each(['/', '/rentals', '/rentals/create', '/rentals/012', '/rentals/1/2', '/nothing/1'])(
    '%s is not',
    (path) => {
      expect(viewedListing(path)).toBeUndefined()
    },
  )
})

describe('isRobot', () => {
  it('knows people', () => {
    expect(isRobot(firefox)).toBe(false)
  })
})
