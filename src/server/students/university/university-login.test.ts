import { Secret, TOTP } from 'otpauth'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { logInAtProvider, startIdentityProviders } from '#tests/support/identity-providers.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { readConfig } from '../../config.ts'
import type { Db } from '../../database/database.ts'
import { dayMs, hourMs, minuteMs } from '../../durations.ts'
import type { App } from '../../http/app-types.ts'
import { createIdentityProviders } from './identity-providers.ts'

let providers: Awaited<ReturnType<typeof startIdentityProviders>>

beforeAll(async () => {
  providers = await startIdentityProviders()
})
afterAll(() => providers.stop())

const adaClaims = {
  email: at('ada'),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
}

beforeEach(async () => {
  const authMethod = 'client_secret_basic'
  const reset = { mode: 'ok', clockOffsetMs: 0, token: {}, userInfo: {}, authMethod } as const
  const accounts = { ada: adaClaims }
  await providers.control(providers.waterloo, { ...reset, accounts })
  await providers.control(providers.laurier, { ...reset, accounts })
})

const setAccount = (id: string, claims: Record<string, unknown>, issuer = providers.waterloo) =>
  providers.control(issuer, { accounts: { [id]: claims } })

const start = apiPaths.university('waterloo')
const confirm = `${start}?confirm=1&next=${encodeURIComponent('/account#data')}`
const sessionName = 'quad'

/** Calls the app as a browser does: it keeps all cookies, and says where a navigation comes from. */
function openBrowser(app: App, cookies = new Map<string, string>()) {
  async function send(options: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    url: string
    payload?: unknown
    headers?: Record<string, string>
  }) {
    const isForm = options.url === pagePaths.universityLogin
    const response = await app.inject({
      method: options.method,
      url: options.url,
      remoteAddress: '203.0.113.1',
      headers: {
        'user-agent': firefox,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...options.headers,
      },
      ...(options.payload !== undefined && { payload: options.payload as string }),
    })
    for (const { name, value, maxAge } of response.cookies as {
      name: string
      value: string
      maxAge?: number
    }[]) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const { statusCode: status, headers, body } = response
    const isJson = String(headers['content-type']).includes('json')
    return {
      status,
      location: String(headers.location ?? ''),
      text: body.replaceAll(/\s+/g, ' '),
      body: isJson ? response.json() : undefined,
    }
  }
  const get = (url: string, headers: Record<string, string> = {}) =>
    send({ method: 'GET', url, headers })
  const browser = {
    cookies,
    get,
    post: (url: string, payload?: object) => send({ method: 'POST', url, payload }),
    put: (url: string, payload: object) => send({ method: 'PUT', url, payload }),
    delete: (url: string, payload?: object) => send({ method: 'DELETE', url, payload }),
    /** Presses the button and logs in at the university. Resolves with the path that leads back. */
    async comeBack(account = 'ada', path = start): Promise<string> {
      const { status, location, text } = await get(path)
      if (status !== 303) throw new Error(`The login began with ${status}: ${text}`)
      const callback = await logInAtProvider(location, account)
      return callback.slice('http://localhost:3000'.length)
    },
    async logIn(account = 'ada', path = start) {
      return get(await browser.comeBack(account, path))
    },
    /** Submits a form of the page that asks for something. */
    async submit(form: string, fields: Record<string, string> = {}) {
      const { body } = await get(apiPaths.waitingUniversityLogin)
      const payload = new URLSearchParams({ token: body?.token ?? '', form, ...fields }).toString()
      return send({ method: 'POST', url: pagePaths.universityLogin, payload })
    },
    me: async () => (await get(apiPaths.me)).body,
    security: async () => (await get(apiPaths.security)).body,
  }
  return browser
}

async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestApp(engine, {
    ...providers.settings,
    VERIFY_EMAIL: 'on',
    ...settings,
  })
  const waitForCode = (email = adaClaims.email) =>
    vi.waitFor(async () => {
      const mails = await readOutbox(site.dataDir)
      const mail = mails.findLast(({ to, text }) => to === email && /^\d{6}$/m.test(text))
      if (!mail) throw new Error('No code has come.')
      return { ...mail, code: /^\d{6}$/m.exec(mail.text)?.[0] ?? '' }
    })
  const countStudents = async () =>
    (await site.db.get<{ count: number }>(sql`SELECT COUNT(*) AS count FROM users`))?.count
  return { ...site, browser: openBrowser(site.app), waitForCode, countStudents }
}

const signUp = { ...{ firstName: 'Eve', lastName: 'Stranger' }, email: adaClaims.email }
const withPassword = { ...signUp, password: strongPassword, confirmPassword: strongPassword }

/** Signs up with a password and, unless told otherwise, confirms the address. */
async function signUpWithPassword(site: Awaited<ReturnType<typeof openSite>>, confirms = true) {
  const browser = openBrowser(site.app)
  await browser.post(apiPaths.users, withPassword)
  await browser.post(apiPaths.login, { email: signUp.email, password: strongPassword })
  if (!confirms) return browser
  const { code } = await site.waitForCode()
  expect((await browser.post(apiPaths.confirmEmail, { code })).status).toBe(200)
  return browser
}

/** Gives the account what opens it beside a password: a passkey, an app, a recovery code and a known device. */
async function addWaysIn(db: Db, studentId: number) {
  await db.run(sql`
    INSERT INTO passkeys
      (user_id, credential_id, public_key, counter, transports, name, verifies_user, created_at)
    VALUES (${studentId}, 'an id', 'a key', 0, '', 'Phone', 1, 1)`)
  await db.run(sql`
    INSERT INTO authenticators (user_id, secret, added_at) VALUES (${studentId}, 'a secret', 1)`)
  await db.run(sql`
    INSERT INTO recovery_codes (user_id, code_hash) VALUES (${studentId}, 'a hash')`)
  await db.run(sql`
    INSERT INTO second_factor_devices (user_id, device_hash, used_at)
    VALUES (${studentId}, 'a device', ${Date.now()})`)
}

