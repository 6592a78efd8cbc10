import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ada, browser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { insertUser } from './user-queries.ts'

const minute = 60_000
const wrong = { password: 'wrong horse 1!' }

/** As any hash, but quick to check: these tests are about counting. */
const quickHash = await hash(ada.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

async function appWithAda(...[engine, settings]: Parameters<typeof buildTestApp>) {
  const built = await buildTestApp(engine, settings)
  await insertUser(built.db, { ...ada, passwordHash: quickHash, createdAt: 0 })
  const home = browser(built.app, { address: '203.0.113.1' })
  const away = browser(built.app, { address: '198.51.100.7' })
  return { ...built, home, away }
}

describe.each(engines)('login on %s', (engine) => {
  it('says the same of a wrong password and an unknown address', async () => {
    const { home } = await appWithAda(engine)
    const wrongPassword = await home.logIn(wrong)
    const unknown = await home.logIn({ email: 'nobody@uwaterloo.ca' })
    const foreign = await home.logIn({ email: 'nobody@example.com' })
    expect(wrongPassword.status).toBe(401)
    expect(unknown.body).toEqual(wrongPassword.body)
    expect(foreign.body).toEqual(wrongPassword.body)
  })

  it('asks for both fields', async () => {
    const { home } = await appWithAda(engine)
    const answer = await home.post('/api/auth/login', {})
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      fields: { email: 'Field required', password: 'Field required' },
    })
  })

  it('stops at ten failures from one address, for ten minutes, and shuts nobody else out', async () => {
    const { home, away, clock } = await appWithAda(engine)
    for (let i = 0; i < 10; i++) expect((await away.logIn(wrong)).status).toBe(401)
    clock.now += minute
    const refused = await away.logIn()
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('540')
    expect((await home.logIn()).status).toBe(200)
    clock.now += 9 * minute
    expect((await away.logIn()).status).toBe(200)
  })

  it('counts a /64 network as one address', async () => {
    const { app } = await appWithAda(engine)
    for (let i = 0; i < 10; i++) await browser(app, { address: `2001:db8::${i + 1}` }).logIn(wrong)
    expect((await browser(app, { address: '2001:db8::abcd' }).logIn(wrong)).status).toBe(429)
    expect((await browser(app, { address: '2001:db8:0:1::1' }).logIn(wrong)).status).toBe(401)
  })

  it('lets at most ten of fifty guesses at once through', async () => {
    const { app } = await appWithAda(engine)
    const guesses = Array.from({ length: 50 }, () => browser(app).logIn(wrong))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  })

  it('counts failures only', async () => {
    const { app, db, home } = await appWithAda(engine)
    const logins = await Promise.all(Array.from({ length: 15 }, () => browser(app).logIn()))
    expect(logins.map(({ status }) => status)).toEqual(Array(15).fill(200))
    for (let i = 0; i < 9; i++) await home.logIn(wrong)
    expect((await home.logIn()).status).toBe(200)
    for (let i = 0; i < 10; i++) expect((await home.logIn(wrong)).status).toBe(401)
    const total = await db.get(sql`SELECT count FROM rate_limits WHERE bucket LIKE 'login-all:%'`)
    expect(total).toEqual({ count: 19 })
  })

  it('stops at a hundred failures in an hour from all addresses', async () => {
    const { app, db, clock, home } = await appWithAda(engine)
    await home.logIn(wrong)
    await db.run(sql`UPDATE rate_limits SET count = 99 WHERE bucket LIKE 'login-all:%'`)
    expect((await browser(app, { address: '192.0.2.1' }).logIn(wrong)).status).toBe(401)
    const refused = await browser(app, { address: '192.0.2.2' }).logIn()
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    clock.now += 60 * minute
    expect((await browser(app, { address: '192.0.2.2' }).logIn()).status).toBe(200)
  })

  it('lets three hundred students behind one address in', async () => {
    const { app, db } = await appWithAda(engine)
    await db.transaction(async (tx) => {
      for (let i = 0; i < 300; i++) {
        const email = `student${i}@uwaterloo.ca`
        await insertUser(tx, { ...ada, email, passwordHash: quickHash, createdAt: 0 })
      }
    })
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        browser(app).logIn({ email: `student${i}@uwaterloo.ca` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
  }, 30_000)

  it('keeps no address of a student or a network in clear', async () => {
    const { db, home } = await appWithAda(engine)
    await home.logIn(wrong)
    const rows = JSON.stringify(await db.all(sql`SELECT * FROM rate_limits`))
    expect(rows).toContain('login-here:')
    expect(rows).not.toMatch(/ada|203\.0/)
  })

  it('is not limited when limits are off', async () => {
    const { home } = await appWithAda(engine, { RATE_LIMIT: 'off' })
    for (let i = 0; i < 12; i++) expect((await home.logIn(wrong)).status).toBe(401)
  })
})
