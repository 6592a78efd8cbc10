import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { noStudent, studentHeader } from '#contract/offline.ts'
import type { OwnSession, SecurityEvent } from '#contract/own-account.ts'
import { apiPaths } from '#contract/paths.ts'
import { photoSrc } from '#contract/photos.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { ada, bob, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { createFileForm, encodeForm, showInListing } from '#tests/support/photo-app.ts'
import { fourColorImage } from '#tests/support/photo-files.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../durations.ts'

const adaUser = {
  id: expect.any(Number),
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: ada.email,
}
const notLoggedIn = { status: 200, body: { error: 'Not signed in' } }

describe.each(anyEngine)('sessions on %s', (engine) => {
  it('start with login, whatever the case of the address, and end with logout', async () => {
    const { app } = await buildTestApp(engine)
    const client = createClient(app)
    await client.post('/api/users', ada)
    const login = await client.logIn({ email: ` ${at('ADA')}` })
    expect(login).toMatchObject({ status: 200, body: adaUser })
    expect(login.headers['cache-control']).toBe('no-store')
    expect(await client.get('/api/auth/me')).toMatchObject({ status: 200, body: adaUser })

    const copy = createClient(app)
    copy.cookieJar.cookie = client.cookieJar.cookie
    const logout = await client.get('/api/auth/logout')
    expect(logout).toMatchObject({ status: 200, setCookie: expect.stringContaining('Max-Age=0') })
    expect(logout.headers['clear-site-data']).toBe('"cache", "storage"')
    expect(logout.headers[studentHeader]).toBe(noStudent)
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
    expect(await copy.get('/api/auth/me')).toMatchObject(notLoggedIn)
    expect(await copy.refresh()).toMatchObject(notLoggedIn)
  })

  it('are valid while nothing can be written, and expired ones are not', async () => {
    const { app, db, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    await client.refresh()
    const write = vi.spyOn(db, 'run').mockRejectedValue(new DatabaseUnavailable('disk full'))
    clock.now += dayMs
    expect(await client.get('/api/auth/me')).toMatchObject({ status: 200, body: adaUser })
    expect(write, 'the successor and the last use').toHaveBeenCalledTimes(2)
    clock.now += 14 * dayMs
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })

  it('end when the domain of the address is closed, and none begins', async () => {
    const { app } = await buildTestApp(engine)
    // Copies keep their addresses when the campus changes.
    const student = { ...ada }
    const otherStudent = { ...bob, email: at('bob', 1, 1) }
    const client = await createLoggedInClient(app, student)
    const other = await createLoggedInClient(app, otherStudent)
    const [, domain = ''] = student.email.split('@')
    changeCampus({
      universities: campus.universities.map((university) => ({
        ...university,
        emailDomains: university.emailDomains.filter((each) => each !== domain),
      })),
    })
    expect(await client.get('/api/auth/me')).toMatchObject({ status: 200, body: adaUser })
    changeCampus({ closedDomains: [domain] })
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
    expect(await client.refresh()).toMatchObject(notLoggedIn)
    expect(await client.logIn(student)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('can no longer log in') },
    })
    expect(await other.get('/api/auth/me')).toMatchObject({ body: { email: otherStudent.email } })
  })

  it('set an HttpOnly, SameSite=Lax cookie', async () => {
    const { app } = await buildTestApp(engine)
    const client = createClient(app)
    await client.post('/api/users', ada)
    const { setCookie } = await client.logIn()
    expect(setCookie).toMatch(
      /^quad=[\w-]{22}\.[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('set a Secure __Host- cookie over https', async () => {
    const { app } = await buildTestApp(engine, { APP_URL: 'https://quad.example' })
    const client = createClient(app)
    await client.post('/api/users', ada)
    expect((await client.logIn()).setCookie).toMatch(/^__Host-quad=.*; Path=\/; HttpOnly; Secure/)
    const { setCookie } = await client.get('/api/auth/logout')
    expect(setCookie).toMatch(/^__Host-quad=; Max-Age=0; Path=\/;.* HttpOnly; Secure/)
  })

  it('are stored hashed', async () => {
    const { app, db } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const rows = JSON.stringify(await db.all(sql`SELECT * FROM sessions`))
    for (const part of client.cookieJar.cookie.split(/[=.]/).slice(1))
      expect(rows).not.toContain(part)
  })

  it('get a new selector at login, against session fixation', async () => {
    const { app } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const planted = client.cookieJar.cookie
    await client.logIn()
    expect(client.cookieJar.cookie.split('.')[0]).not.toBe(planted.split('.')[0])
    const attacker = createClient(app)
    attacker.cookieJar.cookie = planted
    expect(await attacker.get('/api/auth/me')).toMatchObject(notLoggedIn)
    expect(await client.get('/api/auth/me')).toMatchObject({ body: adaUser })
  })

  it('make no query without a cookie or with a malformed one', async () => {
    const { app, db } = await buildTestApp(engine)
    await db.run(sql`DROP TABLE sessions`)
    const client = createClient(app)
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
    client.cookieJar.cookie = 'quad=../../etc'
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })

  it('are not looked up for photos, feeds and the state of the service', async () => {
    const { app, db } = await buildTestApp(engine)
    const { cookieJar, send } = await createLoggedInClient(app)
    const image = await fourColorImage().jpeg().toBuffer()
    const form = await encodeForm(createFileForm('image', image, 'photo.jpg', 'image/jpeg'))
    const upload = await send({ method: 'POST', url: '/api/upload', ...form })
    const { url } = upload.body as { url: string }
    // Before a listing shows a photo, only its uploader can read it.
    await showInListing(db, url, 1)
    const photo = photoSrc(url, 320)
    await db.run(sql`DROP TABLE sessions`)
    const get = (url: string) => app.inject({ url, headers: cookieJar })
    for (const url of [photo, '/misc/feed.xml', '/robots.txt', '/api/health', '/api/docs']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 200])
    }
    expect((await get('/api/auth/me')).statusCode).toBe(500)
  })

  it('expire after two idle weeks', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    clock.now += 14 * dayMs - 1
    expect(await client.get('/api/auth/me')).toMatchObject({ body: adaUser })
    clock.now += 1
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })

  it('expire after ninety days, however often refreshed', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    for (let days = 0; days < 80; days += 10) {
      clock.now += 10 * dayMs
      expect(await client.refresh()).toMatchObject({ body: adaUser })
    }
    clock.now += 9 * dayMs
    const last = await client.refresh()
    expect(last.setCookie).toContain(`Max-Age=${dayMs / secondMs};`)
    clock.now += dayMs
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })
})