const waysIn = ['passkeys', 'authenticators', 'recovery_codes', 'second_factor_devices']

const countWaysIn = (db: Db) =>
  Promise.all(waysIn.map(async (table) => (await db.all(sql`SELECT 1 FROM ${raw(table)}`)).length))

it('takes only a broken connection for an outage, no fault of ours', async () => {
  const { identityProviders } = readConfig(providers.settings)
  const now = () => {
    throw new TypeError('undefined is not a function')
  }
  const config = { APP_URL: 'http://localhost:3000', identityProviders }
  const [provider] = createIdentityProviders({ config, now, log: { warn: vi.fn() } }).list
  const secrets = { state: 'a', nonce: 'b', codeVerifier: 'c' }
  await expect(provider?.start(secrets, { isFresh: false })).rejects.toMatchObject({
    code: 'bad_request',
  })
})

describe.each(anyEngine)('the login with a university account on %s', (engine) => {
  it('refuses what the university has not signed, verified or may not vouch for', async () => {
    const site = await openSite(engine)
    const { browser, countStudents } = site
    const { waterloo } = providers
    const refused = async (account = 'ada') => {
      const { status, text } = await browser.logIn(account)
      expect((await browser.me()).error).toBe('Not signed in')
      expect(await countStudents()).toBe(0)
      expect(text).toContain("That login didn't work")
      expect(text).toContain('Try WatIAM again')
      return [status, text] as const
    }
    for (const mode of ['tampered token', 'wrong nonce'] as const) {
      await providers.control(waterloo, { mode })
      expect((await refused())[0], mode).toBe(400)
    }
    await providers.control(waterloo, { mode: 'ok' })
    const now = Math.floor(Date.now() / 1000)
    const otherTokens = [{ aud: 'another client' }, { iss: providers.laurier }, { exp: now - 600 }]
    for (const token of otherTokens) {
      await providers.control(waterloo, { token })
      expect((await refused())[0], JSON.stringify(token)).toBe(400)
    }
    await providers.control(waterloo, { token: {}, userInfo: { sub: 'another subject' } })
    expect((await refused())[0]).toBe(400)
    // The ID token has an address that the student typed in, and the userinfo response verifies another.
    const userInfo = { email: at('ada'), email_verified: true }
    await providers.control(waterloo, { token: { email: at('victim') }, userInfo: {} })
    await setAccount('ada', { ...adaClaims, email: undefined })
    expect((await refused())[1]).toContain("hasn't verified victim@uwaterloo.ca")
    await setAccount('ada', adaClaims)
    const { app } = site
    await providers.control(waterloo, { token: { email: at('victim') }, userInfo })
    const other = openBrowser(app)
    await other.logIn()
    expect((await other.me()).email).toBe(at('ada'))
    await site.db.run(sql`DELETE FROM users`)
    await providers.control(waterloo, { token: {}, userInfo: {} })
    const [domain] = campus.universities[1]?.emailDomains ?? []
    const cases: [Record<string, unknown>, string][] = [
      [{ email_verified: false }, "hasn't verified ada@uwaterloo.ca"],
      [{ email_verified: undefined }, "hasn't verified ada@uwaterloo.ca"],
      [{ email_verified: 'no' }, "hasn't verified ada@uwaterloo.ca"],
      [{ email: `ada@${domain}` }, 'We need your @uwaterloo.ca address'],
      [{ email: 'ada@gmail.example' }, 'We need your @uwaterloo.ca address'],
      [{ email: `${at('ada')}@evil.example` }, 'We need your @uwaterloo.ca address'],
      [{ email: 'ada\u212A@uwaterloo.ca' }, 'We need your @uwaterloo.ca address'],
      [{ email: at('+x') }, 'We need your @uwaterloo.ca address'],
      [{ email: undefined }, "didn't send us your email"],
    ]
    for (const [changes, sentence] of cases) {
      await setAccount('ada', { ...adaClaims, ...changes })
      const [status, text] = await refused()
      expect(status).toBe(403)
      expect(text).toContain(sentence)
    }
  })

  it('reads the address and its verification from the claims of the settings', async () => {
    const { browser } = await openSite(engine, {
      OIDC_EMAIL_CLAIM_1: 'university_email',
      OIDC_VERIFIED_CLAIM_1: 'is_checked',
    })
    const claims = { ...adaClaims, university_email: ['Grace@UWaterloo.ca'], is_checked: 'true' }
    await setAccount('grace', claims)
    await browser.logIn('grace')
    expect((await browser.me()).email).toBe(at('grace'))
  })

  it('follows a rotated key at once, and a clock that is a little off', async () => {
    const { app, browser } = await openSite(engine)
    const { waterloo } = providers
    await browser.logIn()
    await providers.control(waterloo, { rotatesKey: true })
    const rotated = openBrowser(app)
    expect((await rotated.logIn()).location).toBe(pagePaths.dashboard)
    await providers.control(waterloo, { clockOffsetMs: minuteMs / 2 })
    const early = openBrowser(app)
    expect((await early.logIn()).location).toBe(pagePaths.dashboard)
    // A token from two hours ago has expired.
    await providers.control(waterloo, { clockOffsetMs: -2 * hourMs })
    expect((await openBrowser(app).logIn()).status).toBe(400)
  })

  it('says that a university is down or slow, and works again without a restart', async () => {
    const site = await openSite(engine)
    const { app, clock } = site
    const { waterloo } = providers
    const expectOutage = async (response: Promise<{ status: number; text: string }>) => {
      const { status, text } = await response
      expect(status).toBe(503)
      expect(text).toContain("WatIAM isn't answering right now. Try again in a few minutes.")
      expect(text).toContain('Other ways to log in')
    }
    await providers.control(waterloo, { mode: 'down' })
    await expectOutage(openBrowser(app).get(start))
    await providers.control(waterloo, { mode: 'ok' })
    // The next students read at once that it is down. After a moment it is asked again.
    await expectOutage(openBrowser(app).get(start))
    clock.now += 10_000
    const browser = openBrowser(app)
    const [callback, slowCallback] = [
      await browser.comeBack(),
      await openBrowser(app, new Map(browser.cookies)).comeBack(),
    ]
    expect(slowCallback).not.toBe(callback)
    await providers.control(waterloo, { mode: 'down' })
    await expectOutage(browser.get(callback))
    // The metadata is known, even after it should be fetched again.
    clock.now += 2 * hourMs
    expect((await openBrowser(app).get(start)).status).toBe(303)
    await providers.control(waterloo, { mode: 'ok' })
    const late = openBrowser(app)
    const waiting = await late.comeBack()
    await providers.control(waterloo, { mode: 'slow' })
    await expectOutage(late.get(waiting))
    await providers.control(waterloo, { mode: 'ok' })
    expect((await openBrowser(app).logIn()).location).toBe(pagePaths.dashboard)
  })

  it('works once, and only in the browser that began it', async () => {
    const { app, browser } = await openSite(engine)
    const callback = await browser.comeBack()
    const copy = new Map(browser.cookies)

    // A stranger sends the student a link that would log them in as the stranger.
    const victim = openBrowser(app)
    expect((await victim.get(callback)).status).toBe(400)
    await victim.get(start)
    expect((await victim.get(callback)).status).toBe(400)
    expect((await victim.me()).error).toBe('Not signed in')

    const otherState = openBrowser(app, new Map(browser.cookies))
    expect((await otherState.get(callback.replace(/state=.{5}/, 'state=other'))).status).toBe(400)

    expect((await browser.get(callback)).status).toBe(303)
    expect(await browser.me()).toMatchObject({ email: at('ada') })
    const replayed = openBrowser(app, copy)
    expect((await replayed.get(callback)).status).toBe(400)
    expect((await replayed.me()).error).toBe('Not signed in')
    // Back leads to the address again, which is harmless.
    expect((await browser.get(callback)).location).toBe(pagePaths.dashboard)

    // The cookie is signed, and it expires.
    const forged = openBrowser(app)
    const path = await forged.comeBack()
    const [name, value = ''] = [...forged.cookies][0] ?? []
    forged.cookies.set(
      name ?? '',
      value.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    )
    expect((await forged.get(path)).status).toBe(400)
  })

  it('counts only what fails, and begins in a tab only', async () => {
    const { app, db, browser } = await openSite(engine)
    const embedded = { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }
    expect((await browser.get(start, embedded)).status).toBe(403)
    expect(browser.cookies.size).toBe(0)
    expect((await browser.get(start, { 'sec-fetch-dest': 'document' })).status).toBe(303)
    const count = async () => {
      const bucket = sql`bucket LIKE 'university%'`
      const row = await db.get<{ count: number }>(
        sql`SELECT COALESCE(SUM(count), 0) AS count FROM rate_limits WHERE ${bucket}`,
      )
      return Number(row?.count)
    }
    await browser.logIn()
    expect(await count()).toBe(0)
    const wrong = (await browser.comeBack()).replace(/code=[^&]+/, 'code=wrong')
    expect((await browser.get(wrong)).status).toBe(400)
    expect(await count()).toBe(1)
    await db.run(sql`UPDATE rate_limits SET count = 300 WHERE bucket LIKE 'university%'`)
    expect((await openBrowser(app).logIn()).status).toBe(429)
  })

  it('goes to the last of two tabs that begin one', async () => {
    const { app, browser } = await openSite(engine)
    const first = await browser.comeBack()
    const second = await browser.comeBack()
    const early = openBrowser(app, new Map(browser.cookies))
    expect((await early.get(first)).status).toBe(400)
    expect((await browser.get(second)).status).toBe(303)
    expect((await browser.me()).email).toBe(at('ada'))
  })

  it('sends the secret in the way that the university offers', async () => {
    await providers.control(providers.waterloo, { authMethod: 'client_secret_post' })
    const { browser } = await openSite(engine)
    expect((await browser.logIn()).location).toBe(pagePaths.dashboard)
  })

  it('does not wait for another university, and a logout waits for none', async () => {
    const { app, browser, clock } = await openSite(engine)
    await browser.logIn()
    // The metadata of Waterloo is old, and Waterloo no longer answers.
    clock.now += 2 * hourMs
    await providers.control(providers.waterloo, { mode: 'slow' })
    const slow = Array.from({ length: 100 }, () => openBrowser(app).get(start))
    const atLaurier = apiPaths.university('laurier')
    expect((await openBrowser(app).get(atLaurier)).status).toBe(303)
    const first = await Promise.race([
      ...slow.map((login) => login.then(() => 'a login')),
      browser.get(apiPaths.logout).then(({ body }) => body.universityLogoutUrl),
    ])
    expect(first).toContain(`${providers.waterloo}/session/end`)
    await Promise.all(slow)
  })

  it('expires after a quarter of an hour', async () => {
    const { browser, clock } = await openSite(engine)
    const callback = await browser.comeBack()
    clock.now += 16 * minuteMs
    expect((await browser.get(callback)).status).toBe(400)
    // A login that waits for a name expires with the login that began it.
    await setAccount('ada', { ...adaClaims, given_name: undefined, name: 'Ada Lovelace' })
    const waiting = await browser.comeBack()
    clock.now += 10 * minuteMs
    expect((await browser.get(waiting)).location).toBe(pagePaths.universityLogin)
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body).toMatchObject({
      step: 'names',
      firstName: '',
      lastName: 'Lovelace',
    })
    clock.now += 6 * minuteMs
    expect((await browser.get(apiPaths.waitingUniversityLogin)).status).toBe(404)
  })

  it('never mixes two campus.universities up', async () => {
    const { app, browser, countStudents } = await openSite(engine)
    const atLaurier = apiPaths.university('laurier')
    // Laurier answers a request that Waterloo should have answered.
    const laurierCallback = await browser.comeBack('ada', atLaurier)
    await browser.get(start)
    const swapped = laurierCallback.replace('/laurier/', '/waterloo/')
    expect((await browser.get(swapped)).status).toBe(400)

    // The response says that it is another issuer's, with a state that is right.
    const other = openBrowser(app)
    const callback = await other.comeBack()
    const withIssuer = (iss: string) => {
      const url = new URL(callback, 'http://localhost:3000')
      url.searchParams.set('iss', iss)
      return url.pathname + url.search
    }
    const copies = [providers.laurier, ''].map((iss) => {
      return { path: withIssuer(iss), copy: openBrowser(app, new Map(other.cookies)) }
    })
    for (const { path, copy } of copies) expect((await copy.get(path)).status).toBe(400)
    // The code of one university is never sent to the other: that one is down, and nobody notices.
    await providers.control(providers.laurier, { mode: 'down' })
    const leaking = withIssuer(providers.laurier).replace('/waterloo/', '/laurier/')
    expect((await other.get(leaking)).status).toBe(400)
    await providers.control(providers.laurier, { mode: 'ok' })
    // Laurier may not vouch for an address of Waterloo, and the same subject is another person there.
    expect((await openBrowser(app).logIn('ada', atLaurier)).status).toBe(403)
    expect(await countStudents()).toBe(0)
    expect((await openBrowser(app).get(apiPaths.university('toronto'))).status).toBe(404)
  })

  it('redirects to no other site and to no API call', async () => {
    const { app } = await openSite(engine)
    const paths = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example',
      'javascript:alert(1)',
      '/api/auth/logout',
      '/api/auth/university/laurier',
      `/rentals?q=${'x'.repeat(2_000)}`,
    ]
    for (const next of paths) {
      const path = `${start}?${new URLSearchParams({ next })}`
      expect((await openBrowser(app).logIn('ada', path)).location).toBe(pagePaths.dashboard)
    }
  })

  it('opens a new session in place of the one that the browser had', async () => {
    const site = await openSite(engine)
    const stranger = openBrowser(site.app)
    await stranger.post(apiPaths.users, { ...withPassword, email: at('eve') })
    await stranger.post(apiPaths.login, { email: at('eve'), password: strongPassword })
    const planted = stranger.cookies.get(sessionName) ?? ''
    const victim = openBrowser(site.app, new Map([[sessionName, planted]]))
    await victim.logIn()
    expect(victim.cookies.get(sessionName)).not.toBe(planted)
    expect((await victim.me()).email).toBe(at('ada'))
    expect((await stranger.me()).error).toBe('Not signed in')
  })
})

