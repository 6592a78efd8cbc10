import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus, domainOf } from '#campus/campus.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { waitForCodes } from '#tests/support/mailed-codes.ts'
import { dayMs, minuteMs } from '../durations.ts'

describe.each(anyEngine)('sign-up on %s', (engine) => {
  it('creates the user and starts no session', async () => {
    const { app } = await buildTestApp(engine)
    const client = createClient(app)
    const response = await client.post('/api/users', {
      ...ada,
      email: `Ada@${domainOf(ada.email).toUpperCase()}`,
      id: 99,
    })
    expect(response.status).toBe(201)
    expect(response.setCookie).toBeUndefined()
    expect(response.body).toEqual({
      id: expect.any(Number),
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: at('ada'),
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
        email: campus.invalidEmailMessage,
        password: 'Field required',
        confirmPassword: 'Field required',
      },
    })
  })

  it('registers an address once, whatever its case', async () => {
    const { app, db } = await buildTestApp(engine)
    const addresses = [at('ada'), at('ADA'), ada.email.toUpperCase(), at('aDa')]
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
    const next = { ...ada, email: at('bo', 1, 1) }
    const rejected = await createClient(app).post('/api/users', next)
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = createClient(app, { address: '198.51.100.7' })
    expect((await elsewhere.post('/api/users', next)).status).toBe(201)
  })

  it('limits sign-ups with taken addresses on their own, and keeps sign-up open', async () => {
    const { app, db } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    const signUp = (change = {}) => createClient(app).post('/api/users', { ...ada, ...change })
    const countOf = (rule: string) =>
      db.get(sql`SELECT count FROM rate_limits WHERE bucket LIKE ${`${rule}:%`}`)
    await signUp()
    for (let i = 0; i < 3; i++) expect((await signUp()).status).toBe(409)
    const common = { email: at('bo', 1, 1), password: 'Password1!', confirmPassword: 'Password1!' }
    expect((await signUp(common)).status).toBe(400)
    expect(await countOf('sign-up')).toEqual({ count: 1 })
    expect(await countOf('sign-up-daily')).toEqual({ count: 1 })
    expect(await countOf('sign-up-taken')).toEqual({ count: 3 })
    await db.run(sql`UPDATE rate_limits SET count = 600 WHERE bucket LIKE 'sign-up-taken:%'`)
    expect(await signUp()).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('log in or reset your password') },
    })
    expect((await signUp({ email: at('bo', 1, 1) })).status).toBe(201)
    // The answers to a blocked network do not reveal which addresses are taken.
    await db.run(sql`UPDATE rate_limits SET count = 600 WHERE bucket LIKE 'sign-up:%'`)
    const [taken, free] = [await signUp(), await signUp({ email: at('cy', 1, 1) })]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(free.status).toBe(429)
  })

  it('limits sign-ups of an IPv6 site, whatever its networks', async () => {
    const { app, db } = await buildTestApp(engine)
    const signUpFrom = (address: string, name: string) =>
      createClient(app, { address }).post('/api/users', { ...ada, email: at(name, 1, 1) })
    expect((await signUpFrom('2001:db8:7:1::1', 'ann')).status).toBe(201)
    await db.run(sql`UPDATE rate_limits SET count = 2399 WHERE bucket LIKE 'sign-up-per-site:%'`)
    expect((await signUpFrom('2001:db8:7:2::1', 'bo')).status).toBe(201)
    expect((await signUpFrom('2001:db8:7:3::1', 'cy')).status).toBe(429)
    expect((await signUpFrom('2001:db8:8:3::1', 'di')).status).toBe(201)
  })

  it('limits sign-ups of a day from networks that students do not use, and warns before', async () => {
    const { app, db, clock } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    const warn = vi.spyOn(app.log, 'warn')
    let students = 0
    const signUp = (change = {}, address = `198.51.100.${students}`) =>
      createClient(app, { address }).post('/api/users', {
        ...{ ...ada, email: at(`student${students++}`, 1, 1) },
        ...change,
      })
    const setCount = (rule: string, count: number) =>
      db.run(sql`UPDATE rate_limits SET count = ${count} WHERE bucket LIKE ${`${rule}:%`}`)
    const countOf = (rule: string) =>
      db.get(sql`SELECT count FROM rate_limits WHERE bucket LIKE ${`${rule}:%`}`)
    const warnings = () => warn.mock.calls.map(([details]) => details)
    const [campus, stranger] = ['203.0.113.1', '203.0.113.2']
    await createLoggedInClient(app)
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)

    // One network alone cannot use up the limit of all networks.
    expect((await signUp({ email: at('first', 1, 1) }, stranger)).status).toBe(201)
    await setCount('sign-up-daily', 999)
    expect((await signUp({}, stranger)).status).toBe(201)
    expect(await signUp({}, stranger)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '86400' },
      body: {
        error:
          'Too many sign-ups from your network today. Use another network, such as mobile data.',
      },
    })
    expect(await countOf('sign-ups-from-unknown-networks')).toEqual({ count: 3 })
    // Sign-ups from a network that students use do not count, and are not refused.
    for (let count = 0; count < 3; count++) expect((await signUp({}, campus)).status).toBe(201)
    expect(await countOf('sign-ups-from-unknown-networks')).toEqual({ count: 3 })

    await setCount('sign-ups-of-all', 7_999)
    expect((await signUp({ email: at('first', 1, 1) })).status).toBe(409)
    expect(warnings()).toEqual([])
    expect((await signUp({}, campus)).status).toBe(201)
    expect((await signUp()).status).toBe(201)
    expect(warnings()).toEqual([{ signUps: 8_000, max: 10_000 }])
    await setCount('sign-ups-of-all', 9_999)
    await setCount('sign-ups-from-unknown-networks', 9_999)
    expect((await signUp()).status).toBe(201)
    expect(warnings()).toHaveLength(2)
    expect(await signUp()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '86400' },
      body: {
        error:
          'Too many people have signed up today. Use the network of your university, or try again tomorrow.',
      },
    })
    expect((await signUp({}, campus)).status).toBe(201)
    clock.now += dayMs
    expect((await signUp()).status).toBe(201)
  })

  it('takes no name that poses as the site or its staff', async () => {
    const { app } = await buildTestApp(engine)
    const { brand } = campus
    const message = `This name could be mistaken for ${brand} or its staff. Use your own name.`
    const signUp = (firstName: string, lastName: string) =>
      createClient(app).post('/api/users', { ...ada, firstName, lastName })
    expect(await signUp(brand, 'Аdmin')).toMatchObject({
      status: 400,
      body: { fields: { firstName: message, lastName: message } },
    })
    expect(await signUp(brand.slice(0, 1), `${brand.slice(1)} Team`)).toMatchObject({
      status: 400,
      body: { fields: { lastName: message } },
    })
    expect((await signUp(`${brand}ir`, 'Admina')).status).toBe(201)
  })

  it('mails a code with VERIFY_EMAIL, and none to an address that is taken', async () => {
    const { app, db, dataDir } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    expect((await createClient(app).post('/api/users', ada)).status).toBe(201)
    expect((await createClient(app).post('/api/users', ada)).status).toBe(409)
    await waitForCodes(dataDir, ada.email, 1)
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toHaveLength(1)
  })

  it('makes no account if its code cannot be queued', async () => {
    const { app, db } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    await db.run(sql`DROP TABLE jobs`)
    expect((await createClient(app).post('/api/users', ada)).status).toBe(500)
    for (const table of [sql`users`, sql`unconfirmed_sign_ups`, sql`rate_limits`]) {
      const rows = await db.all(sql`SELECT * FROM ${table}`)
      expect(rows.filter((row) => !/"sign-up(-daily)?:/.test(JSON.stringify(row)))).toEqual([])
    }
  })
})

