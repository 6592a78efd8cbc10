import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDiskStore } from '#server/photos/disk-store.ts'
import { createPhotos } from '#server/photos/photos.ts'
import { insertUser } from '#server/students/user-queries.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { ada, createClient } from '#tests/support/http-client.ts'
import { at } from '../support/campus-email.ts'

const wrong = { password: 'wrong horse 1!' }

/** The hash is cheap, because these tests are about counting. */
const quickHash = await hash(ada.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

async function appWithAda(engine: Engine, settings: Record<string, string> = {}) {
  const built = await buildTestApp(engine, settings)
  await insertUser(built.db, { ...ada, passwordHash: quickHash, createdAt: 0 })
  /** Returns the status of one login attempt from this address, with extra headers. */
  const attemptFrom = async (address: string, headers = {}, password = wrong.password) => {
    const body = { email: ada.email, password }
    return (await createClient(built.app, { address }).post('/api/auth/login', body, headers))
      .status
  }
  return { ...built, attemptFrom }
}

const addressAt = (index: number) => `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`

describe.each(anyEngine)('password guessing on %s', (engine) => {
  it('is rejected after a hundred failures from a hundred addresses', async () => {
    const { attemptFrom } = await appWithAda(engine)
    const statuses: number[] = []
    for (let index = 0; index < 103; index++) statuses.push(await attemptFrom(addressAt(index)))
    expect(statuses).toEqual([...Array(100).fill(401), 429, 429, 429])
    expect(await attemptFrom('203.0.113.200', {}, ada.password)).toBe(429)
  }, 120_000)

  it('cannot spoof its address with forwarding headers', async () => {
    const { attemptFrom } = await appWithAda(engine)
    const spoofedHeaders = (index: number) => ({
      'x-forwarded-for': addressAt(index),
      'x-real-ip': addressAt(index),
      forwarded: `for=${addressAt(index)}`,
      'cf-connecting-ip': addressAt(index),
    })
    for (let index = 0; index < 10; index++) {
      expect(await attemptFrom('203.0.113.9', spoofedHeaders(index))).toBe(401)
    }
    expect(await attemptFrom('203.0.113.9', spoofedHeaders(10))).toBe(429)
  })

  it('cannot prepend addresses to X-Forwarded-For of a trusted proxy', async () => {
    const { attemptFrom } = await appWithAda(engine, { TRUST_PROXY: '10.0.0.1' })
    const attemptThroughProxy = (client: string, spoofedIndex: number) =>
      attemptFrom('10.0.0.1', { 'x-forwarded-for': `${addressAt(spoofedIndex)}, ${client}` })
    for (let index = 0; index < 10; index++) {
      expect(await attemptThroughProxy('203.0.113.9', index)).toBe(401)
    }
    expect(await attemptThroughProxy('203.0.113.9', 10)).toBe(429)
    expect(await attemptThroughProxy('203.0.113.10', 10)).toBe(401)
    // The server ignores the header of a request that bypasses the proxy.
    for (let index = 0; index < 10; index++) {
      await attemptFrom('192.0.2.7', { 'x-forwarded-for': addressAt(index) })
    }
    expect(await attemptFrom('192.0.2.7', { 'x-forwarded-for': '203.0.113.77' })).toBe(429)
  })

  it('stays limited after a restart', async () => {
    const { app, config, db, clock, dataDir, attemptFrom } = await appWithAda(engine)
    for (let index = 0; index < 10; index++) await attemptFrom('203.0.113.9')
    await app.close()
    const photos = createPhotos({ store: await openDiskStore(`${dataDir}/uploads`) })
    const restarted = await buildApp({ config, db, photos, now: () => clock.now })
    onTestFinished(() => restarted.close())
    const rejected = await createClient(restarted, { address: '203.0.113.9' }).logIn(ada)
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe.each(anyEngine)('account enumeration on %s', (engine) => {
  /** Returns the whole response except its date. */
  const serialize = ({ status, body, headers, setCookie }: Awaited<ReturnType<typeof post>>) =>
    JSON.stringify({ status, body, headers: { ...headers, date: '' }, setCookie })
  const post = (app: Parameters<typeof createClient>[0], url: string, body: object) =>
    createClient(app).post(url, body)

  it('gets the same response for known and unknown addresses, including headers and rate limit', async () => {
    const { app } = await appWithAda(engine)
    for (let attempt = 0; attempt < 12; attempt++) {
      const known = await post(app, '/api/auth/login', { ...wrong, email: ada.email })
      const unknown = await post(app, '/api/auth/login', { ...wrong, email: at('nobody') })
      expect(serialize(unknown)).toBe(serialize(known))
      expect(known.status).toBe(attempt < 10 ? 401 : 429)
    }
  })

  it('gets the same response to a reset request that sends no mail', async () => {
    const { app, db } = await appWithAda(engine)
    const spellings = [at('ada'), at('ADA'), ` ${ada.email.toUpperCase()} `]
    const responses = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        post(app, '/api/auth/reset-password', { email: spellings[index % spellings.length] }),
      ),
    )
    expect(
      new Set(responses.map(({ status, body }) => JSON.stringify({ status, body }))).size,
    ).toBe(1)
    expect(await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).toHaveLength(5)
    const events = await db.all(sql`SELECT kind FROM security_events`)
    expect(events).toEqual(Array(5).fill({ kind: 'reset request' }))
  })
})

describe.each(anyEngine)('session fixation on %s', (engine) => {
  const plantedCookie = `quad=${'A'.repeat(22)}.${'B'.repeat(43)}`

  it('a planted cookie authenticates nobody and is replaced at login', async () => {
    const { app, db } = await appWithAda(engine)
    const student = createClient(app)
    const attacker = createClient(app)
    for (const client of [student, attacker]) client.cookieJar.cookie = plantedCookie
    expect((await student.refresh()).setCookie).toBeUndefined()
    expect(await db.all(sql`SELECT user_id FROM sessions`)).toEqual([])
    expect((await student.logIn()).status).toBe(200)
    expect(student.cookieJar.cookie).not.toContain('A'.repeat(22))
    expect((await attacker.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
  })

  it('a selector with the secret of another session authenticates nobody', async () => {
    const { app, db } = await appWithAda(engine)
    await insertUser(db, { ...ada, email: at('bob', 1, 1), passwordHash: quickHash, createdAt: 0 })
    const [student, other] = [createClient(app), createClient(app)]
    await student.logIn()
    await other.logIn({ email: at('bob', 1, 1) })
    const mixed = createClient(app)
    const [selector] = student.cookieJar.cookie.split('.')
    mixed.cookieJar.cookie = `${selector}.${other.cookieJar.cookie.split('.')[1]}`
    expect((await mixed.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
    expect((await other.get('/api/auth/me')).body).toMatchObject({ email: at('bob', 1, 1) })
  })
})
