import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import type { UserRole } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { ada, bob, createBrowser, createClient } from '#tests/support/http-client.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { findResetLink } from '#tests/support/reset-link.ts'
import { createSoftwareAuthenticator } from '#tests/support/software-authenticator.ts'
import { createKeyedHash } from '../../app-secret.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '../../durations.ts'
import { changeRole, resetSecondFactor } from '../../moderation/decisions/change-role.ts'
import { lockUser } from '../user-queries.ts'
import { decryptSecret, encryptSecret, findStep, generateAuthenticator } from './codes.ts'

type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>

const site = 'https://quad.example'
const queue = apiPaths.moderationQueue()
const wrongCode = {
  status: 400,
  body: { fields: { code: expect.stringContaining("isn't right") } },
}
const tookTooLong = { status: 409, body: { error: expect.stringContaining('took too long') } }
const toldToProve = { status: 403, body: { code: 'reauthenticate' } }

/** Opens a site on which Ada has the role and Bob is a student. */
async function openSite(
  engine: Parameters<typeof buildTestApp>[0],
  { role = 'admin', settings = {} }: { role?: UserRole; settings?: Record<string, string> } = {},
) {
  const built = await buildTestApp(engine, { APP_URL: site, VERIFY_EMAIL: 'on', ...settings })
  const { app, db, clock, dataDir } = built
  for (const student of [ada, bob]) await createClient(app).post('/api/users', student)
  await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
  await db.run(sql`UPDATE users SET role = ${role} WHERE id = 1`)
  const browser = createBrowser(app)
  await browser.logIn()
  let secret = ''
  const code = (at = clock.now) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at })

  /** Sets up an app in the browser. Returns its answer, which has the recovery codes. */
  async function setUp(from = browser) {
    await from.post(apiPaths.proveIdentity, { password: ada.password })
    secret = (await from.post(apiPaths.authenticator)).body.secret
    return from.put(apiPaths.authenticator, { code: code() })
  }
  /** Waits until the next code, because each works once. */
  const nextCode = () => {
    clock.now += 30 * secondMs
    return code()
  }
  const prove = (proof: object, from = browser) => from.post(apiPaths.proveIdentity, proof)
  async function resetPassword() {
    await createClient(app).post('/api/auth/reset-password', { email: ada.email })
    const token = (await findResetLink(dataDir, ada.email)).split('token=')[1]
    await createBrowser(app).post('/api/auth/change-password', { token, password: ada.password })
  }
  const me = async (from = browser) => (await from.get(apiPaths.me)).body
  const giveRole = (next: UserRole) =>
    db.transaction(async (tx) => {
      const student = await lockUser(tx, 1)
      if (!student) throw new Error('Ada is not there.')
      const context = { actorId: null, appUrl: site, verifyEmail: true, now: clock.now }
      await changeRole(tx, student, next, context)
    })
  async function addPasskey(isUserVerified = true, from = browser) {
    const device = createSoftwareAuthenticator(site)
    const { challenge } = (await from.post(apiPaths.newPasskey)).body
    const body = device.create({ challenge, isUserVerified })
    return { device, added: await from.post(apiPaths.passkeys, body) }
  }
  async function logInWith(device: SoftwareAuthenticator, isUserVerified = true) {
    const from = createBrowser(app)
    const { challenge } = (await from.post(apiPaths.passkeyOptions)).body
    const login = await from.post(apiPaths.passkeyLogin, device.get({ challenge, isUserVerified }))
    return { from, ...login }
  }
  const giveBobRole = (from: typeof browser) =>
    from.put(apiPaths.studentRole(2), { role: 'moderator', seen: null })
  return {
    ...built,
    ...{ browser, setUp, code, nextCode, prove, resetPassword, me },
    ...{ giveRole, addPasskey, logInWith, giveBobRole },
  }
}

it('keeps the secret of an app encrypted, for one student and one secret of the site', () => {
  const [keyedHash, other] = [createKeyedHash('a'.repeat(32)), createKeyedHash('b'.repeat(32))]
  const { secret, uri } = generateAuthenticator(ada.email)
  const name = `${campus.brand}:${encodeURIComponent(ada.email)}`
  expect(uri).toContain(`otpauth://totp/${name}?issuer=${campus.brand}&secret=${secret}&`)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const encrypted = encryptSecret(keyedHash, 1, secret)
  expect(encrypted).not.toContain(secret)
  expect(decryptSecret(keyedHash, 1, encrypted)).toBe(secret)
  expect(decryptSecret(keyedHash, 2, encrypted)).toBeNull()
  expect(decryptSecret(other, 1, encrypted)).toBeNull()
})

