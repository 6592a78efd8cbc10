import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { buildApp } from '#server/app.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { buildTestAppWithUsers } from './support/build-test-app-with-users.ts'
import { engines } from './support/databases.ts'
import { ada, bob, createClient, createLoggedInClient } from './support/http-client.ts'
import { listingInputs } from './support/listing-inputs.ts'
import { openThreadSite } from './support/thread-site.ts'

/** Builds a second app on the same database, as in another process. */
async function buildSecondApp({
  config,
  db,
  clock,
  dataDir,
}: Awaited<ReturnType<typeof buildTestApp>>) {
  const photos = createPhotos({ store: await openDiskStore(join(dataDir, 'uploads')) })
  const app = await buildApp({ config, db, photos, now: () => clock.now })
  await app.ready()
  onTestFinished(() => app.close())
  return app
}

describe.each(engines)('two apps on one %s database', (engine) => {
  it('share sessions', async () => {
    const first = await buildTestApp(engine)
    const secondApp = await buildSecondApp(first)
    const onFirst = await createLoggedInClient(first.app)
    const onSecond = createClient(secondApp)
    onSecond.cookieJar.cookie = onFirst.cookieJar.cookie
    expect((await onSecond.get('/api/auth/me')).body).toMatchObject({ email: ada.email })
    await onFirst.get('/api/auth/logout')
    expect((await onSecond.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
  })

  it('share the limit on failed logins', async () => {
    const first = await buildTestApp(engine)
    const secondApp = await buildSecondApp(first)
    await createLoggedInClient(first.app)
    const wrong = { email: ada.email, password: 'not the one 1!' }
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await createClient(first.app).logIn(wrong)).status).toBe(401)
      expect((await createClient(secondApp).logIn(wrong)).status).toBe(401)
    }
    expect((await createClient(secondApp).logIn(wrong)).status).toBe(429)
  })

  it('show each other’s listings: to the author at once, to visitors within seconds', async () => {
    const first = await buildTestAppWithUsers(engine)
    const app = await buildSecondApp(first)
    const author = createClient(app)
    author.cookieJar.cookie = first.ada.cookie()
    const visitor = createClient(app)
    const readTotal = async (client: typeof visitor) =>
      Object((await client.get('/api/misc')).body).total as number
    for (let count = 1; count <= 3; count += 1) {
      await first.ada.post('/api/misc', listingInputs.misc)
      expect(await readTotal(author)).toBe(count)
      await expect.poll(() => readTotal(visitor), { timeout: 10_000 }).toBe(count)
    }
    // A listing that a moderator removes on one app is gone on the other.
    const listing = (await first.ada.get('/api/misc')).body.results[0]?.id ?? 0
    const readStatus = async () => (await visitor.get(apiPaths.listing('misc', listing))).status
    expect(await readStatus()).toBe(200)
    await first.db.run(sql`UPDATE users SET role = 'moderator' WHERE email = ${bob.email}`)
    const removal = { action: 'remove', reason: 'scam', seen: null }
    await first.bob.post(apiPaths.listingDecisions('misc', listing), removal)
    expect((await author.get(apiPaths.listing('misc', listing))).body).toMatchObject({
      status: 'removed',
    })
    await expect.poll(readStatus, { timeout: 10_000 }).toBe(410)
    await expect.poll(() => readTotal(visitor), { timeout: 10_000 }).toBe(2)
    await first.ada.send('DELETE', '/api/users/me', { password: ada.password })
    await expect.poll(() => readTotal(visitor), { timeout: 10_000 }).toBe(0)
  })

  it('read no versions again because a visitor is there', async () => {
    const { app, db, ada } = await buildTestAppWithUsers(engine)
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.advanceTimersByTime(1_000)
    await ada.post('/api/misc', listingInputs.misc)
    vi.advanceTimersByTime(1)
    const visitor = createClient(app)
    const countReads = async () => {
      const reads = vi.spyOn(db, 'all')
      await visitor.get('/api/misc')
      return reads.mock.calls.length
    }
    expect(await countReads()).toBeGreaterThan(0)
    vi.restoreAllMocks()
    const visit = { path: '/misc', userAgent: 'Firefox', timestamp: 0 }
    expect((await visitor.post(apiPaths.visits, visit)).status).toBeLessThan(300)
    // On SQLite they are read for every answer, because that costs no round trip.
    expect(await countReads()).toBe(engine === 'sqlite' ? 1 : 0)
  })

  it('answer polls alike: what one has read is unread on neither, and 304 on both', async () => {
    const first = await openThreadSite(engine)
    const app = await buildSecondApp(first)
    const { bob, messages, reply, read } = first
    const onSecond = async (url: string, etag = '') => {
      const headers = { cookie: first.ada.cookie(), 'if-none-match': etag }
      return app.inject({ url, headers })
    }
    for (const url of [messages, apiPaths.threads(), apiPaths.me]) {
      const { etag } = await first.poll(first.ada, url)
      expect((await onSecond(url, etag)).statusCode).toBe(304)
    }
    const { etag } = await first.poll(first.ada, messages)
    await reply(bob, 'Hello?')
    expect((await onSecond(messages, etag)).body).toContain('Hello?')
    await read(first.ada)
    expect((await onSecond(apiPaths.me)).json()).toMatchObject({ unread: 0 })
  })
})
