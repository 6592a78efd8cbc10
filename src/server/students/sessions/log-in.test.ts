import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines, openTestDatabase } from '#tests/support/databases.ts'
import { ada, createClient } from '#tests/support/http-client.ts'
import { minuteMs } from '../../durations.ts'
import { createRateLimiter } from '../../limits/rate-limit.ts'
import { readClient } from '../client.ts'
import { createSecurityLog } from '../security-events.ts'
import { insertUser } from '../user-queries.ts'
import { logIn } from './log-in.ts'
import { createLoginAttemptLimiter } from './login-attempt-limiter.ts'

const email = at('ada')
const client = { network: '192.0.2.1', site: 'a site', device: 'Firefox on Windows' }

/** Opens a login where any password matches, unless `check` decides otherwise. */
async function openLogin(
  engine: Engine,
  { check = async () => true, isTryOut = true, isSample = false } = {},
) {
  const db = await openTestDatabase(engine)
  let time = 1_000
  const now = () => time++
  const ada = { firstName: 'Ada', lastName: 'L', email, passwordHash: 'old', createdAt: 0 }
  await insertUser(db, { ...ada, isSample })
  const rateLimiter = createRateLimiter({ enabled: true, now })
  const logged: object[] = []
  const turns: string[] = []
  const log = { info: (line: object, msg?: string) => void logged.push({ ...line, msg }) }
  const deps = {
    config: { isTryOut },
    db,
    passwordHasher: {
      hash: async () => '',
      matches: async (hash: string | undefined, _password: string, turn: string) => {
        turns.push(turn)
        return hash !== undefined && check()
      },
    },
    loginAttempts: createLoginAttemptLimiter({ db, rateLimiter }),
    rateLimiter,
    recordEvent: createSecurityLog({ keyedHash: (...values) => values.join(' '), now, log }),
    now,
  }
  return {
    db,
    logged,
    turns,
    logIn: (attempt = {}) => logIn(deps, { ...client, email, deviceId: null, ...attempt }, 'x'),
    countSessions: async () => (await db.all(sql`SELECT * FROM sessions`)).length,
    findEvents: () =>
      db.all<{ kind: string }>(sql`SELECT kind, device, network_hash FROM security_events`),
  }
}

const wrongPassword = { code: 'unauthenticated', message: 'Wrong email or password.' }

describe.each(anyEngine)('logIn on %s', (engine) => {
  it('starts no session when the password is changed during the check', async () => {
    const login = await openLogin(engine, {
      check: async () => {
        await login.db.run(sql`UPDATE users SET password_hash = 'new'`)
        return true
      },
    })
    await expect(login.logIn()).rejects.toMatchObject(wrongPassword)
    expect(await login.countSessions()).toBe(0)
  })

  it('does not count an attempt whose check failed with an error', async () => {
    const check = () => Promise.reject(new Error('busy'))
    const { db, logIn } = await openLogin(engine, { check })
    await expect(logIn()).rejects.toThrow('busy')
    expect(await db.all(sql`SELECT count FROM rate_limits WHERE count > 0`)).toEqual([])
  })

  it('refuses sample students once the site has an address, as if the password were wrong', async () => {
    const tryOut = await openLogin(engine, { isSample: true })
    expect((await tryOut.logIn()).account).toMatchObject({ email })
    const site = await openLogin(engine, { isSample: true, isTryOut: false })
    await expect(site.logIn()).rejects.toMatchObject(wrongPassword)
    expect(await site.countSessions()).toBe(0)
    const student = await openLogin(engine, { isTryOut: false })
    expect((await student.logIn()).account).toMatchObject({ email })
  })

  it('records a login', async () => {
    const { logIn, findEvents } = await openLogin(engine)
    await logIn()
    const event = { kind: 'login', device: client.device, network_hash: 'network 192.0.2.1' }
    expect(await findEvents()).toEqual([event])
  })

  it('waits for the check among those of its site, and on a known device by itself', async () => {
    const { logIn, turns } = await openLogin(engine)
    await logIn()
    await logIn({ deviceId: 'a device' })
    expect(turns).toEqual(['a site', email])
  })

  it('keeps the fifty sessions used last, and records five logins an hour', async () => {
    const { db, logIn, countSessions, findEvents, logged } = await openLogin(engine)
    for (let i = 0; i < 50; i++) await logIn()
    const first = await db.get<{ used: number }>(
      sql`SELECT MIN(last_used_at) AS used FROM sessions`,
    )
    await db.run(sql`UPDATE sessions SET last_used_at = 9000 WHERE last_used_at = ${first?.used}`)
    for (let i = 0; i < 2; i++) await logIn()
    expect(await countSessions()).toBe(50)
    expect(await db.all(sql`SELECT * FROM sessions WHERE last_used_at = 9000`)).toHaveLength(1)
    expect(await findEvents()).toHaveLength(5)
    expect(logged).toHaveLength(52)
  })

  it('records five failures an hour and logs all, those of unknown addresses without an account', async () => {
    const { logIn, findEvents, logged } = await openLogin(engine, { check: async () => false })
    for (let i = 0; i < 7; i++) await expect(logIn()).rejects.toMatchObject(wrongPassword)
    await expect(logIn({ email: at('nobody') })).rejects.toMatchObject(wrongPassword)
    expect((await findEvents()).map(({ kind }) => kind)).toEqual(Array(5).fill('login failure'))
    const failure = { msg: 'security event', event: 'login failure', network: 'network 192.0.2.1' }
    expect(logged).toEqual([
      ...Array(7).fill({ ...failure, account: expect.stringMatching(/^account \d+$/) }),
      failure,
    ])
  })
})

