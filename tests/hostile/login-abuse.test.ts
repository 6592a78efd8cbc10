import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insertUser } from '#server/accounts/user-queries.ts'
import { buildApp } from '#server/app.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { ada, browser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { type Engine, engines } from '#tests/support/databases.ts'

const wrong = { password: 'wrong horse 1!' }

/** As any hash, but quick to check: these tests are about counting. */
const quickHash = await hash(ada.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

async function appWithAda(engine: Engine, settings: Record<string, string> = {}) {
  const built = await buildTestApp(engine, settings)
  await insertUser(built.db, { ...ada, passwordHash: quickHash, createdAt: 0 })
  /** One try from behind an address, with whatever headers the sender adds. */
  const tryFrom = async (address: string, headers = {}, password = wrong.password) => {
    const body = { email: ada.email, password }
    return (await browser(built.app, { address }).post('/api/auth/login', body, headers)).status
  }
  return { ...built, tryFrom }
}

const ofMany = (index: number) => `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`

describe.each(engines)('guessing a password on %s', (engine) => {
  it('ends after a hundred tries from a hundred addresses', async () => {
    const { tryFrom } = await appWithAda(engine)
    const statuses: number[] = []
    for (let index = 0; index < 103; index++) statuses.push(await tryFrom(ofMany(index)))
    expect(statuses).toEqual([...Array(100).fill(401), 429, 429, 429])
    expect(await tryFrom('203.0.113.200', {}, ada.password)).toBe(429)
  }, 120_000)

  it('gains nothing by naming other addresses', async () => {
    const { tryFrom } = await appWithAda(engine)
    const named = (index: number) => ({
      'x-forwarded-for': ofMany(index),
      'x-real-ip': ofMany(index),
      forwarded: `for=${ofMany(index)}`,
      'cf-connecting-ip': ofMany(index),
    })
    for (let index = 0; index < 10; index++) {
      expect(await tryFrom('203.0.113.9', named(index))).toBe(401)
    }
    expect(await tryFrom('203.0.113.9', named(10))).toBe(429)
  })

  it('gains nothing by naming more addresses before those a trusted proxy adds', async () => {
    const { tryFrom } = await appWithAda(engine, { TRUST_PROXY: '10.0.0.1' })
    const through = (client: string, spoofed: number) =>
      tryFrom('10.0.0.1', { 'x-forwarded-for': `${ofMany(spoofed)}, ${client}` })
    for (let index = 0; index < 10; index++) {
      expect(await through('203.0.113.9', index)).toBe(401)
    }
    expect(await through('203.0.113.9', 10)).toBe(429)
    expect(await through('203.0.113.10', 10)).toBe(401)
    // Around the proxy, the header counts for nothing.
    for (let index = 0; index < 10; index++) {
      await tryFrom('192.0.2.7', { 'x-forwarded-for': ofMany(index) })
    }
    expect(await tryFrom('192.0.2.7', { 'x-forwarded-for': '203.0.113.77' })).toBe(429)
  })

  it('is not forgotten by a restart', async () => {
    const { app, config, db, clock, dataDir, tryFrom } = await appWithAda(engine)
    for (let index = 0; index < 10; index++) await tryFrom('203.0.113.9')
    await app.close()
    const photos = createPhotos({ store: await openDiskStore(`${dataDir}/uploads`) })
    const again = await buildApp({ config, db, photos, now: () => clock.now })
    onTestFinished(() => again.close())
    const refused = await browser(again, { address: '203.0.113.9' }).logIn(ada)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe.each(engines)('whoever asks on %s', (engine) => {
  /** All of an answer but what differs between any two. */
  const told = ({ status, body, headers, setCookie }: Awaited<ReturnType<typeof ask>>) =>
    JSON.stringify({ status, body, headers: { ...headers, date: '' }, setCookie })
  const ask = (app: Parameters<typeof browser>[0], url: string, body: object) =>
    browser(app).post(url, body)

  it('is told the same of known and unknown addresses, down to the headers and the limit', async () => {
    const { app } = await appWithAda(engine)
    for (let tries = 0; tries < 12; tries++) {
      const known = await ask(app, '/api/auth/login', { ...wrong, email: ada.email })
      const unknown = await ask(app, '/api/auth/login', { ...wrong, email: 'nobody@uwaterloo.ca' })
      expect(told(unknown)).toBe(told(known))
      expect(known.status).toBe(tries < 10 ? 401 : 429)
    }
  })

  it('gets five reset mails an hour to an address, however it is written and wherever from', async () => {
    const { app, db } = await appWithAda(engine)
    const spellings = ['ada@uwaterloo.ca', 'ADA@uwaterloo.ca', ' Ada@UWaterloo.CA ']
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        browser(app, { address: ofMany(index) }).post('/api/auth/reset-password', {
          email: spellings[index % spellings.length],
        }),
      ),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(
      1,
    )
    expect(await db.all(sql`SELECT id FROM outgoing_mail`)).toHaveLength(5)
  })
})

describe.each(engines)('a cookie that somebody planted on %s', (engine) => {
  const planted = `quad=${'A'.repeat(22)}.${'B'.repeat(43)}`

  it('opens nothing, and is not taken over by a login or a refresh', async () => {
    const { app, db } = await appWithAda(engine)
    const student = browser(app)
    const attacker = browser(app)
    for (const each of [student, attacker]) each.jar.cookie = planted
    expect((await student.refresh()).setCookie).toBeUndefined()
    expect(await db.all(sql`SELECT user_id FROM sessions`)).toEqual([])
    expect((await student.logIn()).status).toBe(200)
    expect(student.jar.cookie).not.toContain('A'.repeat(22))
    expect((await attacker.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
  })

  it('of another student is not mixed up with the own one', async () => {
    const { app, db } = await appWithAda(engine)
    await insertUser(db, { ...ada, email: 'bob@wlu.ca', passwordHash: quickHash, createdAt: 0 })
    const [student, other] = [browser(app), browser(app)]
    await student.logIn()
    await other.logIn({ email: 'bob@wlu.ca' })
    const crossed = browser(app)
    const [selector] = student.jar.cookie.split('.')
    crossed.jar.cookie = `${selector}.${other.jar.cookie.split('.')[1]}`
    expect((await crossed.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
    expect((await other.get('/api/auth/me')).body).toMatchObject({ email: 'bob@wlu.ca' })
  })
})
