import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { fieldRequiredMessage } from '#categories/field-messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import {
  adaClaims,
  addWaysIn,
  confirm,
  openBrowser,
  sessionName,
  startUniversities,
  withPassword,
} from '#tests/support/university-site.ts'
import { dayMs, minuteMs } from '../../durations.ts'

stayOnBuiltInCampus()

const { openSite, providers, setAccount } = startUniversities()

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
    expect(subject).toBe(`${code} is your Quad code to confirm that it's you`)
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
    expect(other.again?.path.split('?')[1]?.split('&')).toContain('confirm=1')
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

    // The first device knows the second factor for 30 days, also in a login by the university.
    await browser.logIn()
    expect(await browser.me()).toMatchObject({ role: 'moderator', secondFactor: null })
    clock.now += 30 * dayMs
    await browser.logIn()
    expect(await browser.me()).toMatchObject({ role: 'student', secondFactor: 'due' })
    expect(await browser.get(queue)).toMatchObject(refused)
  })
})