const wrong = { password: 'wrong horse 1!' }

/** The hash is cheap, because these tests are about counting. */
const quickHash = await hash(ada.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

async function appWithAda(...[engine, settings]: Parameters<typeof buildTestApp>) {
  const built = await buildTestApp(engine, settings)
  await insertUser(built.db, { ...ada, passwordHash: quickHash, createdAt: 0 })
  const home = createClient(built.app, { address: '203.0.113.1' })
  const away = createClient(built.app, { address: '198.51.100.7' })
  return { ...built, home, away }
}

describe.each(engines)('login on %s', (engine) => {
  it('responds the same to a wrong password and an unknown address', async () => {
    const { home } = await appWithAda(engine)
    const wrongPassword = await home.logIn(wrong)
    const unknown = await home.logIn({ email: at('nobody') })
    const foreign = await home.logIn({ email: 'nobody@example.com' })
    expect(wrongPassword.status).toBe(401)
    expect(unknown.body).toEqual(wrongPassword.body)
    expect(foreign.body).toEqual(wrongPassword.body)
  })

  it('requires both fields', async () => {
    const { home } = await appWithAda(engine)
    const response = await home.post('/api/auth/login', {})
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      fields: { email: 'Field required', password: 'Field required' },
    })
  })

  it('rejects after ten failures from one network for ten minutes, and no other network', async () => {
    const { home, away, clock } = await appWithAda(engine)
    for (let i = 0; i < 10; i++) expect((await away.logIn(wrong)).status).toBe(401)
    clock.now += minuteMs
    const rejected = await away.logIn()
    expect(rejected.status).toBe(429)
    expect(rejected.headers['retry-after']).toBe('540')
    expect((await home.logIn()).status).toBe(200)
    clock.now += 9 * minuteMs
    expect((await away.logIn()).status).toBe(200)
  })

  it('counts an IPv6 /64 network as one', async () => {
    const { app } = await appWithAda(engine)
    for (let i = 0; i < 10; i++)
      await createClient(app, { address: `2001:db8::${i + 1}` }).logIn(wrong)
    expect((await createClient(app, { address: '2001:db8::abcd' }).logIn(wrong)).status).toBe(429)
    expect((await createClient(app, { address: '2001:db8:0:1::1' }).logIn(wrong)).status).toBe(401)
  })

  it('counts the networks of an IPv6 /48 together, for four times as many', async () => {
    const { app, db } = await appWithAda(engine)
    const logInFrom = (address: string) => createClient(app, { address }).logIn(wrong)
    await logInFrom('2001:db8:7:1::1')
    await db.run(sql`
      UPDATE rate_limits SET count = 1199 WHERE bucket LIKE 'login-all-accounts-per-site:%'`)
    expect((await logInFrom('2001:db8:7:2::1')).status).toBe(401)
    expect((await logInFrom('2001:db8:7:3::1')).status).toBe(429)
    expect((await logInFrom('2001:db8:8:1::1')).status).toBe(401)
  })

  it('checks at most ten of fifty concurrent wrong passwords', async () => {
    const { app } = await appWithAda(engine)
    const attempts = Array.from({ length: 50 }, () => createClient(app).logIn(wrong))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  it('counts failures only', async () => {
    const { app, db, home } = await appWithAda(engine)
    const logins = await Promise.all(Array.from({ length: 15 }, () => createClient(app).logIn()))
    expect(logins.map(({ status }) => status)).toEqual(Array(15).fill(200))
    for (let i = 0; i < 9; i++) await home.logIn(wrong)
    expect((await home.logIn()).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await home.logIn(wrong)).status).toBe(401)
    const total = await db.get(
      sql`SELECT count FROM rate_limits WHERE bucket LIKE 'login-per-account:%'`,
    )
    expect(total).toEqual({ count: 19 })
  })

  it('rejects after a hundred failures in an hour from all networks', async () => {
    const { app, db, clock, home } = await appWithAda(engine)
    await home.logIn(wrong)
    await db.run(sql`UPDATE rate_limits SET count = 99 WHERE bucket LIKE 'login-per-account:%'`)
    expect((await createClient(app, { address: '192.0.2.1' }).logIn(wrong)).status).toBe(401)
    const rejected = await createClient(app, { address: '192.0.2.2' }).logIn()
    expect(rejected).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    clock.now += 60 * minuteMs
    expect((await createClient(app, { address: '192.0.2.2' }).logIn()).status).toBe(200)
  })

  it('rejects after three hundred failures of one network on all accounts', async () => {
    const { db, clock, home, away } = await appWithAda(engine)
    await away.logIn({ ...wrong, email: at('nobody') })
    await db.run(sql`UPDATE rate_limits SET count = 299 WHERE bucket LIKE 'login-all-accounts:%'`)
    expect((await away.logIn(wrong)).status).toBe(401)
    const rejected = await away.logIn({ email: at('somebody') })
    expect(rejected).toMatchObject({ status: 429, headers: { 'retry-after': '600' } })
    expect((await home.logIn()).status).toBe(200)
    clock.now += 10 * minuteMs
    expect((await away.logIn()).status).toBe(200)
  })

  it('accepts three hundred students behind one network at once, after many failures', async () => {
    const { app, db, home } = await appWithAda(engine)
    await home.logIn(wrong)
    await db.run(sql`UPDATE rate_limits SET count = 280 WHERE bucket LIKE 'login-all-accounts:%'`)
    await db.transaction(async (tx) => {
      for (let i = 0; i < 300; i++) {
        const email = at(`student${i}`)
        await insertUser(tx, { ...ada, email, passwordHash: quickHash, createdAt: 0 })
      }
    })
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, i) => createClient(app).logIn({ email: at(`student${i}`) })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(300)
  }, 30_000)

  it('stores no email or network address in clear', async () => {
    const { db, home } = await appWithAda(engine)
    await home.logIn(wrong)
    const rows = JSON.stringify(await db.all(sql`SELECT * FROM rate_limits`))
    expect(rows).toContain('login-per-network:')
    expect(rows).not.toMatch(/ada|203\.0/)
  })

  it('is not limited when limits are off', async () => {
    const { home } = await appWithAda(engine, { RATE_LIMIT: 'off' })
    for (let i = 0; i < 12; i++) expect((await home.logIn(wrong)).status).toBe(401)
  })
})

it.each([
  ['a network that has not waited', '198.51.100.9', null],
  ['a known device, also in the site of a flood,', '2001:db8:1:1::1', 'a device'],
])('%s is let in next, however many networks of one site wait', async (_, ip, deviceId) => {
  const rateLimiter = createRateLimiter({ enabled: false, now: Date.now })
  const { run } = createLoginAttemptLimiter({ db: await openTestDatabase('sqlite'), rateLimiter })
  const checked: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const attempt = (email: string, ip: string, deviceId: string | null) =>
    run({ ...readClient({ ip, headers: {} }), email, deviceId }, async () => {
      checked.push(email)
      await promise
      return null
    })
  const flood = Array.from({ length: 60 }, (_, i) =>
    attempt(at(`stranger${i}`), `2001:db8:1:${i.toString(16)}::1`, null),
  )
  await expect.poll(() => checked).toHaveLength(16)
  const own = attempt(ada.email, ip, deviceId)
  resolve()
  await Promise.all([...flood, own])
  // Ada comes after the attempts that were already running, and perhaps after one attempt of the flood whose turn came
  // first.
  expect(checked.indexOf(ada.email)).toBeLessThanOrEqual(16 + 1)
})
