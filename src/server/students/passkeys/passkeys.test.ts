import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { ada, bob, createBrowser, createClient } from '#tests/support/http-client.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { findResetLink } from '#tests/support/reset-link.ts'
import { createSoftwareAuthenticator } from '#tests/support/software-authenticator.ts'
import { minuteMs } from '../../durations.ts'

const site = 'https://quad.example'
const refused = { status: 401, body: { code: 'unauthenticated' } }

async function openSite(...[engine, settings]: Parameters<typeof buildTestApp>) {
  const built = await buildTestApp(engine, { APP_URL: site, ...settings })
  for (const student of [ada, bob]) await createClient(built.app).post('/api/users', student)
  const browser = createBrowser(built.app)
  await browser.logIn()
  const device = createSoftwareAuthenticator(site)
  type Answer = Partial<Parameters<typeof device.get>[0]>

  const beginLogin = async (from = browser): Promise<string> =>
    (await from.post(apiPaths.passkeyOptions)).body.challenge
  /** Logs in from a new browser, unless one is given. */
  const logIn = async (answer: Answer = {}, from = createBrowser(built.app)) => {
    const challenge = await beginLogin(from)
    return from.post(apiPaths.passkeyLogin, device.get({ challenge, ...answer }))
  }
  const prove = (password = ada.password) => browser.post(apiPaths.proveIdentity, { password })
  const add = async (made = device, answer: Answer = {}) => {
    const { challenge } = (await browser.post(apiPaths.newPasskey)).body
    return browser.post(apiPaths.passkeys, made.create({ challenge, ...answer }))
  }
  const list = async () => (await browser.get(apiPaths.security)).body.passkeys
  const listEvents = async () => {
    const rows = await built.db.all<{ kind: string }>(
      sql`SELECT kind FROM security_events WHERE user_id = 1 ORDER BY id`,
    )
    return rows.map(({ kind }) => kind)
  }
  return { ...built, browser, device, beginLogin, logIn, prove, add, list, listEvents }
}

describe.each(engines)('passkeys on %s', (engine) => {
  it('are added after a proof, named, renamed, used and removed, and each step is told', async () => {
    const { browser, clock, dataDir, prove, add, list, logIn, listEvents } = await openSite(engine)
    expect(await browser.post(apiPaths.newPasskey)).toMatchObject({
      status: 403,
      body: { code: 'reauthenticate' },
    })
    expect((await prove('wrong horse 1!')).body.fields).toEqual({ password: 'Wrong password' })
    expect((await prove()).status).toBe(200)
    const added = await add()
    expect(added).toMatchObject({
      status: 201,
      body: { passkey: { name: 'Firefox on Linux', lastUsedAt: null }, recoveryCodes: null },
    })
    const path = apiPaths.passkey(added.body.passkey.id)
    expect((await browser.patch(path, { name: '  My phone ' })).status).toBe(204)
    expect((await browser.patch(path, { name: '' })).status).toBe(400)
    clock.now += 5 * minuteMs
    expect(await logIn()).toMatchObject({ status: 200, body: { email: ada.email } })
    const lastUsedAt = new Date(clock.now).toISOString()
    expect(await list()).toMatchObject([{ name: 'My phone', lastUsedAt, logsIn: true }])
    const exported = (await browser.get(apiPaths.accountExport)).body
    expect(exported.passkeys).toMatchObject([{ name: 'My phone', lastUsedAt }])
    clock.now += 5 * minuteMs
    expect((await browser.delete(path)).status).toBe(403)
    await prove()
    expect((await browser.delete(path)).status).toBe(204)
    expect((await browser.delete(path)).status).toBe(404)
    expect(await logIn()).toMatchObject(refused)
    const events = await listEvents()
    expect(events).toEqual(expect.arrayContaining(['passkey added', 'login', 'passkey removed']))
    await expect
      .poll(async () => (await readOutbox(dataDir)).map(({ subject }) => subject))
      .toEqual([
        `A passkey was added to your ${campus.brand} account`,
        `A passkey was removed from your ${campus.brand} account`,
      ])
  })
})

