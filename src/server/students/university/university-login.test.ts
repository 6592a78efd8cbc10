import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import {
  adaClaims,
  openBrowser,
  sessionName,
  start,
  startUniversities,
  withPassword,
} from '#tests/support/university-site.ts'
import { readConfig } from '../../config.ts'
import { hourMs, minuteMs } from '../../durations.ts'
import { createIdentityProviders } from './identity-providers.ts'

stayOnBuiltInCampus()

const { openSite, providers, setAccount } = startUniversities()

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
      const { status, text, again } = await browser.logIn(account)
      expect((await browser.me()).error).toBe('Not signed in')
      expect(await countStudents()).toBe(0)
      expect(again?.label).toBe('WatIAM')
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
    const { app, db, browser, clock } = await openSite(engine)
    const { waterloo } = providers
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
    // A wrong state costs the university nothing, and does not end the login that the browser has begun.
    const callback = await browser.comeBack()
    const withState = (state: string) => callback.replace(/state=[^&]+/, state)
    for (const state of ['state=x', '']) {
      expect((await browser.get(withState(state))).status).toBe(400)
    }
    expect((await browser.get(callback)).location).toBe(pagePaths.dashboard)
    const late = openBrowser(app)
    const unanswered = await late.comeBack()
    await providers.control(waterloo, { mode: 'down' })
    expect((await late.get(unanswered)).status).toBe(503)
    await providers.control(waterloo, { mode: 'ok' })
    clock.now += minuteMs
    expect(await count()).toBe(1)
    await db.run(sql`UPDATE rate_limits SET count = 300 WHERE bucket LIKE 'university%'`)
    expect((await openBrowser(app).logIn()).status).toBe(429)
  })

  it('says on a page why it failed, until the next one begins', async () => {
    const { app, browser, clock } = await openSite(engine)
    const read = () => browser.get(apiPaths.waitingUniversityLogin)
    await setAccount('ada', { ...adaClaims, email_verified: false })
    expect((await browser.logIn('ada', `${start}?next=%2Fsaved`)).status).toBe(403)
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        step: 'failed',
        status: 403,
        message: expect.stringContaining("hasn't verified"),
        again: { label: 'WatIAM', path: `${start}?next=%2Fsaved` },
      },
    })
    clock.now += 5 * minuteMs
    expect((await read()).status).toBe(404)
    await browser.logIn()
    expect((await read()).body.step).toBe('failed')
    await setAccount('ada', { ...adaClaims, given_name: undefined })
    expect((await browser.logIn()).location).toBe(pagePaths.universityLogin)
    expect((await read()).body.step).toBe('names')
    // The page says that a form was open for too long.
    const late = openBrowser(app)
    expect((await late.submit('names')).location).toBe(pagePaths.universityLogin)
    const { body } = await late.get(apiPaths.waitingUniversityLogin)
    expect(body.error).toContain('has expired or was already used')
    // What is not a login has no such page.
    const unknown = await browser.get(apiPaths.university('toronto'))
    expect([unknown.status, unknown.location]).toEqual([404, ''])
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

describe.each(anyEngine)('the settings of university logins on %s', (engine) => {
  it('let only some affiliations post', async () => {
    const { app } = await openSite(engine, { POSTING_AFFILIATIONS: 'student, staff' })
    const lamp = { title: 'x' }
    const postAs = async (affiliation: unknown) => {
      await setAccount('ada', { ...adaClaims, affiliation })
      const browser = openBrowser(app)
      await browser.logIn()
      const { mayPost } = await browser.me()
      const { status } = await browser.post(apiPaths.list('misc'), lamp)
      // A housing request follows the same rule.
      expect((await browser.post(apiPaths.list('wanted'), lamp)).status).toBe(status)
      return [mayPost, status]
    }
    expect(await postAs(['alum', 'member'])).toEqual([false, 403])
    expect(await postAs(['alum', at('Staff')])).toEqual([true, 400])
    expect(await postAs(['alum', 'staff@elsewhere.example'])).toEqual([false, 403])
    const [domain] = campus.universities[0]?.emailDomains ?? []
    expect(await postAs(`staff@cs.${domain}`)).toEqual([true, 400])
    // It said something, but nothing about this university.
    expect(await postAs(`staff@other${domain}`)).toEqual([false, 403])
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
      body: { error: "We can't send you any more codes today. Try again tomorrow." },
    })
  })
})