describe.each(engines)('sign-up from a network with unconfirmed accounts on %s', (engine) => {
  /**
   * Opens a site where one network has 30 accounts that have been unconfirmed for over half an hour. A student
   * elsewhere can confirm.
   */
  async function openSiteWithUnconfirmed() {
    const { app, db, dataDir, clock } = await buildTestApp(engine, { VERIFY_EMAIL: 'on' })
    const elsewhere = '198.51.100.7'
    await createLoggedInClient(app)
    // These rows are copies of the one sign-up, because only the app can compute the network's hash.
    for (let i = 1; i < 30; i++) {
      await db.run(sql`
        INSERT INTO unconfirmed_sign_ups (user_id, network_hash, created_at)
        SELECT ${1_000 + i}, network_hash, created_at + ${i} FROM unconfirmed_sign_ups
        WHERE user_id < 1000`)
    }
    clock.now += 30 * minuteMs + 29
    let students = 0
    const signUp = async (address?: string) => {
      const email = at(`student${students++}`, 1, 1)
      const client = createClient(app, { ...(address && { address }) })
      const { status, headers, body } = await client.post('/api/users', { ...ada, email })
      return { status, headers, body, client, email }
    }
    /** Types in the code that was emailed to an account that has just signed up. */
    const confirm = async ({ client, email }: Awaited<ReturnType<typeof signUp>>) => {
      const [code] = await waitForCodes(dataDir, email, 1)
      await client.logIn({ email })
      expect((await client.post('/api/auth/confirm', { code })).status).toBe(200)
    }
    return { db, clock, signUp, confirm, elsewhere }
  }

  it('stops for a network of strangers while 30 of the last hour could confirm and did not', async () => {
    const { db, clock, signUp, confirm, elsewhere } = await openSiteWithUnconfirmed()
    await confirm(await signUp(elsewhere))
    clock.now -= 1
    expect((await signUp()).status).toBe(201)
    clock.now += 1
    expect(await signUp()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1800' },
      body: { error: expect.stringContaining("haven't confirmed") },
    })
    expect((await signUp(elsewhere)).status).toBe(201)
    await db.run(sql`DELETE FROM unconfirmed_sign_ups WHERE user_id = 1`)
    expect((await signUp()).status).toBe(201)
    clock.now += 30 * minuteMs
    expect((await signUp()).status).toBe(201)
  })

  it('goes on while emails are slow: nobody anywhere can type in a code', async () => {
    const { signUp, confirm, elsewhere } = await openSiteWithUnconfirmed()
    const late = await signUp(elsewhere)
    expect((await signUp()).status).toBe(201)
    await confirm(late)
    expect((await signUp()).status).toBe(429)
  })

  it('goes on for a network from which a student has confirmed, whatever strangers do there', async () => {
    const { db, signUp, confirm, elsewhere } = await openSiteWithUnconfirmed()
    const student = await signUp()
    await confirm(await signUp(elsewhere))
    expect((await signUp()).status).toBe(429)
    await confirm(student)
    for (let i = 0; i < 5; i++) {
      expect((await signUp()).status).toBe(201)
      await db.run(sql`UPDATE unconfirmed_sign_ups SET created_at = created_at - 1`)
    }
    // A network of a banned student does not count as one that students use.
    await db.run(sql`UPDATE users SET banned_at = 1 WHERE email = ${student.email}`)
    expect((await signUp()).status).toBe(429)
  })

  it('counts what a mail server has refused at once, however slow emails are', async () => {
    const { db, clock, signUp } = await openSiteWithUnconfirmed()
    expect((await signUp()).status).toBe(201)
    for (let i = 1; i < 30; i++) {
      const { id } = await insertTestUser(db, at(`invented${i}`, 1, 1))
      await db.run(
        sql`UPDATE unconfirmed_sign_ups SET user_id = ${id} WHERE user_id = ${1_000 + i}`,
      )
    }
    await db.run(sql`UPDATE users SET bounced_at = 1 WHERE id = 1 OR email LIKE 'invented%'`)
    await db.run(sql`UPDATE unconfirmed_sign_ups SET created_at = ${clock.now}`)
    expect((await signUp()).status).toBe(429)
  })
})

it('refuses a common password with VERIFY_EMAIL, and tells of it in a try-out', async () => {
  const notice = 'This password is too common.'
  const message = `${notice} Choose another one.`
  const password = 'Password1!'
  const body = { ...ada, password, confirmPassword: password }
  const strict = await buildTestApp('sqlite', { VERIFY_EMAIL: 'on' })
  expect(await createClient(strict.app).post('/api/users', body)).toMatchObject({
    status: 400,
    body: { error: message, fields: { password: message } },
  })
  const tryOut = await buildTestApp('sqlite')
  expect(await createClient(tryOut.app).post('/api/users', body)).toMatchObject({
    status: 201,
    body: { notice },
  })
})
