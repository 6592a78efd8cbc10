import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { ada, browser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('sign-up on %s', (engine) => {
  it('creates the student and opens no session', async () => {
    const { app } = await buildTestApp(engine)
    const page = browser(app)
    const answer = await page.post('/api/users', { ...ada, email: 'Ada@UWaterloo.ca', id: 99 })
    expect(answer.status).toBe(201)
    expect(answer.setCookie).toBeUndefined()
    expect(answer.body).toEqual({
      id: expect.any(Number),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@uwaterloo.ca',
    })
    expect(await page.get('/api/auth/me')).toMatchObject({
      status: 200,
      body: { error: 'Not signed in' },
    })
  })

  it('names every wrong field', async () => {
    const { app } = await buildTestApp(engine)
    const answer = await browser(app).post('/api/users', { firstName: 'Ada', email: 'ada@x.com' })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body).toMatchObject({
      fields: {
        lastName: 'Field required',
        email: 'Invalid UWaterloo or Laurier email',
        password: 'Field required',
        confirmPassword: 'Field required',
      },
    })
  })

  it('gives an address to one student, whatever its case', async () => {
    const { app, db } = await buildTestApp(engine)
    const addresses = [
      'ada@uwaterloo.ca',
      'ADA@uwaterloo.ca',
      'Ada@UWaterloo.CA',
      'aDa@uwaterloo.ca',
    ]
    const answers = await Promise.all(
      addresses.map((email) => browser(app).post('/api/users', { ...ada, email })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      fields: { email: 'That email has been taken' },
    })
    expect(await db.all(sql`SELECT id FROM users`)).toHaveLength(1)
  })

  it('stores no password in clear', async () => {
    const { app, db } = await buildTestApp(engine)
    await browser(app).post('/api/users', ada)
    const row = await db.get<{ password_hash: string }>(sql`SELECT password_hash FROM users`)
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('stops a flood from one address and leaves others alone', async () => {
    const { app, db } = await buildTestApp(engine)
    await browser(app).post('/api/users', ada)
    await db.run(sql`UPDATE rate_limits SET count = 600 WHERE bucket LIKE 'sign-up:%'`)
    const next = { ...ada, email: 'bo@wlu.ca' }
    const refused = await browser(app).post('/api/users', next)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = browser(app, { address: '198.51.100.7' })
    expect((await elsewhere.post('/api/users', next)).status).toBe(201)
  })
})