describe.each(engines)('a university account on %s', (engine) => {
  it('creates a confirmed account, and later finds it by issuer and subject alone', async () => {
    const site = await openSite(engine)
    const { browser, db } = site
    expect((await browser.get(apiPaths.loginWays)).body).toEqual({
      password: true,
      universities: [
        { key: 'waterloo', label: 'WatIAM' },
        { key: 'laurier', label: 'Laurier ID' },
      ],
    })
    const first = await browser.logIn('ada', `${start}?next=%2Frentals%2Fcreate`)
    expect([first.status, first.location]).toEqual([303, '/rentals/create'])
    const me = await browser.me()
    expect(me).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: at('ada'),
      confirmation: 'confirmed',
      mayPost: true,
    })
    expect(await browser.security()).toMatchObject({
      hasPassword: false,
      university: { key: 'waterloo', label: 'WatIAM' },
      ways: ['emailedCode', 'university'],
      isProved: false,
    })
    const { body: exported } = await browser.get(apiPaths.accountExport)
    expect(exported.universityAccount).toMatchObject({
      issuer: providers.waterloo,
      subject: 'ada',
      joinedAt: '2026-11-15T12:00:00.000Z',
    })
    const events = (await browser.get(apiPaths.securityEvents)).body as { kind: string }[]
    expect(events.map(({ kind }) => kind)).toContain('university account joined')
    // No password opens the account, not even an empty one.
    for (const password of ['', 'x', strongPassword]) {
      const { status } = await browser.post(apiPaths.login, { email: me.email, password })
      expect(status).not.toBe(200)
    }

    // The address was given to somebody else, and Ada has a new one that is not even verified.
    await setAccount('ada', { ...adaClaims, email: at('countess'), email_verified: false })
    const again = openBrowser(site.app)
    expect((await again.logIn()).location).toBe(pagePaths.dashboard)
    expect((await again.me()).id).toBe(me.id)
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(site.app)
    const refused = await newcomer.logIn('newcomer')
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('connected to another WatIAM account. Write to us at'),
    ])
    expect((await newcomer.me()).error).toBe('Not signed in')

    // A year later the university confirms the address again.
    await setAccount('ada', adaClaims)
    site.clock.now += 366 * dayMs
    const due = openBrowser(site.app)
    await due.logIn()
    expect(await due.me()).toMatchObject({ id: me.id, confirmation: 'confirmed' })
    expect(await db.all(sql`SELECT user_id, last_login_at FROM university_accounts`)).toEqual([
      { user_id: me.id, last_login_at: site.clock.now },
    ])
  })

  it('is joined to a confirmed account with its password', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    const { id } = await owner.me()
    const { browser, dataDir } = site
    expect((await browser.logIn('ada', `${start}?next=/saved`)).location).toBe(
      pagePaths.universityLogin,
    )
    expect((await browser.me()).error).toBe('Not signed in')
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body).toMatchObject({
      label: 'WatIAM',
      step: 'proof',
      email: at('ada'),
      hasPassword: true,
      problem: null,
    })
    expect((await browser.submit('password', { password: 'wrong' })).location).toBe(
      pagePaths.universityLogin,
    )
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body.problem).toBe('Wrong password')
    // A form of another site has no token.
    expect(
      (await browser.submit('password', { password: strongPassword, token: 'x' })).status,
    ).toBe(400)
    // The names of the claims do not create a second account.
    await browser.submit('names', { firstName: 'Eve', lastName: 'Stone' })
    expect((await browser.me()).error).toBe('Not signed in')

    expect((await browser.submit('password', { password: strongPassword })).location).toBe('/saved')
    expect(await browser.me()).toMatchObject({ id, firstName: 'Eve' })
    expect(await owner.me()).toMatchObject({ id })
    await vi.waitFor(async () => {
      const [mail] = (await readOutbox(dataDir)).filter(({ subject }) => subject.includes('WatIAM'))
      expect(mail?.subject).toBe('You can log in to Quad with WatIAM now')
    })
    // The login is finished.
    expect((await browser.get(apiPaths.waitingUniversityLogin)).status).toBe(404)
    const later = openBrowser(site.app)
    expect((await later.logIn()).location).toBe(pagePaths.dashboard)
    expect((await later.me()).id).toBe(id)
  })

  it('replaces another one of the same university only with the password', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    const { id } = await owner.me()
    await site.browser.logIn()
    await site.browser.submit('password', { password: strongPassword })
    // The address belongs to somebody else now, who reads its mailbox.
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(site.app)
    const codes = sql`SELECT 1 FROM confirmation_codes`
    expect((await newcomer.logIn('newcomer')).location).toBe(pagePaths.universityLogin)
    for (const [form, fields] of [
      ['send code', {}] as const,
      ['code', { code: '000000' }] as const,
    ]) {
      await newcomer.submit(form, fields)
      const { problem } = (await newcomer.get(apiPaths.waitingUniversityLogin)).body
      expect(problem).toContain('connected to another WatIAM account, so a code is not enough')
      expect(await site.db.all(codes)).toEqual([])
    }
    expect((await newcomer.me()).error).toBe('Not signed in')
    expect((await openBrowser(site.app).logIn()).location).toBe(pagePaths.dashboard)
    await newcomer.submit('password', { password: strongPassword })
    expect((await newcomer.me()).id).toBe(id)
    expect((await openBrowser(site.app).logIn()).location).toBe(pagePaths.universityLogin)
  })

  it('finds the confirmed account of a plus address, and no unconfirmed one', async () => {
    const site = await openSite(engine)
    for (const email of [at('ada+x'), at('ada+quad'), at('ada+y')]) {
      await site.browser.post(apiPaths.users, { ...withPassword, email })
    }
    const now = site.clock.now
    await site.db.run(sql`UPDATE users SET confirmed_at = ${now} WHERE email LIKE '%quad%'`)
    expect((await site.browser.logIn()).location).toBe(pagePaths.universityLogin)
    await site.browser.submit('send code')
    const { code } = await vi.waitFor(async () => {
      const mail = await site.waitForCode(at('ada+quad'))
      expect(mail.subject).toContain('connect')
      return mail
    })
    await site.browser.submit('code', { code })
    expect(await site.browser.me()).toMatchObject({ email: at('ada+quad') })
    site.clock.now += 366 * dayMs
    await site.browser.logIn()
    expect(await site.browser.me()).toMatchObject({ confirmation: 'confirmed' })
    // Another person of the university gets an account of their own.
    await setAccount('newcomer', adaClaims)
    const newcomer = openBrowser(site.app)
    expect((await newcomer.logIn('newcomer')).location).toBe(pagePaths.dashboard)
    expect(await newcomer.me()).toMatchObject({ email: at('ada') })
  })

  it('is not joined after too many wrong passwords', async () => {
    const site = await openSite(engine)
    await signUpWithPassword(site)
    const { browser } = site
    await browser.logIn()
    for (let tries = 0; tries < 10; tries++) await browser.submit('password', { password: 'wrong' })
    await browser.submit('password', { password: strongPassword })
    const { body } = await browser.get(apiPaths.waitingUniversityLogin)
    expect(body.problem).toContain('Too many failed tries')
  })

  it('is joined with a code from the mailbox, which is good for nothing else', async () => {
    const site = await openSite(engine)
    const owner = await signUpWithPassword(site)
    const { browser } = site
    await browser.logIn()
    expect((await browser.submit('send code')).location).toBe(pagePaths.universityLogin)
    const { body } = await browser.get(apiPaths.waitingUniversityLogin)
    expect(body).toMatchObject({ isCodeSent: true, problem: null })
    const { code, subject } = await vi.waitFor(async () => {
      const mail = await site.waitForCode()
      expect(mail.subject).toBe('Your Quad code to connect your university account')
      return mail
    })
    expect(subject).not.toContain(code)
    await site.db.run(sql`UPDATE users SET confirmed_at = 0`)
    expect((await owner.post(apiPaths.confirmEmail, { code })).status).toBe(400)
    const wrong = code === '000000' ? '000001' : '000000'
    await browser.submit('code', { code: wrong })
    expect((await browser.get(apiPaths.waitingUniversityLogin)).body.problem).toBe(
      'That code is not right. 4 tries left.',
    )
    expect((await browser.submit('code', { code })).location).toBe(pagePaths.dashboard)
    expect(await browser.me()).toMatchObject({ confirmation: 'confirmed' })
    // The password of a confirmed account stays.
    expect(await owner.security()).toMatchObject({
      hasPassword: true,
      ways: ['password', 'university'],
    })
  })

  it('clears an unconfirmed account of everything that a stranger put into it', async () => {
    const site = await openSite(engine)
    const stranger = await signUpWithPassword(site, false)
    const { id } = await stranger.me()
    await stranger.post(apiPaths.requestPasswordReset, { email: signUp.email })
    await site.db.run(sql`UPDATE users SET mail_reminders = 0, shows_email = 0 WHERE id = ${id}`)
    await addWaysIn(site.db, id)
    const seller = openBrowser(site.app)
    const { body } = await seller.post(apiPaths.users, {
      ...withPassword,
      email: at('bob'),
    })
    const listingId = await insertTestListing(site.db, body.id)
    await site.db.run(sql`
      INSERT INTO favourites (user_id, listing_id, created_at, known_at, known_status)
      VALUES (${id}, ${listingId}, 1, 1, 'available')`)
    await site.db.run(sql`
      INSERT INTO saved_searches
        (user_id, category, query, frequency, seen_rank, created_at, wanted_at)
      VALUES (${id}, 'misc', 'q=lamp', 'soon', 0, 1, 1)`)
    const { browser } = site
    expect((await browser.logIn()).location).toBe(pagePaths.dashboard)
    expect(await browser.me()).toMatchObject({ id, firstName: 'Ada', confirmation: 'confirmed' })
    expect((await browser.get(apiPaths.account)).body).toMatchObject({
      mailReminders: true,
      showsEmail: true,
    })
    expect(await site.db.all(sql`SELECT 1 FROM favourites`)).toEqual([])
    expect(await browser.security()).toMatchObject({ hasPassword: false })
    expect(await countWaysIn(site.db)).toEqual([0, 0, 0, 0])
    expect((await browser.get(apiPaths.savedSearches)).body).toEqual({ results: [] })
    expect((await stranger.me()).error).toBe('Not signed in')
    const { status } = await stranger.post(apiPaths.login, {
      email: signUp.email,
      password: strongPassword,
    })
    expect(status).toBe(401)
    expect(await site.db.all(sql`SELECT 1 FROM password_resets`)).toEqual([])
    const codes = sql`SELECT 1 FROM confirmation_codes WHERE user_id = ${id}`
    expect(await site.db.all(codes)).toEqual([])
    await vi.waitFor(async () => {
      const mails = await readOutbox(site.dataDir)
      const joined = mails.find(({ subject }) => subject.includes('WatIAM'))
      expect(joined?.text.replaceAll(/\s+/g, ' ')).toContain(
        'we removed its password, its passkeys, its name',
      )
    })
  })

  it('removes a password that may be a stranger’s, on a site without codes', async () => {
    const site = await openSite(engine, { VERIFY_EMAIL: 'off' })
    const stranger = await signUpWithPassword(site, false)
    const { browser } = site
    await addWaysIn(site.db, (await stranger.me()).id)
    await browser.logIn()
    await browser.submit('send code')
    const { code } = await site.waitForCode()
    await browser.submit('code', { code })
    expect((await browser.me()).email).toBe(at('ada'))
    expect((await stranger.me()).error).toBe('Not signed in')
    const [passkeys, , , devices] = await countWaysIn(site.db)
    expect([passkeys, devices]).toEqual([0, 0])
    const { status } = await stranger.post(apiPaths.login, {
      email: signUp.email,
      password: strongPassword,
    })
    expect(status).toBe(401)
  })

  it('asks for names that the university does not send, or that we refuse', async () => {
    const { browser, countStudents } = await openSite(engine)
    await setAccount('ada', { ...adaClaims, given_name: undefined, family_name: 'Quad Support' })
    expect((await browser.logIn()).location).toBe(pagePaths.universityLogin)
    expect(await countStudents()).toBe(0)
    const waiting = async () => (await browser.get(apiPaths.waitingUniversityLogin)).body
    expect(await waiting()).toMatchObject({ step: 'names', firstName: '' })
    await browser.submit('names', { firstName: 'evil.example', lastName: 'Lovelace' })
    expect(await waiting()).toMatchObject({
      firstName: 'evil.example',
      problem: "First name: Use letters, spaces, ' and - only.",
    })
    await browser.submit('names', { firstName: 'Ada', lastName: '' })
    expect((await waiting()).problem).toMatch(/^Last name: /)
    expect((await browser.submit('names', { firstName: 'Ada', lastName: 'Byron' })).location).toBe(
      pagePaths.dashboard,
    )
    expect(await browser.me()).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
  })

  it('never opens a banned account, nor a new one of its mailbox', async () => {
    const site = await openSite(engine)
    await site.browser.logIn()
    const { id } = await site.browser.me()
    await banTestStudent(site.db, { studentId: id, now: site.clock.now })
    const banned = await openBrowser(site.app).logIn()
    expect([banned.status, banned.text]).toEqual([403, expect.stringContaining('was closed')])
    await site.db.run(sql`DELETE FROM users`)
    expect((await openBrowser(site.app).logIn()).status).toBe(403)
    expect(await site.countStudents()).toBe(0)
  })
})

