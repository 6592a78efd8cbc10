import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, setCampus } from '#campus/campus.ts'
import { campusSchema } from '#campus/campus-schema.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SetupResponse } from '#contract/setup.ts'
import type { SetupStep } from '#contract/setup-steps.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { keepCampusAfterTest } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { testHashingCost } from '#tests/support/hashing-cost.ts'
import { createBrowser, strongPassword } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import otherCampusFile from '#tests/support/other-campus.json' with { type: 'json' }
import { readOutbox } from '#tests/support/outbox.ts'
import { createFileForm, encodeForm, insertTestListing } from '#tests/support/photo-app.ts'
import { fourColorImage, largestLogo } from '#tests/support/photo-files.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { buildApp } from '../app.ts'
import { findCampusHistory } from '../campus/stored-campus.ts'
import { describeMailProblem } from '../mail/send-now.ts'
import { openPhotoStore } from '../photos/open-photo-store.ts'
import { createPhotos } from '../photos/photos.ts'
import { prepareSetup } from './setup-link.ts'
import { lockSetup } from './setup-state.ts'

beforeEach(() => {
  keepCampusAfterTest()
  setCampus(builtInCampus)
})

const otherCampus: CampusSettings = campusSchema.parse(otherCampusFile)

/** A new site that is no try-out. Its emails are files, unless it has a mail server. */
async function openNewSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestApp(engine, {
    NODE_ENV: 'production',
    APP_URL: 'https://market.example',
    VERIFY_EMAIL: 'on',
    CAMPUS_FILE: '',
    ...settings,
  })
  const { app, db, config, dataDir, clock } = site
  await prepareSetup(db, config, clock.now)
  const file = join(dataDir, 'setup-link.txt')
  const token = /#token=(.*)\n$/.exec(await readFile(file, 'utf8'))?.[1] ?? ''
  const openLink = async (to = app) => {
    const browser = createBrowser(to)
    expect((await browser.post(apiPaths.setupSession, { token })).status).toBe(204)
    return browser
  }
  return { ...site, file, token, openLink }
}

type Browser = ReturnType<typeof createBrowser>

async function read(browser: Browser): Promise<SetupResponse> {
  const { status, body } = await browser.get(apiPaths.setup)
  expect(status).toBe(200)
  return body as unknown as SetupResponse
}

async function saveStep(browser: Browser, step: SetupStep, changes: Partial<CampusSettings>) {
  const { settings, version } = await read(browser)
  const body = { settings: { ...settings, ...changes }, basedOn: version, step }
  return browser.put(apiPaths.setupSettings, body)
}

async function saveAllSteps(browser: Browser) {
  for (const step of ['names', 'terms', 'contact'] as const) {
    expect((await saveStep(browser, step, otherCampus)).status).toBe(200)
  }
}

const admin = {
  firstName: 'Niamh',
  lastName: 'Byrne',
  email: 'niamh@northshore.example',
  password: strongPassword,
  confirmPassword: strongPassword,
}

async function lastMailTo(dataDir: string, email: string) {
  const mail = (await readOutbox(dataDir)).findLast(({ to }) => to === email)
  return { subject: mail?.subject, code: /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '' }
}

const otherCode = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

