import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { dayMs } from '../durations.ts'
import { countViews, deleteExpiredViews } from './view-queries.ts'
import { createVisitLog, findPageRoute, parseListingId, recordVisits } from './visit-log.ts'

const visit = { path: '/', visitedAt: 1, network: '', studentId: undefined }
const log = { warn: () => undefined }
const total = sql`SELECT sum(visits) AS visits FROM daily_visits`

it('writes waiting visits when it is closed', async () => {
  const db = await openTestDatabase('sqlite')
  const visits = createVisitLog({ db, log })
  for (let i = 0; i < 250; i++) visits.add(visit)
  await visits.close()
  expect(await db.get(total)).toEqual({ visits: 250 })
})

it('keeps visits while the database is unavailable', async () => {
  const db = await openTestDatabase('sqlite')
  let isDown = true
  const transaction: typeof db.transaction = (work) =>
    isDown ? Promise.reject(new Error('down')) : db.transaction(work)
  const visits = createVisitLog({ db: { ...db, transaction }, log })
  visits.add(visit)
  await visits.flush()
  isDown = false
  await visits.close()
  expect(await db.get(total)).toEqual({ visits: 1 })
})

it.each(engines)('bounds the rows of one network and day on %s', async (engine) => {
  const db = await openTestDatabase(engine)
  const { id: sellerId } = await insertTestUser(db)
  const paths: string[] = []
  for (let count = 0; count < 4; count++) {
    paths.push(`/misc/${await insertTestListing(db, sellerId)}`)
  }
  let visitedAt = Date.UTC(2026, 10, 15, 12)
  const visit = (network: string, visited: string[], studentId?: number) =>
    db.transaction((tx) =>
      recordVisits(
        tx,
        visited.map((path) => ({ path, visitedAt, network, studentId })),
        { maxPerNetwork: 2 },
      ),
    )
  const counts = async () => ({
    views: (await db.all(sql`SELECT * FROM listing_views`)).length,
    marks: (await db.all(sql`SELECT * FROM counted_views`)).length,
    visits: Object.fromEntries(
      (
        await db.all<{ path: string; n: number }>(
          sql`SELECT path, sum(visits) AS n FROM daily_visits GROUP BY path`,
        )
      ).map(({ path, n }) => [path, n]),
    ),
  })
  await visit('a', paths)
  await visit('a', paths, 7)
  const [first = '', second = '', third = ''] = paths
  expect(await counts()).toEqual({
    views: 2,
    marks: 2,
    visits: { [first]: 1, [second]: 1, other: 6 },
  })
  await visit('a', [first])
  await visit('b', [third])
  visitedAt += dayMs
  await visit('a', [third])
  expect(await counts()).toEqual({
    views: 4,
    marks: 4,
    visits: { [first]: 2, [second]: 1, [third]: 2, other: 6 },
  })
})

describe.each(engines)('listing views on %s', (engine) => {
  /** Creates a listing of Ada's, with functions to visit it and to read its views. */
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
    // Midnight UTC is seven in the evening in Toronto.
    changeCampus({ timeZone: 'America/Toronto' })
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
      (await countViews(db, [lamp.id], clock.now + days * dayMs)).get(lamp.id)
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

describe('findPageRoute', () => {
  it.each([
    '/',
    '/about',
    '/search',
    '/sell',
    '/login',
    '/reset-password',
    '/renew',
    '/account',
    '/messages',
    '/misc/create',
  ])('is the path itself for %s', (path) => {
    expect(findPageRoute(path)).toBe(path)
  })

  it.each([
    ['/students/7', '/students/:id'],
    ['/messages/7', '/messages/:id'],
    ['/rentals/12/contact', '/rentals/:id/contact'],
    ['/moderation/students/7', '/moderation/students/:id'],
    ['/moderation/rentals/12', '/moderation/rentals/:id'],
  ])('names nobody in %s', (path, route) => {
    expect(findPageRoute(path)).toBe(route)
  })

  it.each([
    '/rentals/7',
    '/students',
    '/students/ada',
    '/misc/07/contact',
    '/nowhere',
    '/about/',
    '',
  ])('is undefined for %j', (path) => {
    expect(findPageRoute(path)).toBeUndefined()
  })
})

describe('parseListingId', () => {
  it.each([
    ['/rentals/12', 12],
    ['/misc/1', 1],
  ])('returns the id in %s', (path, id) => {
    expect(parseListingId(path)).toBe(id)
  })

  it.each(['/', '/rentals', '/rentals/create', '/rentals/012', '/rentals/1/2', '/nothing/1'])(
    'returns undefined for %s',
    (path) => {
      expect(parseListingId(path)).toBeUndefined()
    },
  )
})