describe.each(engines)('a student without a password on %s', (engine) => {
  it('confirms with a code, and can set a password', async () => {
    const site = await openSite(engine)
    const { browser } = site
    await browser.logIn()
    const prove = (proof: object) => browser.post(apiPaths.proveIdentity, proof)
    const password = 'a new password 1!'
    const set = () => browser.post(apiPaths.changePassword, { current: null, password })
    expect((await set()).body.code).toBe('reauthenticate')
    expect((await prove({ emailedCode: '000000' })).body.fields).toHaveProperty('emailedCode')
    expect((await browser.post(apiPaths.identityCode)).status).toBe(200)
    expect((await browser.post(apiPaths.identityCode)).status).toBe(429)
    const { code, subject } = await site.waitForCode()
    expect(subject).toBe("Your Quad code to confirm that it's you")
    // It is no code of an authenticator app.
    expect((await prove({ code })).status).toBe(400)
    expect((await prove({ emailedCode: code })).status).toBe(200)
    expect((await prove({ emailedCode: code })).status).toBe(400)
    expect((await set()).status).toBe(200)
    await vi.waitFor(async () => {
      const subjects = (await readOutbox(site.dataDir)).map((mail) => mail.subject)
      expect(subjects).toContain('Your Quad password was set')
    })
    const withIt = openBrowser(site.app)
    const login = { email: adaClaims.email, password }
    expect((await withIt.post(apiPaths.login, login)).status).toBe(200)
    // With a password, a code is no longer enough: that would be the weaker way.
    expect((await withIt.security()).ways).toEqual(['password', 'university'])
    expect((await withIt.post(apiPaths.identityCode)).status).toBe(409)
    expect((await withIt.delete(apiPaths.account, { emailedCode: code })).status).toBe(409)
    expect((await withIt.delete(apiPaths.account, {})).body.fields).toEqual({
      password: fieldRequiredMessage,
    })
    // A fresh login is as good as the password.
    await withIt.logIn('ada', confirm)
    expect((await withIt.delete(apiPaths.account, {})).status).toBe(204)
  })

  it('confirms with a fresh login by the same person in the same session', async () => {
    const site = await openSite(engine)
    const { app, browser, clock } = site
    expect((await browser.get(confirm)).status).toBe(403)
    await browser.logIn()
    const { location } = await browser.get(confirm)
    expect(new URL(location).searchParams.get('prompt')).toBe('login')
    await setAccount('grace', { ...adaClaims, email: at('grace') })
    const isConfirmed = async () => (await browser.security()).isProved as boolean
    const other = await browser.logIn('grace', confirm)
    expect(other.status).toBe(403)
    // The next try is a confirmation, too.
    const [, again = ''] = /href="([^"]+)"[^>]*>Try WatIAM again/.exec(other.text) ?? []
    expect(again.replaceAll('&amp;', '&').split('?')[1]?.split('&')).toContain('confirm=1')
    expect(await isConfirmed()).toBe(false)
    // The university ignores that the login must be fresh, or does not say when it was.
    const seconds = Math.floor(Date.now() / 1000)
    for (const auth_time of [seconds - 3600, null]) {
      await providers.control(providers.waterloo, { token: { auth_time } })
      expect((await browser.logIn('ada', confirm)).status).toBe(400)
    }
    expect(await isConfirmed()).toBe(false)
    // A login at the university may take some minutes.
    await providers.control(providers.waterloo, { token: { auth_time: seconds - 180 } })
    const late = await browser.comeBack('ada', confirm)
    clock.now += 4 * minuteMs
    expect((await browser.get(late)).location).toBe('/account#data')
    await providers.control(providers.waterloo, { token: {} })
    clock.now += 11 * minuteMs
    expect(await isConfirmed()).toBe(false)
    // The response arrives in another session.
    const callback = await browser.comeBack('ada', confirm)
    const copy = openBrowser(app, new Map(browser.cookies))
    copy.cookies.delete(sessionName)
    expect((await copy.get(callback)).status).toBe(403)
    expect(await isConfirmed()).toBe(false)

    expect((await browser.logIn('ada', confirm)).location).toBe('/account#data')
    expect(await isConfirmed()).toBe(true)
    clock.now += 11 * minuteMs
    expect((await browser.delete(apiPaths.account, {})).body.code).toBe('reauthenticate')
    await browser.logIn('ada', confirm)
    expect((await browser.delete(apiPaths.account, {})).status).toBe(204)
    expect(await site.countStudents()).toBe(0)
    expect(await site.db.all(sql`SELECT * FROM university_accounts`)).toEqual([])
  })

  it('can remove the last passkey while the university still has a login here', async () => {
    const { browser, db } = await openSite(engine)
    await browser.logIn()
    await addWaysIn(db, (await browser.me()).id)
    await browser.logIn('ada', confirm)
    const [{ id }] = (await browser.security()).passkeys
    const moveTo = (issuer: string) =>
      db.run(sql`UPDATE university_accounts SET issuer = ${issuer}`)
    await moveTo('https://closed.example')
    expect((await browser.security()).university).toBeNull()
    expect((await browser.delete(apiPaths.passkey(id))).status).toBe(409)
    await moveTo(providers.waterloo)
    expect((await browser.delete(apiPaths.passkey(id))).status).toBe(204)
  })

  it('logs out of the university too, if it offers that', async () => {
    const { app, browser } = await openSite(engine)
    await browser.logIn()
    const { body } = await browser.get(apiPaths.logout)
    const url = new URL(body.universityLogoutUrl)
    expect(url.origin + url.pathname).toBe(`${providers.waterloo}/session/end`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/')
    expect((await browser.me()).error).toBe('Not signed in')
    const withPasswords = openBrowser(app)
    await withPasswords.post(apiPaths.users, { ...withPassword, email: at('eve') })
    await withPasswords.post(apiPaths.login, {
      email: at('eve'),
      password: strongPassword,
    })
    expect((await withPasswords.get(apiPaths.logout)).body).toEqual({
      message: 'You are logged out.',
    })
  })
})

