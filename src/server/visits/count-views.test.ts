import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { dayMs } from '../durations.ts'
import { deleteExpiredViews, findViewsBySeller } from './view-queries.ts'

describe.each(engines)('listing views on %s', (engine) => {
  /** A listing of Ada's, with functions to visit it and to read its views. */
  async function createLamp() {
    const testApp = await buildTestAppWithUsers(engine)
    const { ada, app, visits } = testApp
    const lamp = (await ada.post('/api/misc', listingInputs.misc)).body
    const visit = (client: { post: typeof ada.post } | string, userAgent = firefox) => {
      const payload = { path: `/misc/${lamp.id}?from=mail`, userAgent, timestamp: 0 }
      if (typeof client !== 'string') return client.post('/api/logs', payload)
      const headers = { 'user-agent': userAgent }
      const request = { url: '/api/logs', headers, payload, remoteAddress: client }
      return app.inject({ method: 'POST', ...request })
    }
    const views = async () => {
      await visits.flush()
      const { body } = await ada.get(`/api/users/${lamp.seller.id}/misc`)
      return (body as unknown as { views: number }[])[0]?.views
    }
    return { ...testApp, lamp, visit, views }
  }

  it('count a student once a day, and visitors of one network together', async () => {
    const { visit, views, bob, clock } = await createLamp()
    expect(await views()).toBe(0)
    await visit('192.0.2.1')
    await visit('192.0.2.1')
    await visit('192.0.2.1', `${firefox} another`)
    await visit('::ffff:192.0.2.1')
    await visit('192.0.2.2')
    await visit(bob)
    await visit(bob)
    expect(await views()).toBe(3)
    clock.now += dayMs
    await visit('192.0.2.1')
    expect(await views()).toBe(4)
  })

  it('have the days of the campus', async () => {
    const { visit, views, db, clock } = await createLamp()
    // Midnight of UTC is seven in the evening in Toronto.
    clock.now = Date.UTC(2026, 10, 15, 23, 59)
    await visit('192.0.2.1')
    clock.now = Date.UTC(2026, 10, 16, 4, 59)
    await visit('192.0.2.1')
    expect(await views()).toBe(1)
    await deleteExpiredViews(db, clock.now)
    await visit('192.0.2.1')
    expect(await views()).toBe(1)
    clock.now = Date.UTC(2026, 10, 16, 5)
    await visit('192.0.2.1')
    expect(await views()).toBe(2)
  })

  it('do not count the seller and robots', async () => {
    const { visit, views, ada } = await createLamp()
    await visit(ada)
    await visit('192.0.2.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)')
    await visit('192.0.2.1', '')
    expect(await views()).toBe(0)
  })

  it('cover 30 days', async () => {
    const { visit, views, lamp, db, clock } = await createLamp()
    await visit('192.0.2.1')
    await views()
    const viewsAfter = async (days: number) =>
      (await findViewsBySeller(db, lamp.seller.id, clock.now + days * dayMs)).get(lamp.id)
    expect(await viewsAfter(29)).toBe(1)
    expect(await viewsAfter(30)).toBeUndefined()
  })

  it('are shown to the seller only', async () => {
    const { bob, visitor, lamp } = await createLamp()
    for (const page of [bob, visitor]) {
      const { body } = await page.get(`/api/users/${lamp.seller.id}/misc`)
      expect((body as unknown as object[])[0]).not.toHaveProperty('views')
    }
  })

  it('delete salt and visitor hashes when the day is over', async () => {
    const { visit, views, db, clock } = await createLamp()
    await visit('192.0.2.1')
    await views()
    await deleteExpiredViews(db, clock.now + dayMs)
    expect(await db.all(sql`SELECT * FROM counted_views`)).toEqual([])
    expect(await db.all(sql`SELECT * FROM day_salts`)).toEqual([])
    expect(await views()).toBe(1)
  })
})