describe.each(anyEngine)('refresh on %s', (engine) => {
  it('returns no user without a session', async () => {
    const { app } = await buildTestApp(engine)
    expect(await createClient(app).refresh()).toMatchObject(notLoggedIn)
  })

  it('rotates the cookie and extends the session', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const before = client.cookieJar.cookie
    clock.now += 13 * dayMs
    const response = await client.refresh()
    expect(response).toMatchObject({ status: 200, body: adaUser })
    expect(client.cookieJar.cookie).not.toBe(before)
    clock.now += 13 * dayMs
    expect(await client.get('/api/auth/me')).toMatchObject({ body: adaUser })
  })

  it('with the previous token, within ten seconds, rotates nothing', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const tab = createClient(app)
    tab.cookieJar.cookie = client.cookieJar.cookie
    await client.refresh()
    await client.get('/api/auth/me')
    clock.now += 10 * secondMs
    expect(await tab.refresh()).toMatchObject({
      status: 200,
      body: adaUser,
      setCookie: undefined,
    })
    expect(await tab.get('/api/auth/me')).toMatchObject({ body: adaUser })
    expect(await client.get('/api/auth/me')).toMatchObject({ body: adaUser })
  })

  it('with the previous token, later, ends the session once the new token was used', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const thief = createClient(app)
    thief.cookieJar.cookie = client.cookieJar.cookie
    await client.refresh()
    await client.get('/api/auth/me')
    clock.now += 10 * secondMs + 1
    expect(await thief.refresh()).toMatchObject(notLoggedIn)
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })

  it('is not the only request that ends the session of a replayed token', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const thief = createClient(app)
    thief.cookieJar.cookie = client.cookieJar.cookie
    await client.refresh()
    await client.refresh()
    clock.now += 10 * secondMs + 1
    expect(await thief.get('/api/auth/me')).toMatchObject(notLoggedIn)
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })

  it('whose response was lost does not log the user out', async () => {
    const { app, clock } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const { cookie } = client.cookieJar
    await client.refresh()
    client.cookieJar.cookie = cookie
    clock.now += dayMs
    expect(await client.get('/api/auth/me')).toMatchObject({ body: adaUser })
    expect(await client.refresh()).toMatchObject({ setCookie: expect.any(String), body: adaUser })
    expect(await client.get('/api/auth/me')).toMatchObject({ body: adaUser })
  })

  it('never accepts a token older than the previous one', async () => {
    const { app } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    const thief = createClient(app)
    thief.cookieJar.cookie = client.cookieJar.cookie
    await client.refresh()
    await client.refresh()
    expect(await thief.refresh()).toMatchObject(notLoggedIn)
    expect(await client.get('/api/auth/me')).toMatchObject(notLoggedIn)
  })

  it.each(['concurrently', 'after a lost response'])(
    'succeeds for twenty requests %s',
    async (when) => {
      const { app, clock } = await buildTestApp(engine)
      const client = await createLoggedInClient(app)
      const { cookie } = client.cookieJar
      if (when !== 'concurrently') await client.refresh()
      clock.now += minuteMs
      const tabs = Array.from({ length: 20 }, () => createClient(app))
      for (const tab of tabs) tab.cookieJar.cookie = cookie
      const responses = await Promise.all(tabs.map((tab) => tab.refresh()))
      expect(responses.map(({ body }) => body)).toMatchObject(Array(20).fill(adaUser))
      expect(responses.filter(({ setCookie }) => setCookie)).toHaveLength(1)
      for (const tab of tabs) {
        expect(await tab.get('/api/auth/me')).toMatchObject({ body: adaUser })
      }
    },
  )
})

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe.each(engines)('logged-in devices on %s', (engine) => {
  /** Opens a site where Ada is logged in twice and Bob once. */
  async function start() {
    const testApp = await buildTestAppWithUsers(engine)
    const { app, clock, ada } = testApp
    clock.now += 3 * hourMs
    const phone = createClient(app)
    await phone.post(
      apiPaths.login,
      { email: at('ada'), password: 'correct horse 1!' },
      { 'user-agent': iphone },
    )
    const read = async () => (await ada.get(apiPaths.sessions)).body as unknown as OwnSession[]
    const isLoggedIn = async () => !('error' in ((await phone.get(apiPaths.me)).body as object))
    const readEvents = async () =>
      ((await ada.get(apiPaths.securityEvents)).body as unknown as SecurityEvent[]).map(
        ({ kind, device }) => `${kind} ${device}`,
      )
    return { ...testApp, phone, read, isLoggedIn, readEvents }
  }

  it('are listed with their last use, which one asks, and without any secret', async () => {
    const { ada, read, clock, phone } = await start()
    const [current, other, ...rest] = await read()
    expect(rest).toEqual([])
    expect(
      [current, other].toSorted((a, b) => Number(b?.isCurrent) - Number(a?.isCurrent)),
    ).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        device: 'Firefox on Linux',
        createdAt: '2026-11-15T12:00:00.000Z',
        lastUsedAt: '2026-11-15T15:00:00.000Z',
        isCurrent: true,
      },
      {
        id: expect.stringMatching(/^[\w-]{43}$/),
        device: 'Safari on iOS',
        createdAt: '2026-11-15T15:00:00.000Z',
        lastUsedAt: '2026-11-15T15:00:00.000Z',
        isCurrent: false,
      },
    ])
    const ids = [current?.id, other?.id]
    for (const part of [ada.cookie(), phone.cookieJar.cookie].join('.').split(/[=.]/)) {
      expect(ids).not.toContain(part)
    }
    clock.now += 13 * dayMs
    await ada.post(apiPaths.refresh)
    clock.now += dayMs
    expect(await read(), 'the phone has expired').toMatchObject([{ isCurrent: true }])
  })

  it('are ended one by one, from the next request on', async () => {
    const { ada, bob, read, isLoggedIn, readEvents } = await start()
    const phoneId = (await read()).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect((await bob.delete(apiPaths.session(phoneId))).status).toBe(404)
    expect(await isLoggedIn()).toBe(true)
    expect((await ada.delete(apiPaths.session(phoneId))).status).toBe(204)
    expect(await isLoggedIn()).toBe(false)
    expect(await read()).toMatchObject([{ isCurrent: true }])
    expect((await ada.delete(apiPaths.session(phoneId))).status).toBe(404)
    const ends = (await readEvents()).filter((event) => event.startsWith('session end'))
    expect(ends).toEqual(['session end Safari on iOS'])
  })

  it('are logged out by ending their own session', async () => {
    const { ada, read } = await start()
    const ownId = (await read()).find(({ isCurrent }) => isCurrent)?.id ?? ''
    const response = await ada.delete(apiPaths.session(ownId))
    expect(response).toMatchObject({ status: 204, setCookie: expect.stringContaining('Max-Age=0') })
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
    expect((await ada.get(apiPaths.sessions)).status).toBe(401)
  })

  it('are ended all but the one that asks, and no other student is', async () => {
    const { ada, bob, read, isLoggedIn, readEvents } = await start()
    expect((await ada.delete(apiPaths.sessions)).status).toBe(204)
    expect(await isLoggedIn()).toBe(false)
    expect(await read()).toMatchObject([{ isCurrent: true }])
    expect((await bob.get(apiPaths.me)).body).toMatchObject({ firstName: 'Bob' })
    expect(await readEvents()).toContain('session end Safari on iOS')
  })
})