it('accepts the codes of RFC 6238, half a minute early or late', () => {
  // The secret "12345678901234567890" of the RFC in base 32, and the last six digits of its codes.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(findStep(secret, '287082', 59 * secondMs)).toBe(1)
  expect(findStep(secret, '081804', 1_111_111_109 * secondMs)).toBe(37_037_036)
  expect(findStep(secret, '287082', 89 * secondMs)).toBe(1)
  expect(findStep(secret, '287082', 29 * secondMs)).toBe(1)
  expect(findStep(secret, '287082', 120 * secondMs)).toBeNull()
})

describe.each(anyEngine)('the second factor of staff on %s', (engine) => {
  it('has to be set up before the role counts; the rest of the site works', async () => {
    const { browser, setUp, me, db, dataDir } = await openSite(engine)
    expect(await me()).toMatchObject({ role: 'student', secondFactor: 'missing' })
    expect(await browser.get(queue)).toMatchObject({
      status: 403,
      body: { code: 'second_factor', error: expect.stringContaining('Set up a second factor') },
    })
    expect((await browser.get(apiPaths.threads())).status).toBe(200)
    expect(await browser.post(apiPaths.authenticator)).toMatchObject(toldToProve)
    const { status, body } = await setUp()
    expect(status).toBe(200)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect(body.recoveryCodes[0]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect(await me()).toMatchObject({ role: 'admin', secondFactor: null })
    expect((await browser.get(queue)).status).toBe(200)
    const stored = JSON.stringify([
      await db.all(sql`SELECT * FROM authenticators`),
      await db.all(sql`SELECT * FROM recovery_codes`),
    ])
    expect(stored).not.toContain(body.recoveryCodes[0].replaceAll('-', ''))
    await expect
      .poll(async () => (await readOutbox(dataDir)).at(-1)?.subject)
      .toContain('An authenticator app was set up')
  })

  it('is asked on each device once in 30 days, and after a logout', async () => {
    const { app, browser, clock, setUp, nextCode, prove, me } = await openSite(engine)
    await setUp()
    expect((await browser.logIn()).body).toMatchObject({ role: 'admin', secondFactor: null })
    await browser.get('/api/auth/logout')
    expect((await browser.logIn()).body).toMatchObject({ role: 'student', secondFactor: 'due' })
    await prove({ code: nextCode() })
    const phone = createBrowser(app)
    expect((await phone.logIn()).body).toMatchObject({ role: 'student', secondFactor: 'due' })
    expect((await phone.get(queue)).body.code).toBe('second_factor')
    expect((await prove({ code: nextCode() }, phone)).body).toMatchObject({ role: 'admin' })
    expect((await phone.get(queue)).status).toBe(200)
    clock.now += 30 * dayMs - hourMs
    expect((await browser.logIn()).body).toMatchObject({ role: 'admin' })
    clock.now += 2 * hourMs
    expect(await me()).toMatchObject({ role: 'student', secondFactor: 'due' })
    expect((await browser.get(queue)).status).toBe(403)
    expect((await browser.logIn()).body).toMatchObject({ secondFactor: 'due' })
  })

  it('is asked again before roles, bans, exports and changes to the login', async () => {
    const { browser, clock, setUp, nextCode, prove, db } = await openSite(engine)
    await setUp()
    clock.now += 10 * minuteMs
    const seen = null
    const role = { role: 'moderator', seen }
    const ban = { action: 'ban', reason: 'scam', note: '', seen }
    const password = 'another horse 3!'
    const actions = [
      () => browser.put(apiPaths.studentRole(2), role),
      () => browser.post(apiPaths.studentDecisions(2), ban),
      () => browser.get(apiPaths.accountExport),
      () => browser.post(apiPaths.newPasskey),
      () => browser.post(apiPaths.recoveryCodes),
      () => browser.post(apiPaths.changePassword, { current: ada.password, password }),
      () => browser.delete(apiPaths.account, { password: ada.password }),
    ]
    for (const act of actions) expect(await act()).toMatchObject(toldToProve)
    // A password alone is not enough for somebody who has a second factor.
    await prove({ password: ada.password })
    for (const act of actions) expect(await act()).toMatchObject(toldToProve)
    const warning = { ...ban, action: 'warn' }
    const warned = await browser.post(apiPaths.studentDecisions(2), warning)
    expect(warned.status).toBe(200)
    expect((await prove({ code: nextCode() })).status).toBe(200)
    const banned = await browser.post(apiPaths.studentDecisions(2), {
      ...ban,
      seen: warned.body.id,
    })
    expect(banned.status).toBe(200)
    clock.now += 10 * minuteMs
    await db.run(sql`UPDATE appeals SET text = 'Please.', created_at = ${clock.now}`)
    const appeal = { decision: 'reversed', reason: 'mistake', note: '' }
    expect(await browser.post(apiPaths.appealDecision(banned.body.id), appeal)).toMatchObject(
      toldToProve,
    )
    const undo = { reason: 'mistake', note: '', seen: banned.body.id }
    expect(await browser.post(apiPaths.undoDecision(banned.body.id), undo)).toMatchObject(
      toldToProve,
    )
    await prove({ code: nextCode() })
    expect((await browser.post(apiPaths.undoDecision(banned.body.id), undo)).status).toBe(200)
    expect((await browser.get(apiPaths.accountExport)).body.secondFactor).toMatchObject({
      recoveryCodesLeft: 10,
      devicesUsedAt: [new Date(clock.now).toISOString()],
    })
    // A login on a known device is not fresh.
    clock.now += secondMs
    await browser.logIn()
    expect(await browser.get(apiPaths.accountExport)).toMatchObject(toldToProve)
    expect(await db.all(sql`SELECT role FROM users WHERE id = 2`)).toEqual([{ role: 'student' }])
  })

  it('refuses a code that was used, and ten wrong ones in ten minutes, with RATE_LIMIT=off too', async () => {
    const settings = { RATE_LIMIT: 'off' }
    const { app, clock, browser, setUp, code, nextCode, prove } = await openSite(engine, {
      settings,
    })
    await setUp()
    const phone = createBrowser(app)
    await phone.logIn()
    expect(await prove({ code: code() }, phone)).toMatchObject(wrongCode)
    const used = nextCode()
    expect((await prove({ code: used }, phone)).status).toBe(200)
    expect(await prove({ code: used }, browser)).toMatchObject(wrongCode)
    // An earlier code was never used, but a later one was.
    expect(await prove({ code: code(clock.now - 30 * secondMs) }, phone)).toMatchObject(wrongCode)
    for (let tries = 3; tries < 10; tries++) {
      expect(await prove({ code: '000000' }, phone)).toMatchObject(wrongCode)
    }
    expect((await prove({ code: nextCode() }, phone)).status).toBe(429)
    clock.now += 10 * minuteMs
    expect((await prove({ code: nextCode() }, phone)).status).toBe(200)
  })

  it('has recovery codes that work once, are mailed about and can be made anew', async () => {
    const { app, browser, setUp, prove, me, dataDir } = await openSite(engine)
    const [first, second] = (await setUp()).body.recoveryCodes
    const phone = createBrowser(app)
    await phone.logIn()
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    expect((await prove({ code: typed }, phone)).body).toMatchObject({ role: 'admin' })
    expect(await prove({ code: first }, phone)).toMatchObject(wrongCode)
    expect((await browser.get(apiPaths.security)).body.recoveryCodes).toBe(9)
    const renewed = (await browser.post(apiPaths.recoveryCodes)).body.recoveryCodes
    expect(renewed).toHaveLength(10)
    expect(await prove({ code: second }, phone)).toMatchObject(wrongCode)
    // Somebody else may have used an old code on the phone.
    expect(await me(phone)).toMatchObject({ role: 'student', secondFactor: 'due' })
    expect((await phone.logIn()).body).toMatchObject({ secondFactor: 'due' })
    expect(await me()).toMatchObject({ role: 'admin' })
    const subjects = async () => (await readOutbox(dataDir)).map(({ subject }) => subject)
    await expect
      .poll(subjects)
      .toEqual(
        expect.arrayContaining([
          `A recovery code of your ${campus.brand} account was used`,
          `Your ${campus.brand} account has new recovery codes`,
        ]),
      )
  })

  it('is not skipped by a password reset, whether it is an app or a passkey', async () => {
    const { app, browser, setUp, resetPassword, me, prove, nextCode } = await openSite(engine)
    await setUp()
    const device = createSoftwareAuthenticator(site)
    const { challenge } = (await browser.post(apiPaths.newPasskey)).body
    await browser.post(apiPaths.passkeys, device.create({ challenge }))
    expect((await browser.delete(apiPaths.authenticator)).status).toBe(204)
    await resetPassword()
    const again = createBrowser(app)
    const options = (await again.post(apiPaths.passkeyOptions)).body
    expect((await again.post(apiPaths.passkeyLogin, device.get(options))).status).toBe(401)
    // The device was known before the reset.
    await browser.logIn()
    expect(await me()).toMatchObject({ role: 'student', secondFactor: 'due' })
    const passkey = device.get((await browser.post(apiPaths.passkeyOptions)).body)
    expect((await prove({ passkey })).body).toMatchObject({ role: 'admin', secondFactor: null })
    expect((await browser.get(apiPaths.security)).body.passkeys).toMatchObject([{ logsIn: false }])
    expect((await prove({ code: nextCode() })).status).toBe(400)
  })

  it('can be a passkey, if the device asks for a finger, a face or a PIN', async () => {
    const { browser, prove, me, clock, giveRole, addPasskey, logInWith, giveBobRole } =
      await openSite(engine, { role: 'student' })
    const security = async () => (await browser.get(apiPaths.security)).body
    await prove({ password: ada.password })
    const { device: key, added } = await addPasskey(false)
    await giveRole('admin')
    expect(added.body.recoveryCodes).toBeNull()
    expect(await me()).toMatchObject({ secondFactor: 'missing' })
    expect(await security()).toMatchObject({
      hasSecondFactor: false,
      passkeys: [{ verifiesUser: false }],
    })
    // Somebody may have set a PIN on a key that had none.
    const { from: found, body } = await logInWith(key)
    expect(body).toMatchObject({ role: 'student', secondFactor: 'missing' })
    expect((await giveBobRole(found)).status).toBe(403)
    const { added: refused } = await addPasskey(false)
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('Your role needs a passkey that asks for'),
    ])
    const { device, added: verified } = await addPasskey()
    expect(verified.body.recoveryCodes).toHaveLength(10)
    expect(await me()).toMatchObject({ role: 'admin' })
    expect(await security()).toMatchObject({
      hasSecondFactor: true,
      passkeys: [{ verifiesUser: false }, { verifiesUser: true }],
    })
    // The login is fresh, even if the clock moves on while it runs.
    let time = clock.now
    Object.defineProperty(clock, 'now', { get: () => time++, set: (next) => (time = next) })
    const { from, body: opened } = await logInWith(device)
    expect(opened).toMatchObject({ role: 'admin', secondFactor: null })
    expect((await from.get(apiPaths.accountExport)).status).toBe(200)
    expect((await logInWith(device, false)).body).toMatchObject({ secondFactor: 'due' })
    for (const isVerified of [true, false]) {
      expect((await logInWith(key, isVerified)).body).toMatchObject({ secondFactor: 'due' })
    }
    // The role needs a second factor, so the last one stays.
    const { id } = verified.body.passkey
    expect((await browser.delete(apiPaths.passkey(id))).status).toBe(409)
    expect((await browser.delete(apiPaths.passkey(added.body.passkey.id))).status).toBe(204)
  })

  it('opens no session that used one which is gone', async () => {
    const site = await openSite(engine)
    const { app, browser, clock, setUp, nextCode, prove, me, giveRole, giveBobRole } = site
    await setUp()
    await giveRole('student')
    await giveRole('admin')
    expect(await me()).toMatchObject({ role: 'student', secondFactor: 'missing' })
    expect((await giveBobRole(browser)).status).toBe(403)
    // Nor does it open once there is another factor, which this session has not used.
    const owner = createBrowser(app)
    await owner.logIn()
    await setUp(owner)
    expect(await me()).toMatchObject({ role: 'student', secondFactor: 'due' })

    // A removed or replaced app is forgotten in other sessions and on other devices, too.
    await site.addPasskey(true, owner)
    const removals = [
      () => owner.delete(apiPaths.authenticator),
      async () => {
        await setUp(owner)
        expect((await prove({ code: nextCode() })).status).toBe(200)
        return setUp(owner)
      },
    ]
    expect((await prove({ code: nextCode() })).body).toMatchObject({ role: 'admin' })
    for (const remove of removals) {
      expect((await remove()).status).toBeLessThan(300)
      expect(await me()).toMatchObject({ role: 'student', secondFactor: 'due' })
      expect((await browser.logIn()).body).toMatchObject({ secondFactor: 'due' })
      expect(await me(owner)).toMatchObject({ role: 'admin' })
      clock.now += minuteMs
      await owner.delete(apiPaths.authenticator)
    }

    // A student who has removed the passkey gets a role: the time of its use opens nothing.
    const student = await openSite(engine, { role: 'student' })
    await student.prove({ password: ada.password })
    const { device, added } = await student.addPasskey()
    const { challenge } = (await student.browser.post(apiPaths.passkeyOptions)).body
    await student.prove({ passkey: device.get({ challenge }) })
    await student.browser.delete(apiPaths.passkey(added.body.passkey.id))
    await student.giveRole('admin')
    expect(await student.me()).toMatchObject({ role: 'student', secondFactor: 'missing' })
  })

  it('is not added with a set-up from before, by somebody who knows the password', async () => {
    const { app, browser, clock, addPasskey } = await openSite(engine)
    const thief = createBrowser(app)
    await thief.logIn()
    await thief.post(apiPaths.proveIdentity, { password: ada.password })
    const { secret } = (await thief.post(apiPaths.authenticator)).body
    const { challenge } = (await thief.post(apiPaths.newPasskey)).body
    await browser.post(apiPaths.proveIdentity, { password: ada.password })
    await addPasskey()
    const device = createSoftwareAuthenticator(site)
    expect(await thief.post(apiPaths.passkeys, device.create({ challenge }))).toMatchObject(
      toldToProve,
    )
    const planted = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now })
    expect(await thief.put(apiPaths.authenticator, { code: planted })).toMatchObject(toldToProve)
    // Not even in the session of the owner, whose cookie may have been copied.
    expect(await browser.put(apiPaths.authenticator, { code: planted })).toMatchObject(tookTooLong)
  })

  it('is set up within ten minutes, before the password changes', async () => {
    const { browser, clock, prove } = await openSite(engine)
    const begin = async () => {
      await prove({ password: ada.password })
      const { secret } = (await browser.post(apiPaths.authenticator)).body
      return () => {
        const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now })
        return browser.put(apiPaths.authenticator, { code })
      }
    }
    const late = await begin()
    clock.now += 10 * minuteMs
    await prove({ password: ada.password })
    // None of these counts as a wrong code.
    for (let tries = 0; tries < 12; tries++) expect(await late()).toMatchObject(tookTooLong)
    const before = await begin()
    const { password } = ada
    await browser.post(apiPaths.changePassword, { current: password, password })
    await prove({ password })
    expect(await before()).toMatchObject(tookTooLong)
    const inTime = await begin()
    clock.now += 10 * minuteMs - secondMs
    await prove({ password })
    expect((await inTime()).status).toBe(200)
  })

  it('is not skipped with the device cookie of somebody who shares the browser', async () => {
    const { app, browser, setUp, addPasskey, logInWith } = await openSite(engine)
    const copy = () => {
      const copied = createBrowser(app)
      const name = '__Host-quad-device'
      copied.cookies.set(name, browser.cookies.get(name) ?? '')
      return copied
    }
    const thief = copy()
    await setUp()
    for (let logins = 0; logins < 2; logins++) {
      expect((await thief.logIn()).body).toMatchObject({ role: 'student', secondFactor: 'due' })
    }
    expect((await copy().logIn()).body).toMatchObject({ role: 'admin' })
    // A login with a passkey makes a device known in the same way.
    const { device } = await addPasskey()
    const { from: phone } = await logInWith(device)
    expect((await phone.logIn()).body).toMatchObject({ role: 'admin' })
    // Whoever uses the browser next copies a cookie that is worth nothing.
    const later = copy()
    await browser.get(apiPaths.logout)
    expect((await later.logIn()).body).toMatchObject({ secondFactor: 'due' })
    await phone.logIn(bob)
    expect((await phone.logIn()).body).toMatchObject({ secondFactor: 'due' })
  })

  it('is asked on all devices after one of them was logged out from another', async () => {
    const { app, browser, setUp, nextCode, prove, me } = await openSite(engine)
    await setUp()
    const phone = createBrowser(app)
    const knowPhone = async () => {
      await phone.logIn()
      await prove({ code: nextCode() }, phone)
      expect((await phone.logIn()).body).toMatchObject({ role: 'admin' })
    }
    await knowPhone()
    const sessions = (await browser.get(apiPaths.sessions)).body as { id: string }[]
    const other = sessions.find((session) => !('isCurrent' in session && session.isCurrent))
    expect((await browser.delete(apiPaths.session(other?.id ?? ''))).status).toBe(204)
    expect((await phone.logIn()).body).toMatchObject({ secondFactor: 'due' })
    await knowPhone()
    expect((await browser.delete(apiPaths.sessions)).status).toBe(204)
    expect((await phone.logIn()).body).toMatchObject({ secondFactor: 'due' })
    expect(await me()).toMatchObject({ role: 'admin' })
  })

  it('stays when a reset link gives an unconfirmed account with a role to its mailbox', async () => {
    const { app, db, setUp, resetPassword } = await openSite(engine)
    await setUp()
    await db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = 1`)
    await resetPassword()
    expect((await createBrowser(app).logIn()).body).toMatchObject({ secondFactor: 'due' })
  })

  it('is reset by an operator: logged, told, and set up anew', async () => {
    const { db, clock, config, browser, setUp, me, dataDir } = await openSite(engine)
    await setUp()
    const message = await db.transaction(async (tx) => {
      const student = await lockUser(tx, 1)
      if (!student) throw new Error('Ada is not there.')
      return resetSecondFactor(tx, student, { appUrl: config.APP_URL, now: clock.now })
    })
    expect(message).toContain('Ada Lovelace has no second factor')
    expect(await me()).toEqual({ error: 'Not signed in' })
    await browser.logIn()
    expect(await me()).toMatchObject({ role: 'student', secondFactor: 'missing' })
    expect((await setUp()).body.recoveryCodes).toHaveLength(10)
    expect((await browser.get(apiPaths.securityEvents)).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'second factor reset' })]),
    )
    const log = (await browser.get(apiPaths.moderationLog())).body
    expect(JSON.stringify(log)).toContain('reset_second_factor')
    await expect
      .poll(async () => (await readOutbox(dataDir)).map(({ subject }) => subject))
      .toContain(`Your second factor on ${campus.brand} was reset`)
  })

  it('is not needed in a try-out until it is set up, and is not for students', async () => {
    const { app, browser, setUp, me } = await openSite(engine, {
      settings: { VERIFY_EMAIL: 'off', APP_URL: '' },
    })
    expect(await me()).toMatchObject({ role: 'admin', secondFactor: null })
    const role = { role: 'moderator', seen: null }
    expect((await browser.put(apiPaths.studentRole(2), role)).status).toBe(200)
    await setUp()
    const phone = createBrowser(app)
    expect((await phone.logIn()).body).toMatchObject({ secondFactor: 'due' })
    expect((await browser.delete(apiPaths.authenticator)).status).toBe(204)
    const student = await openSite(engine, { role: 'student' })
    await student.prove({ password: ada.password })
    expect((await student.browser.post(apiPaths.authenticator)).status).toBe(404)
    expect((await student.browser.post(apiPaths.recoveryCodes)).status).toBe(404)
  })
})

describe.each(engines)('a code on %s', (engine) => {
  it('works once for two requests at the same time', async () => {
    const settings = { VERIFY_EMAIL: 'off', APP_URL: '' }
    const { app, browser, setUp, nextCode, prove } = await openSite(engine, { settings })
    await setUp()
    const [recovery] = (await browser.post(apiPaths.recoveryCodes)).body.recoveryCodes
    const phones = [createBrowser(app), createBrowser(app)]
    for (const phone of phones) await phone.logIn()
    for (const code of [nextCode(), recovery]) {
      const answers = await Promise.all(phones.map((phone) => prove({ code }, phone)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
    expect((await browser.delete(apiPaths.authenticator)).status).toBe(204)
  })
})