describe.each(anyEngine)('passkeys on %s', (engine) => {
  it('belong to their student: others neither rename, remove nor use them as a proof', async () => {
    const { app, device, prove, add, beginLogin } = await openSite(engine)
    await prove()
    const { id } = (await add()).body.passkey
    const stranger = createBrowser(app)
    await stranger.logIn(bob)
    await stranger.post(apiPaths.proveIdentity, { password: bob.password })
    expect((await stranger.patch(apiPaths.passkey(id), { name: 'Mine' })).status).toBe(404)
    expect((await stranger.delete(apiPaths.passkey(id))).status).toBe(404)
    for (let tries = 0; tries < 30; tries++) {
      const passkey = device.get({ challenge: await beginLogin(stranger) })
      expect((await stranger.post(apiPaths.proveIdentity, { passkey })).status).toBe(400)
    }
    const passkey = device.get({ challenge: await beginLogin(stranger) })
    expect((await stranger.post(apiPaths.proveIdentity, { passkey })).status).toBe(429)
  })

  it('log nobody in from another site, another browser, too late or with a changed signature', async () => {
    const { app, clock, device, prove, add, logIn, beginLogin } = await openSite(engine)
    await prove()
    await add()
    expect(await logIn({ origin: 'https://quad.example.evil.test' })).toMatchObject(refused)
    expect(await logIn({ origin: 'http://quad.example' })).toMatchObject(refused)
    const browser = createBrowser(app)
    const challenge = await beginLogin(browser)
    const assertion = device.get({ challenge })
    const elsewhere = createBrowser(app)
    expect((await elsewhere.post(apiPaths.passkeyLogin, assertion)).status).toBe(400)
    await beginLogin(elsewhere)
    expect((await elsewhere.post(apiPaths.passkeyLogin, assertion)).status).toBe(400)
    clock.now += 5 * minuteMs
    expect((await browser.post(apiPaths.passkeyLogin, assertion)).status).toBe(400)
    const other = createSoftwareAuthenticator(site)
    const forged = { ...other.get({ challenge: await beginLogin(browser) }), id: device.id }
    expect(
      (await browser.post(apiPaths.passkeyLogin, { ...forged, rawId: device.id })).status,
    ).toBe(401)
    const unknown = other.get({ challenge: await beginLogin(browser) })
    expect(await browser.post(apiPaths.passkeyLogin, unknown)).toMatchObject(refused)
  })

  it('work in several tabs, and what is too late is not counted as a failed try', async () => {
    const { app, db, browser, device, prove, add, beginLogin } = await openSite(engine)
    await prove()
    const [first, second] = [await beginLogin(), await beginLogin()]
    const adding = (await browser.post(apiPaths.newPasskey)).body.challenge
    await add()
    const other = createSoftwareAuthenticator(site)
    const made = other.create({ challenge: adding })
    expect((await browser.post(apiPaths.passkeys, made)).status).toBe(201)
    for (const challenge of [second, first]) {
      const passkey = device.get({ challenge })
      expect((await browser.post(apiPaths.proveIdentity, { passkey })).status).toBe(200)
    }
    const tab = createBrowser(app)
    const [left, right] = [await beginLogin(tab), await beginLogin(tab)]
    const challenge = Buffer.from('a.b.c').toString('base64url')
    const stale = device.get({ challenge })
    expect((await tab.post(apiPaths.passkeyLogin, stale)).status).toBe(400)
    const broken = { ...stale, response: { ...stale.response, clientDataJSON: 'x' } }
    expect((await tab.post(apiPaths.passkeyLogin, broken)).status).toBe(400)
    const counted = await db.all(
      sql`SELECT 1 FROM rate_limits WHERE bucket LIKE 'passkey-per-network%'`,
    )
    expect(counted).toEqual([])
    expect((await tab.post(apiPaths.passkeyLogin, device.get({ challenge: left }))).status).toBe(
      200,
    )
    expect((await tab.post(apiPaths.passkeyLogin, device.get({ challenge: right }))).status).toBe(
      200,
    )
  })

  it('are at most twenty, also if many were begun before', async () => {
    const { db, browser, prove, add, list } = await openSite(engine)
    await prove()
    const { challenge } = (await browser.post(apiPaths.newPasskey)).body
    for (let number = 0; number < 20; number++) {
      await db.run(sql`
        INSERT INTO passkeys
          (user_id, credential_id, public_key, counter, transports, name, verifies_user, created_at)
        VALUES (1, ${`id-${number}`}, 'a key', 0, '', 'Phone', 1, 1)`)
    }
    const made = createSoftwareAuthenticator(site).create({ challenge })
    expect(await browser.post(apiPaths.passkeys, made)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('You have 20 passkeys') },
    })
    expect((await browser.post(apiPaths.newPasskey)).status).toBe(409)
    await db.run(sql`DELETE FROM passkeys WHERE credential_id = 'id-0'`)
    expect((await add()).status).toBe(201)
    expect(await list()).toHaveLength(20)
  })

  it('ask every visitor the same, whoever has a passkey', async () => {
    const { app, prove, add } = await openSite(engine)
    const ask = async () => {
      const { challenge, ...options } = (await createBrowser(app).post(apiPaths.passkeyOptions))
        .body
      expect(challenge).toMatch(/^[\w-]{100,120}$/)
      return options
    }
    const before = await ask()
    await prove()
    await add()
    expect(await ask()).toEqual(before)
    expect(before).toMatchObject({ rpId: 'quad.example', allowCredentials: [] })
  })

  it('accept a counter that stays 0 or grows, refuse one that goes back, and record it', async () => {
    const { prove, add, logIn, listEvents } = await openSite(engine)
    await prove()
    await add()
    for (const counter of [0, 0, 7]) expect((await logIn({ counter })).status).toBe(200)
    for (const counter of [7, 3, 0]) expect(await logIn({ counter })).toMatchObject(refused)
    expect((await listEvents()).filter((kind) => kind === 'passkey refused')).toHaveLength(3)
    expect((await logIn({ counter: 8 })).status).toBe(200)
  })

  it('make no passkey with the challenge of a login, of another student or of another site', async () => {
    const { browser, device, prove, add, beginLogin } = await openSite(engine)
    await prove()
    const made = device.create({ challenge: await beginLogin() })
    expect((await browser.post(apiPaths.passkeys, made)).status).toBe(400)
    expect((await add(device, { origin: 'https://evil.test' })).status).toBe(400)
    expect((await add()).status).toBe(201)
    // The credential exists.
    expect((await add()).status).toBe(400)
  })

  it('are removed by a password reset, unless their owner keeps them', async () => {
    const { app, dataDir, prove, add, logIn, list, browser } = await openSite(engine)
    const reset = async (keepsPasskeys?: boolean) => {
      const known = (await readOutbox(dataDir)).length
      await createClient(app).post('/api/auth/reset-password', { email: ada.email })
      await expect.poll(async () => (await readOutbox(dataDir)).length).toBeGreaterThan(known)
      const token = (await findResetLink(dataDir, ada.email)).split('token=')[1]
      const check = await createClient(app).post('/api/auth/reset-password/check', { token })
      expect(check.body).toMatchObject({ hasPasskeys: true })
      const changed = { token, password: ada.password, ...(keepsPasskeys && { keepsPasskeys }) }
      expect((await createBrowser(app).post('/api/auth/change-password', changed)).status).toBe(200)
    }
    await prove()
    await add()
    await expect.poll(async () => (await readOutbox(dataDir)).length).toBe(1)
    await reset(true)
    expect((await logIn()).status).toBe(200)
    await reset()
    expect(await logIn()).toMatchObject(refused)
    await browser.logIn()
    expect(await list()).toEqual([])
  })

  it('cannot be removed while they are the only way to log in', async () => {
    const { db, browser, prove, add, list } = await openSite(engine)
    await prove()
    const first = (await add()).body.passkey.id
    await db.run(sql`UPDATE users SET password_hash = '' WHERE id = 1`)
    expect((await browser.get(apiPaths.security)).body).toMatchObject({
      hasPassword: false,
      ways: ['passkey', 'emailedCode'],
    })
    expect(await browser.delete(apiPaths.passkey(first))).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('only way to log in') },
    })
    // An empty hash is no password.
    expect((await browser.post(apiPaths.proveIdentity, { password: ada.password })).status).toBe(
      400,
    )
    expect((await add(createSoftwareAuthenticator(site))).status).toBe(201)
    expect((await browser.delete(apiPaths.passkey(first))).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })

  it('prove who deletes the account or sets a password, where there is none', async () => {
    const { db, browser, device, prove, add, beginLogin, clock } = await openSite(engine)
    await prove()
    await add()
    clock.now += 10 * minuteMs
    await db.run(sql`UPDATE users SET password_hash = '' WHERE id = 1`)
    const password = 'a brand new horse 2?'
    expect((await browser.post(apiPaths.changePassword, { current: null, password })).status).toBe(
      403,
    )
    const passkey = device.get({ challenge: await beginLogin() })
    expect((await browser.post(apiPaths.proveIdentity, { passkey })).status).toBe(200)
    expect((await browser.post(apiPaths.changePassword, { current: null, password })).status).toBe(
      200,
    )
    expect((await browser.delete(apiPaths.account, {})).body.fields).toHaveProperty('password')
    const again = device.get({ challenge: await beginLogin() })
    expect((await browser.delete(apiPaths.account, { passkey: again })).status).toBe(204)
  })
})

describe.each(engines)('a challenge on %s', (engine) => {
  it('works once, also for two requests at the same time', async () => {
    const { app, device, prove, add, beginLogin } = await openSite(engine)
    await prove()
    await add()
    const browser = createBrowser(app)
    const assertion = device.get({ challenge: await beginLogin(browser) })
    const copy = createBrowser(app)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    const answers = await Promise.all(
      [browser, copy].map((each) => each.post(apiPaths.passkeyLogin, assertion)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})
