import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { ada, browser, signedInBrowser } from './support/browser.ts'
import { buildTestApp } from './support/build-test-app.ts'
import { engines } from './support/databases.ts'
import { openMarket, postings } from './support/market.ts'

/** Another app over the same database, as a second process would be. */
async function beside({ config, db, clock, dataDir }: Awaited<ReturnType<typeof buildTestApp>>) {
  const photos = createPhotos({ store: await openDiskStore(join(dataDir, 'uploads')) })
  const app = await buildApp({ config, db, photos, now: () => clock.now })
  await app.ready()
  onTestFinished(() => app.close())
  return app
}

describe.each(engines)('two apps over one %s database', (engine) => {
  it('agree at once on who is signed in', async () => {
    const built = await buildTestApp(engine)
    const other = await beside(built)
    const here = await signedInBrowser(built.app)
    const there = browser(other)
    there.jar.cookie = here.jar.cookie
    expect((await there.get('/api/auth/me')).body).toMatchObject({ email: ada.email })
    await here.get('/api/auth/logout')
    expect((await there.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
  })

  it('count failed logins together', async () => {
    const built = await buildTestApp(engine)
    const other = await beside(built)
    await signedInBrowser(built.app)
    const wrong = { email: ada.email, password: 'not the one 1!' }
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await browser(built.app).logIn(wrong)).status).toBe(401)
      expect((await browser(other).logIn(wrong)).status).toBe(401)
    }
    expect((await browser(other).logIn(wrong)).status).toBe(429)
  })

  it('see each other’s listings: the author at once, everyone in a moment', async () => {
    const market = await openMarket(engine)
    const app = await beside(market)
    const author = browser(app)
    author.jar.cookie = market.ada.cookie()
    const visitor = browser(app)
    const total = async (page: typeof visitor) =>
      Object((await page.get('/api/misc')).body).total as number
    for (let posted = 1; posted <= 3; posted += 1) {
      await market.ada.post('/api/misc', postings.misc)
      expect(await total(author)).toBe(posted)
      await expect.poll(() => total(visitor), { timeout: 10_000 }).toBe(posted)
    }
    await market.ada.send('DELETE', '/api/users/me', { password: ada.password })
    await expect.poll(() => total(visitor), { timeout: 10_000 }).toBe(0)
  })
})
