import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { ada, bob, type ClientResponse, createClient } from '#tests/support/http-client.ts'
import { findResetLink } from '#tests/support/reset-link.ts'
import { minuteMs } from '../../durations.ts'
import { insertUser } from '../user-queries.ts'

const wrong = { password: 'wrong horse 1!' }

/** The hash is cheap, because these tests are about counting. */
const quickHash = await hash(ada.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

const findDeviceCookie = ({ headers }: ClientResponse) =>
  [headers['set-cookie']].flat().find((cookie) => String(cookie).includes('quad-device=')) as
    | string
    | undefined

async function appWithStudents(...[engine, settings]: Parameters<typeof buildTestApp>) {
  const built = await buildTestApp(engine, settings)
  for (const student of [ada, bob]) {
    await insertUser(built.db, { ...student, passwordHash: quickHash, createdAt: 0 })
  }
  const home = '203.0.113.1'
  /** Logs in from a browser that has this cookie and no session. */
  const logInWith = (cookie: string, login = {}, address = home) =>
    createClient(built.app, { address }).post(
      '/api/auth/login',
      { email: ada.email, password: ada.password, ...login },
      { cookie },
    )
  const deviceOf = async (student = ada, cookie = '') => {
    const { email } = student
    return findDeviceCookie(await logInWith(cookie, { email }))?.split(';')[0] ?? ''
  }
  /** Fills every counter that strangers can fill: of the account, of the network, and of the account from this network. */
  async function fillCounters() {
    for (const address of [home, '198.51.100.7']) await logInWith('', wrong, address)
    await built.db.run(
      sql`UPDATE rate_limits SET count = 1000 WHERE bucket NOT LIKE 'login-per-device:%'`,
    )
  }
  return { ...built, logInWith, deviceOf, fillCounters }
}

describe.each(anyEngine)('a device that has logged in on %s', (engine) => {
  it('is not shut out by failures of others, who are, even with the right password', async () => {
    const { logInWith, deviceOf, fillCounters } = await appWithStudents(engine)
    const device = await deviceOf()
    await fillCounters()
    expect((await logInWith('')).status).toBe(429)
    expect((await logInWith(await deviceOf(bob))).status).toBe(429)
    expect((await logInWith(device, wrong)).status).toBe(401)
    expect((await logInWith(device)).status).toBe(200)
    expect((await logInWith(device, {}, '192.0.2.99')).status).toBe(200)
  })

  it('has ten tries in ten minutes of its own, wherever it is', async () => {
    const { logInWith, deviceOf, clock } = await appWithStudents(engine)
    const [device, other] = [await deviceOf(), await deviceOf()]
    for (let i = 0; i < 10; i++) {
      expect((await logInWith(device, wrong, `192.0.2.${i}`)).status).toBe(401)
    }
    const rejected = await logInWith(device)
    expect(rejected).toMatchObject({ status: 429, headers: { 'retry-after': '600' } })
    expect((await logInWith(other)).status).toBe(200)
    expect((await logInWith('')).status).toBe(200)
    clock.now += 10 * minuteMs
    expect((await logInWith(device)).status).toBe(200)
  })

  it('is remembered for each student who shares it, up to five', async () => {
    const { db, logInWith, deviceOf, fillCounters } = await appWithStudents(engine)
    const shared = await deviceOf(bob, await deviceOf(ada))
    await fillCounters()
    expect((await logInWith(shared)).status).toBe(200)
    expect((await logInWith(shared, { email: bob.email })).status).toBe(200)
    await db.run(sql`DELETE FROM rate_limits`)
    let cookie = shared
    for (let i = 0; i < 4; i++) {
      const student = { ...ada, email: at(`student${i}`) }
      await insertUser(db, { ...student, passwordHash: quickHash, createdAt: 0 })
      cookie = await deviceOf(student, cookie)
    }
    await fillCounters()
    expect((await logInWith(cookie, { email: bob.email })).status).toBe(200)
    expect((await logInWith(cookie)).status).toBe(429)
  })

  it('is not one whose cookie was made up, changed or signed with another secret', async () => {
    const { logInWith, deviceOf, fillCounters } = await appWithStudents(engine)
    const elsewhere = await appWithStudents(engine)
    const device = await deviceOf()
    const foreign = await elsewhere.deviceOf()
    await fillCounters()
    const anotherId = device.replace(/=.{22}/, `=${'A'.repeat(22)}`)
    const forged = `quad-device=${'A'.repeat(22)}.${'B'.repeat(43)}`
    for (const cookie of [
      foreign,
      anotherId,
      forged,
      `${device}x`,
      'quad-device=',
      'quad-device=%00',
    ]) {
      expect([cookie, (await logInWith(cookie)).status]).toEqual([cookie, 429])
    }
  })

  it('has to log in again after a new password, except where that was set', async () => {
    const { app, logInWith, deviceOf, fillCounters } = await appWithStudents(engine)
    const [before, lost] = [await deviceOf(), await deviceOf()]
    const client = createClient(app)
    await client.logIn()
    const body = { current: ada.password, password: 'brand new horse 2?' }
    const cookie = `${client.cookieJar.cookie}; ${before}`
    const changed = await client.post('/api/users/me/password', body, { cookie })
    const after = findDeviceCookie(changed)?.split(';')[0] ?? ''
    await fillCounters()
    expect((await logInWith(lost, body)).status).toBe(429)
    expect((await logInWith(after, body)).status).toBe(200)
  })

  it('is the one that has set a new password by a mailed link', async () => {
    const { app, dataDir, logInWith, fillCounters } = await appWithStudents(engine)
    const client = createClient(app)
    await client.post('/api/auth/reset-password', { email: ada.email })
    const token = (await findResetLink(dataDir, ada.email)).split('token=')[1]
    const password = 'brand new horse 2?'
    const changed = await client.post('/api/auth/change-password', { token, password })
    const device = findDeviceCookie(changed)?.split(';')[0] ?? ''
    await fillCounters()
    expect((await logInWith('', { password })).status).toBe(429)
    expect((await logInWith(device, { password })).status).toBe(200)
  })

  it('gets reset mails, however many strangers have asked for', async () => {
    const { app, db, clock, deviceOf } = await appWithStudents(engine)
    const device = await deviceOf()
    const countMails = async () =>
      (await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).length
    const ask = (address: string, cookie = '') =>
      createClient(app, { address }).post(
        '/api/auth/reset-password',
        { email: ada.email },
        { cookie },
      )
    for (let i = 0; i < 7; i++) await ask('198.51.100.7')
    expect(await countMails()).toBe(5)
    await ask('203.0.113.1')
    expect(await countMails()).toBe(6)
    await Promise.all(Array.from({ length: 40 }, (_, i) => ask(`192.0.2.${i}`)))
    // These are 30 emails for strangers, the first one of the hour, and one for the network where Ada has logged in.
    expect(await countMails()).toBe(32)
    for (let i = 0; i < 7; i++) await ask('203.0.113.1', device)
    expect(await countMails()).toBe(36)
    clock.now += 60 * minuteMs
    for (let i = 0; i < 3; i++) await ask(`192.0.2.${i}`)
    expect(await countMails()).toBe(37)
  })

  it('gets 30 reset mails a day, and the first one of an hour', async () => {
    const { app, db, deviceOf } = await appWithStudents(engine)
    for (let index = 0; index < 8; index++) {
      const cookie = await deviceOf()
      const ask = () =>
        createClient(app).post('/api/auth/reset-password', { email: ada.email }, { cookie })
      await Promise.all(Array.from({ length: 5 }, ask))
    }
    expect(await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).toHaveLength(31)
  })
})

describe('the device cookie', () => {
  it('is HttpOnly, lasts a year and names nobody', async () => {
    const { logInWith } = await appWithStudents('sqlite')
    expect(findDeviceCookie(await logInWith(''))).toMatch(
      /^quad-device=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is bound to the host over https', async () => {
    const { logInWith } = await appWithStudents('sqlite', { APP_URL: 'https://quad.example' })
    expect(findDeviceCookie(await logInWith(''))).toMatch(
      /^__Host-quad-device=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('is set by a login only, and outlives a logout', async () => {
    const { app, logInWith } = await appWithStudents('sqlite')
    expect(findDeviceCookie(await logInWith('', wrong))).toBeUndefined()
    const client = createClient(app)
    for (const url of ['/api/auth/me', '/api/misc', '/api/auth/logout']) {
      expect(findDeviceCookie(await client.get(url))).toBeUndefined()
    }
  })
})