describe.each(anyEngine)('staff with a university account on %s', (engine) => {
  it('have no moderation without a recent second factor, which the university never is', async () => {
    const { app, browser, clock, db } = await openSite(engine)
    const queue = apiPaths.moderationQueue()
    const refused = { status: 403, body: { code: 'second_factor' } }
    await browser.logIn()
    await db.run(sql`UPDATE users SET role = 'moderator'`)
    expect(await browser.me()).toMatchObject({ role: 'student', secondFactor: 'missing' })
    await browser.logIn('ada', confirm)
    expect(await browser.get(queue)).toMatchObject(refused)
    const { secret } = (await browser.post(apiPaths.authenticator)).body
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now })
    expect((await browser.put(apiPaths.authenticator, { code })).status).toBe(200)
    expect((await browser.get(queue)).status).toBe(200)

    // On another device, a fresh login at the university and an emailed code are no second factor.
    const other = openBrowser(app)
    await other.logIn()
    expect(await other.me()).toMatchObject({ role: 'student', secondFactor: 'due' })
    await other.logIn('ada', confirm)
    expect(await other.security()).toMatchObject({ ways: ['code'], isProved: false })
    expect(await other.get(queue)).toMatchObject(refused)

    // The first device knows the second factor for 30 days, also after a login by the university.
    await browser.get(apiPaths.logout)
    await browser.logIn()
    expect(await browser.me()).toMatchObject({ role: 'moderator', secondFactor: null })
    clock.now += 30 * dayMs
    await browser.logIn()
    expect(await browser.me()).toMatchObject({ role: 'student', secondFactor: 'due' })
    expect(await browser.get(queue)).toMatchObject(refused)
  })
})

