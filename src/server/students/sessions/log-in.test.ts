import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { anyEngine, type Engine, openTestDatabase } from '#tests/support/databases.ts'
import { createRateLimiter } from '../../limits/rate-limit.ts'
import { createSecurityLog } from '../security-events.ts'
import { insertUser } from '../user-queries.ts'
import { logIn } from './log-in.ts'
import { createLoginAttemptLimiter } from './login-attempt-limiter.ts'

const email = 'ada@uwaterloo.ca'
const client = { network: '192.0.2.1', site: 'a site', device: 'Firefox on Windows' }

/** Any password matches, unless `check` decides otherwise. */
async function openLogin(
  engine: Engine,
  { check = async () => true, appUrlIsSet = false, isSample = false } = {},
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
    config: { appUrlIsSet },
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
    const site = await openLogin(engine, { isSample: true, appUrlIsSet: true })
    await expect(site.logIn()).rejects.toMatchObject(wrongPassword)
    expect(await site.countSessions()).toBe(0)
    const student = await openLogin(engine, { appUrlIsSet: true })
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
    await expect(logIn({ email: 'nobody@uwaterloo.ca' })).rejects.toMatchObject(wrongPassword)
    expect((await findEvents()).map(({ kind }) => kind)).toEqual(Array(5).fill('login failure'))
    const failure = { msg: 'security event', event: 'login failure', network: 'network 192.0.2.1' }
    expect(logged).toEqual([
      ...Array(7).fill({ ...failure, account: expect.stringMatching(/^account \d+$/) }),
      failure,
    ])
  })
})
