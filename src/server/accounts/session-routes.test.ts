import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ada, browser, signedInBrowser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'

const day = 24 * 60 * 60_000
const adaAnswer = {
  id: expect.any(Number),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: ada.email,
}
const nobody = { status: 200, body: { error: 'Not signed in' } }

describe.each(engines)('sessions on %s', (engine) => {
  it('open with login, whatever the case of the address, and end with logout', async () => {
    const { app } = await buildTestApp(engine)
    const page = browser(app)
    await page.post('/api/users', ada)
    const entered = await page.logIn({ email: ' ADA@uwaterloo.ca' })
    expect(entered).toMatchObject({ status: 200, body: adaAnswer })
    expect(entered.headers['cache-control']).toBe('no-store')
    expect(await page.get('/api/auth/me')).toMatchObject({ status: 200, body: adaAnswer })

    const copy = browser(app)
    copy.jar.cookie = page.jar.cookie
    const left = await page.get('/api/auth/logout')
    expect(left).toMatchObject({ status: 200, setCookie: expect.stringContaining('Max-Age=0') })
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
    expect(await copy.get('/api/auth/me')).toMatchObject(nobody)
    expect(await copy.refresh()).toMatchObject(nobody)
  })

  it('keep their cookie from scripts and other sites', async () => {
    const { app } = await buildTestApp(engine)
    const page = browser(app)
    await page.post('/api/users', ada)
    const { setCookie } = await page.logIn()
    expect(setCookie).toMatch(
      /^quad=[\w-]{22}\.[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('bind their cookie to the host over https', async () => {
    const { app } = await buildTestApp(engine, { APP_URL: 'https://quad.example' })
    const page = browser(app)
    await page.post('/api/users', ada)
    expect((await page.logIn()).setCookie).toMatch(/^__Host-quad=.*; Path=\/; HttpOnly; Secure/)
    const { setCookie } = await page.get('/api/auth/logout')
    expect(setCookie).toMatch(/^__Host-quad=; Max-Age=0; Path=\/;.* HttpOnly; Secure/)
  })

  it('are stored hashed', async () => {
    const { app, db } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const rows = JSON.stringify(await db.all(sql`SELECT * FROM sessions`))
    for (const part of page.jar.cookie.split(/[=.]/).slice(1)) expect(rows).not.toContain(part)
  })

  it('never begin with a cookie that was already there', async () => {
    const { app } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const planted = page.jar.cookie
    await page.logIn()
    expect(page.jar.cookie.split('.')[0]).not.toBe(planted.split('.')[0])
    const attacker = browser(app)
    attacker.jar.cookie = planted
    expect(await attacker.get('/api/auth/me')).toMatchObject(nobody)
    expect(await page.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
  })

  it('cost a visitor without a cookie, or with a senseless one, no query', async () => {
    const { app, db } = await buildTestApp(engine)
    await db.run(sql`DROP TABLE sessions`)
    const page = browser(app)
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
    page.jar.cookie = 'quad=../../etc'
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
  })

  it('end after two idle weeks', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    clock.now += 14 * day - 1
    expect(await page.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
    clock.now += 1
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
  })

  it('end after ninety days, however often refreshed', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    for (let days = 0; days < 80; days += 10) {
      clock.now += 10 * day
      expect(await page.refresh()).toMatchObject({ body: adaAnswer })
    }
    clock.now += 9 * day
    const last = await page.refresh()
    expect(last.setCookie).toContain(`Max-Age=${24 * 60 * 60};`)
    clock.now += day
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
  })
})

describe.each(engines)('refresh on %s', (engine) => {
  it('answers nobody without a session', async () => {
    const { app } = await buildTestApp(engine)
    expect(await browser(app).refresh()).toMatchObject(nobody)
  })

  it('rotates the cookie and prolongs the session', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const before = page.jar.cookie
    clock.now += 13 * day
    const answer = await page.refresh()
    expect(answer).toMatchObject({ status: 200, body: adaAnswer })
    expect(page.jar.cookie).not.toBe(before)
    clock.now += 13 * day
    expect(await page.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
  })

  it('with the token before, within ten seconds, rotates nothing', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const tab = browser(app)
    tab.jar.cookie = page.jar.cookie
    await page.refresh()
    await page.get('/api/auth/me')
    clock.now += 10_000
    expect(await tab.refresh()).toMatchObject({
      status: 200,
      body: adaAnswer,
      setCookie: undefined,
    })
    expect(await tab.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
    expect(await page.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
  })

  it('with the token before, later, ends the session once the new one was used', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const thief = browser(app)
    thief.jar.cookie = page.jar.cookie
    await page.refresh()
    await page.get('/api/auth/me')
    clock.now += 10_001
    expect(await thief.refresh()).toMatchObject(nobody)
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
  })

  it('ends the session too when a plain request replays the token', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const thief = browser(app)
    thief.jar.cookie = page.jar.cookie
    await page.refresh()
    await page.refresh()
    clock.now += 10_001
    expect(await thief.get('/api/auth/me')).toMatchObject(nobody)
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
  })

  it('whose answer was lost logs nobody out', async () => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const { cookie } = page.jar
    await page.refresh()
    page.jar.cookie = cookie
    clock.now += day
    expect(await page.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
    expect(await page.refresh()).toMatchObject({ setCookie: expect.any(String), body: adaAnswer })
    expect(await page.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
  })

  it('never accepts a token older than the one before', async () => {
    const { app } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const thief = browser(app)
    thief.jar.cookie = page.jar.cookie
    await page.refresh()
    await page.refresh()
    expect(await thief.refresh()).toMatchObject(nobody)
    expect(await page.get('/api/auth/me')).toMatchObject(nobody)
  })

  it.each(['at once', 'after a lost answer'])('survives twenty of them %s', async (when) => {
    const { app, clock } = await buildTestApp(engine)
    const page = await signedInBrowser(app)
    const { cookie } = page.jar
    if (when !== 'at once') await page.refresh()
    clock.now += 60_000
    const tabs = Array.from({ length: 20 }, () => browser(app))
    for (const tab of tabs) tab.jar.cookie = cookie
    const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
    expect(answers.map(({ body }) => body)).toEqual(Array(20).fill(adaAnswer))
    expect(answers.filter(({ setCookie }) => setCookie)).toHaveLength(1)
    for (const tab of tabs) {
      expect(await tab.get('/api/auth/me')).toMatchObject({ body: adaAnswer })
    }
  })
})
