import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { ada, createClient } from '#tests/support/http-client.ts'

describe.each(engines)('sign-up on %s', (engine) => {
  it('creates the user and starts no session', async () => {
    const { app } = await buildTestApp(engine)
    const client = createClient(app)
    const response = await client.post('/api/users', { ...ada, email: 'Ada@UWaterloo.ca', id: 99 })
    expect(response.status).toBe(201)
    expect(response.setCookie).toBeUndefined()
    expect(response.body).toEqual({
      id: expect.any(Number),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@uwaterloo.ca',
    })
    expect(await client.get('/api/auth/me')).toMatchObject({
      status: 200,
      body: { error: 'Not signed in' },
    })
  })

  it('reports every invalid field', async () => {
    const { app } = await buildTestApp(engine)
    const response = await createClient(app).post('/api/users', {
      firstName: 'Ada',
      email: 'ada@x.com',
    })
    expect(response).toMatchObject({ status: 400 })
    expect(response.body).toMatchObject({
      fields: {
        lastName: 'Field required',
        email: 'Invalid UWaterloo or Laurier email',
        password: 'Field required',
        confirmPassword: 'Field required',
      },
    })
  })

  it('registers an address once, whatever its case', async () => {
    const { app, db } = await buildTestApp(engine)
    const addresses = [
      'ada@uwaterloo.ca',
      'ADA@uwaterloo.ca',
      'Ada@UWaterloo.CA',
      'aDa@uwaterloo.ca',
    ]
    const responses = await Promise.all(
      addresses.map((email) => createClient(app).post('/api/users', { ...ada, email })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      fields: { email: 'That email has been taken' },
    })
    expect(await db.all(sql`SELECT id FROM users`)).toHaveLength(1)
  })

  it('stores no password in clear', async () => {
    const { app, db } = await buildTestApp(engine)
    await createClient(app).post('/api/users', ada)
    const row = await db.get<{ password_hash: string }>(sql`SELECT password_hash FROM users`)
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('limits sign-ups per network', async () => {
    const { app, db } = await buildTestApp(engine)
    await createClient(app).post('/api/users', ada)
    await db.run(sql`UPDATE rate_limits SET count = 600 WHERE bucket LIKE 'sign-up:%'`)
    const next = { ...ada, email: 'bo@wlu.ca' }
    const rejected = await createClient(app).post('/api/users', next)
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = createClient(app, { address: '198.51.100.7' })
    expect((await elsewhere.post('/api/users', next)).status).toBe(201)
  })
})