describe.each(anyEngine)('while a site on %s is being set up', (engine) => {
  it('everybody else gets 503, and health checks go on', async () => {
    const { app } = await openNewSite(engine)
    for (const url of ['/', '/rentals', '/login', '/no/such/page', '/sitemap.xml', '/setupx']) {
      const page = await app.inject({ url })
      expect([url, page.statusCode]).toEqual([url, 503])
      expect(page.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' })
      expect(page.body).toContain('This site is being set up')
    }
    for (const url of ['/api/rentals', '/api/auth/me', '/api/nothing', '/api/setupx']) {
      const response = await app.inject({ url })
      expect([url, response.statusCode]).toEqual([url, 503])
      expect(response.headers['retry-after']).toBe('60')
      expect(response.json()).toEqual({
        error: 'This site is being set up. Please come back later.',
        code: 'unavailable',
      })
    }
    const signUp = await app.inject({ method: 'POST', url: apiPaths.users, payload: admin })
    expect(signUp.statusCode).toBe(503)
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
    const setup = await app.inject({ url: apiPaths.setup })
    expect([setup.statusCode, setup.json().code]).toEqual([401, 'unauthenticated'])
  })

  it('the token of the link becomes a cookie, and wrong ones are limited', async () => {
    const { app, token } = await openNewSite(engine)
    const post = (text: string, headers = {}) =>
      app.inject({ method: 'POST', url: apiPaths.setupSession, payload: { token: text }, headers })
    const foreign = await post(token, { origin: 'https://evil.example' })
    expect([foreign.statusCode, foreign.cookies]).toEqual([403, []])
    expect(await post(token)).toMatchObject({
      statusCode: 204,
      cookies: [{ name: '__Host-quad-setup', httpOnly: true, secure: true, sameSite: 'Lax' }],
    })
    for (let wrong = 0; wrong < 30; wrong++) expect((await post('wrong')).statusCode).toBe(400)
    expect((await post(token)).statusCode).toBe(429)
    const stranger = createBrowser(app)
    stranger.cookies.set('__Host-quad-setup', 'x'.repeat(43))
    expect((await stranger.get(apiPaths.setup)).status).toBe(401)
  })

  it('every route needs the link, comes from no other site, and survives nonsense', async () => {
    const { app, token } = await openNewSite(engine)
    const routes = app.routeList
      .map((route) => route.split(' ') as ['GET' | 'POST' | 'PUT', string])
      .filter(([, url]) => url.startsWith(apiPaths.setup) && url !== apiPaths.setupSession)
    expect(routes).toHaveLength(7)
    const cookie = `__Host-quad-setup=${token}`
    for (const [method, url] of routes) {
      const send = async (headers: Record<string, string>, payload?: object | string) =>
        (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode
      expect([url, await send({})]).toEqual([url, 401])
      if (method === 'GET') continue
      expect(await send({ cookie, origin: 'https://evil.example' })).toBe(403)
      expect(await send({ cookie, 'sec-fetch-dest': 'image' })).toBe(403)
      for (const payload of [[], { settings: 1, step: 'names' }, { to: '\0', code: ['1'] }]) {
        // The upload of a logo takes no JSON.
        expect([400, 409, 415]).toContain(await send({ cookie }, payload))
      }
      const broken = await send({ cookie, 'content-type': 'application/json' }, '{')
      expect(broken).toBe(url === apiPaths.setupLogo ? 415 : 400)
    }
  })

  it('a logo is uploaded with the link, saved, and shown before the site is open', async () => {
    const { app, token, openLink } = await openNewSite(engine)
    const form = createFileForm('image', await fourColorImage(600, 300).png().toBuffer())
    const { headers, payload } = await encodeForm(form)
    const cookie = `__Host-quad-setup=${token}`
    const send = { method: 'POST', url: apiPaths.setupLogo, payload } as const
    expect((await app.inject({ ...send, headers })).statusCode).toBe(401)
    const uploaded = await app.inject({ ...send, headers: { ...headers, cookie } })
    const { logo } = uploaded.json<{ logo: string }>()
    const browser = await openLink()
    expect(await saveStep(browser, 'look', { logo })).toMatchObject({ status: 200 })
    const { settings } = await read(browser)
    expect(settings.logo).toMatch(/^\/brand\/[0-9a-f]{16}\/logo-512x256\.webp$/)
    expect((await app.inject(settings.logo ?? '')).statusCode).toBe(200)
    // The next step sends the address back, which keeps the logo.
    const { contactEmail } = otherCampus
    expect((await saveStep(browser, 'contact', { contactEmail })).status).toBe(200)
    expect((await read(browser)).settings.logo).toBe(settings.logo)
    expect((await saveStep(browser, 'look', { logo: await largestLogo() })).status).toBe(200)
  })

  it('a change that comes with the link too late is refused', async () => {
    const { db, openLink } = await openNewSite(engine)
    await expect(db.transaction(lockSetup)).resolves.toBeUndefined()
    const browser = await openLink()
    await saveAllSteps(browser)
    await insertTestUser(db, at('niamh'))
    await expect(db.transaction(lockSetup)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('begins with nothing of the built-in campus but what fits everywhere', async () => {
    const { openLink } = await openNewSite(engine)
    const { settings, done, file, version, mail, admin } = await read(await openLink())
    expect(settings).toMatchObject({ places: [], founders: [], region: null, postalAddress: null })
    expect({ done, file, version }).toEqual({ done: [], file: null, version: 0 })
    expect(mail).toEqual({ server: null, from: 'hello@quad.example', sentTo: null })
    expect(admin).toEqual({ sentTo: null, hasPassword: true })
  })

  it('keeps each step as a version of the settings, checked like those of admins', async () => {
    const { db, openLink } = await openNewSite(engine)
    const browser = await openLink()
    const wrong = await saveStep(browser, 'names', { brand: '' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { brand: 'Fill this in' } } })
    const { brand, universities } = otherCampus
    const saved = await saveStep(browser, 'names', { brand, universities })
    expect(saved).toMatchObject({ status: 200, body: { done: ['names'], settings: { brand } } })
    expect(campus.brand).toBe(brand)
    // Somebody else has the page open, too.
    const stale = { settings: otherCampus, basedOn: 0, step: 'terms' }
    expect(await browser.put(apiPaths.setupSettings, stale)).toMatchObject({ status: 409 })
    expect((await saveStep(browser, 'look', {})).body).toMatchObject({ done: ['names', 'look'] })
    expect(await findCampusHistory(db, 9)).toMatchObject([{ changedBy: null }])
    const later = await openLink()
    expect(await read(later)).toMatchObject({ settings: { brand }, done: ['names', 'look'] })
  })

  it('shows that email arrives', async () => {
    const { dataDir, clock, openLink } = await openNewSite(engine)
    const browser = await openLink()
    const to = 'me@elsewhere.example'
    const confirm = (code: string) => browser.post(apiPaths.confirmSetupMail, { code })
    expect((await browser.post(apiPaths.setupMail, { to: 'me' })).status).toBe(400)
    expect((await confirm('123456')).body).toMatchObject({ code: 'bad_request' })
    const sent = await browser.post(apiPaths.setupMail, { to: 'Me@elsewhere.example' })
    expect(sent.body).toEqual({ problem: null })
    const { subject, code } = await lastMailTo(dataDir, to)
    expect(subject).toBe(`${code} is your test code from Quad`)
    expect((await confirm(otherCode(code))).body).toMatchObject({
      fields: { code: "That code isn't right. 4 tries left." },
    })
    clock.now += 15 * 60_000
    expect((await confirm(code)).body).toMatchObject({
      fields: { code: 'That code has expired. Send a new one.' },
    })
    await browser.post(apiPaths.setupMail, { to })
    const second = await lastMailTo(dataDir, to)
    expect((await confirm(second.code)).body).toMatchObject({
      done: ['email'],
      mail: { sentTo: to },
    })
    // After five wrong codes, the right one no longer counts.
    await browser.post(apiPaths.setupMail, { to })
    const third = await lastMailTo(dataDir, to)
    for (let wrong = 0; wrong < 5; wrong++) await confirm(otherCode(third.code))
    expect((await confirm(third.code)).status).toBe(400)
  })

  it('says what the mail server answered, and which settings to check', async () => {
    const { port, stop } = await startSmtpServer(() => undefined, new Set(['no@x.example']))
    onTestFinished(stop)
    const plain = await openNewSite(engine, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const other = await plain.openLink()
    const refused = await other.post(apiPaths.setupMail, { to: 'no@x.example' })
    expect(refused.body).toEqual({
      problem: `The email server 127.0.0.1:${port} did not accept the address. It answered: “550 5.1.1 no such mailbox”. Check the address, and whether the server in SMTP_URL may send to other domains.`,
    })
    expect((await read(other)).mail).toMatchObject({ server: `127.0.0.1:${port}`, sentTo: null })
    await stop()
    const unreachable = await other.post(apiPaths.setupMail, { to: 'me@x.example' })
    expect(unreachable.body).toMatchObject({
      problem: expect.stringMatching(/could not be reached: .*ECONNREFUSED.* in SMTP_URL\.$/),
    })
    const config = { SMTP_URL: 'smtp://user:secret@mail.example', MAIL_FROM: 'market@x.example' }
    const describeFailure = (failure: object) =>
      describeMailProblem(config, Object.assign(new Error('failed'), failure))
    expect(describeFailure({ code: 'EAUTH', response: '535 wrong password' })).toBe(
      'The email server mail.example did not accept the login. It answered: “535 wrong password”. Check the name and the password in SMTP_URL.',
    )
    expect(describeFailure({ command: 'MAIL FROM', response: '553 not yours' })).toBe(
      'The email server mail.example did not accept the sender market@x.example. It answered: “553 not yours”. Check MAIL_FROM: it must be an address that this server may send for.',
    )
  })

  it('sends no more than 30 emails an hour', async () => {
    const { openLink } = await openNewSite(engine)
    const browser = await openLink()
    const send = () => browser.post(apiPaths.setupMail, { to: 'me@x.example' })
    for (let count = 0; count < 30; count++) expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })

  it('a campus file leaves the test email and the first admin', async () => {
    const file = join(import.meta.dirname, '../../../tests/support/other-campus.json')
    const { dataDir, openLink } = await openNewSite(engine, { CAMPUS_FILE: file })
    const browser = await openLink()
    expect(await read(browser)).toMatchObject({
      file,
      settings: { brand: 'Harbour' },
      done: ['names', 'terms', 'contact', 'look'],
    })
    expect((await saveStep(browser, 'names', { brand: 'Other' })).status).toBe(409)
    await browser.post(apiPaths.setupAdmin, admin)
    const { code } = await lastMailTo(dataDir, admin.email)
    const finished = await browser.post(apiPaths.confirmSetupAdmin, { code })
    expect(finished.body).toEqual({ isFinished: true, problem: null })
  })
})

describe.each(engines)('the first admin on %s', (engine) => {
  it('signs up with a code, which ends the set-up in every process', async () => {
    const { app, db, config, dataDir, clock, file, openLink } = await openNewSite(engine)
    const browser = await openLink()
    const early = await browser.post(apiPaths.setupAdmin, admin)
    expect(early).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await saveAllSteps(browser)
    const outside = { ...admin, email: 'niamh@gmail.com' }
    expect((await browser.post(apiPaths.setupAdmin, outside)).body).toMatchObject({
      fields: { email: 'Invalid Northshore email' },
    })
    const common = { ...admin, password: 'Password1!', confirmPassword: 'Password1!' }
    expect((await browser.post(apiPaths.setupAdmin, common)).status).toBe(400)
    expect((await browser.post(apiPaths.setupAdmin, admin)).body).toEqual({
      isFinished: false,
      problem: null,
    })
    // Nobody is a student before the code is typed in: the site would be open without an admin.
    expect(await db.all(sql`SELECT id FROM users`)).toEqual([])
    expect((await read(browser)).admin.sentTo).toBe(admin.email)
    const otherApp = await buildApp({
      config,
      db,
      photos: createPhotos({ store: await openPhotoStore(config) }),
      now: () => clock.now,
      hashingCost: testHashingCost,
      runsClocks: false,
    })
    onTestFinished(() => otherApp.close())
    expect((await otherApp.inject({ url: '/api/rentals' })).statusCode).toBe(503)

    const { subject, code } = await lastMailTo(dataDir, admin.email)
    expect(subject).toBe(`${code} is your code to set up Harbour`)
    const confirm = (text: string) => browser.post(apiPaths.confirmSetupAdmin, { code: text })
    expect((await confirm(otherCode(code))).body).toMatchObject({
      fields: { code: "That code isn't right. 4 tries left." },
    })
    const setupCookie = browser.cookies.get('__Host-quad-setup') ?? ''
    expect((await confirm(code)).body).toEqual({ isFinished: true, problem: null })
    expect([...browser.cookies.keys()].toSorted()).toEqual(['__Host-quad', '__Host-quad-device'])
    expect((await browser.get(apiPaths.me)).body).toMatchObject({
      email: admin.email,
      confirmation: 'confirmed',
      secondFactor: 'missing',
    })
    expect(await db.all(sql`SELECT email, role FROM users`)).toEqual([
      { email: admin.email, role: 'admin' },
    ])
    for (const each of [app, otherApp]) {
      expect((await each.inject({ url: '/api/rentals' })).statusCode).toBe(200)
      const late = createBrowser(each)
      late.cookies.set('__Host-quad-setup', setupCookie)
      expect((await late.get(apiPaths.setup)).status).toBe(404)
      expect((await late.post(apiPaths.setupSession, { token: setupCookie })).status).toBe(404)
    }
    expect(await readFile(file, 'utf8').catch(() => null)).toBeNull()
    expect(await db.all(sql`SELECT name FROM site_state WHERE name LIKE 'setup%'`)).toEqual([
      { name: 'setup-finished' },
    ])
    // The next start, after every student has left, does not begin again.
    await db.run(sql`DELETE FROM users`)
    expect(await prepareSetup(db, config, clock.now)).toBeUndefined()
  })

  it('is one, even if two browsers finish at once', async () => {
    const { app, db, dataDir, openLink } = await openNewSite(engine)
    const [first, second] = [await openLink(), await openLink(app)]
    await saveAllSteps(first)
    await first.post(apiPaths.setupAdmin, admin)
    const { code } = await lastMailTo(dataDir, admin.email)
    const results = await Promise.all(
      [first, second, first, second].map((browser) =>
        browser.post(apiPaths.confirmSetupAdmin, { code }),
      ),
    )
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(results.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
    expect(await db.all(sql`SELECT role FROM users`)).toEqual([{ role: 'admin' }])
  })

  it('is one, even if two people sign up at once where no code is needed', async () => {
    const { db, openLink } = await openNewSite(engine, { VERIFY_EMAIL: 'off' })
    const [first, second] = [await openLink(), await openLink()]
    await saveAllSteps(first)
    const results = await Promise.all([
      first.post(apiPaths.setupAdmin, admin),
      second.post(apiPaths.setupAdmin, { ...admin, email: 'brian@northshore.example' }),
    ])
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    // The second one is refused before or after it has passed the check of its link.
    expect(results.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
    expect(await db.all(sql`SELECT role FROM users`)).toEqual([{ role: 'admin' }])
  })
})

describe.each(anyEngine)('a site on %s', (engine) => {
  it('with a student in it is never set up', async () => {
    const { app, db } = await openNewSite(engine)
    expect((await app.inject({ url: '/api/rentals' })).statusCode).toBe(503)
    // An operator restores a backup while the server runs.
    await insertTestUser(db)
    expect((await app.inject({ url: '/api/rentals' })).statusCode).toBe(200)
    expect((await app.inject({ url: apiPaths.setup })).statusCode).toBe(404)
  })

  it('that began as a try-out is set up beside its samples, whatever its campus', async () => {
    const { app, db, dataDir, openLink } = await openNewSite(engine)
    const sample = await insertTestUser(db, 'ada@uwaterloo.ca')
    await insertTestUser(db, admin.email)
    await insertTestListing(db, sample.id)
    await db.run(sql`UPDATE users SET is_sample = 1`)
    expect((await app.inject({ url: '/api/rentals' })).statusCode).toBe(503)
    const browser = await openLink()
    // Another currency, another time zone, and no domain of the samples.
    await saveAllSteps(browser)
    expect(await browser.post(apiPaths.setupAdmin, admin)).toMatchObject({
      status: 409,
      body: { fields: { email: expect.stringContaining('npm run remove-samples') } },
    })
    const email = 'brian@northshore.example'
    await browser.post(apiPaths.setupAdmin, { ...admin, email })
    const { code } = await lastMailTo(dataDir, email)
    expect((await browser.post(apiPaths.confirmSetupAdmin, { code })).status).toBe(200)
    expect(await db.all(sql`SELECT email FROM users WHERE role = 'admin'`)).toEqual([{ email }])
    expect((await app.inject({ url: '/api/rentals' })).statusCode).toBe(200)
  })

  it('without passwords has a first admin without one', async () => {
    const oidc = {
      OIDC_ISSUER: 'https://login.northshore.example',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_LABEL: 'ShoreID',
    }
    const site = await openNewSite(engine, { ...oidc, PASSWORD_LOGIN: 'off' })
    const browser = await site.openLink()
    await saveAllSteps(browser)
    expect((await read(browser)).admin.hasPassword).toBe(false)
    const { firstName, lastName, email } = admin
    await browser.post(apiPaths.setupAdmin, { firstName, lastName, email })
    const { code } = await lastMailTo(site.dataDir, email)
    expect((await browser.post(apiPaths.confirmSetupAdmin, { code })).status).toBe(200)
    expect((await browser.get(apiPaths.me)).body).toMatchObject({ email })
  })
})