describe.each(anyEngine)('the settings of university logins on %s', (engine) => {
  it('let only some affiliations post', async () => {
    const { app } = await openSite(engine, { POSTING_AFFILIATIONS: 'student, staff' })
    const lamp = { title: 'x' }
    const postAs = async (affiliation: unknown) => {
      await setAccount('ada', { ...adaClaims, affiliation })
      const browser = openBrowser(app)
      await browser.logIn()
      const { mayPost } = await browser.me()
      return [mayPost, (await browser.post(apiPaths.list('misc'), lamp)).status]
    }
    expect(await postAs(['alum', 'member'])).toEqual([false, 403])
    expect(await postAs(['alum', at('Staff')])).toEqual([true, 400])
    expect(await postAs('student')).toEqual([true, 400])
    expect(await postAs('alum')).toEqual([false, 403])
    // The university no longer says, so its last word counts.
    expect(await postAs(undefined)).toEqual([false, 403])
    await setAccount('ada', { ...adaClaims, affiliation: undefined })
    await setAccount('bob', { ...adaClaims, email: at('bob') })
    const unknown = openBrowser(app)
    await unknown.logIn('bob')
    expect((await unknown.me()).mayPost).toBe(true)
  })

  it('turn passwords off', async () => {
    const { browser, clock, db } = await openSite(engine, { PASSWORD_LOGIN: 'off' })
    const login = { email: adaClaims.email, password: strongPassword }
    const reset = { token: 'x', password: strongPassword }
    const refused: [string, object][] = [
      [apiPaths.users, withPassword],
      [apiPaths.login, login],
      [apiPaths.requestPasswordReset, { email: login.email }],
      [apiPaths.checkResetLink, { token: 'x' }],
      [apiPaths.resetPassword, reset],
    ]
    for (const [path, body] of refused) {
      expect((await browser.post(path, body)).status, path).toBe(403)
    }
    expect((await browser.get(apiPaths.loginWays)).body.password).toBe(false)
    await browser.logIn()
    const { status } = await browser.post(apiPaths.changePassword, {
      current: strongPassword,
      password: strongPassword,
    })
    expect(status).toBe(403)
    // A password from before is of no use.
    await db.run(sql`UPDATE users SET password_hash = 'a hash'`)
    expect(await browser.security()).toMatchObject({
      hasPassword: false,
      ways: ['emailedCode', 'university'],
    })
    const proved = await browser.post(apiPaths.proveIdentity, { password: strongPassword })
    expect(proved.status).toBe(403)
    // Nobody is told to reset a password.
    await browser.post(apiPaths.identityCode)
    clock.now += minuteMs
    await db.run(sql`UPDATE rate_limits SET count = 100 WHERE bucket LIKE 'confirmation-code%'`)
    expect(await browser.post(apiPaths.identityCode)).toMatchObject({
      status: 429,
      body: { error: "We've sent you all the codes we send in a day. Try again tomorrow." },
    })
  })
})
