import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import { invalidResetLinkMessage } from '#contract/accounts.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { minuteMs } from '../../durations.ts'
import { deleteExpiredResets } from './reset-password.ts'

const newPassword = 'brand new horse 2?'

/** Returns the emails in the outbox, the oldest first, once there are `count` of them. */
function waitForMails(dataDir: string, count: number): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const folder = join(dataDir, 'outbox')
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
      expect(names).toHaveLength(count)
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    { timeout: 5_000 },
  )
}

async function appWithAda(...[engine, settings]: Parameters<typeof buildTestApp>) {
  const built = await buildTestApp(engine, settings)
  const client = await createLoggedInClient(built.app)
  const requestReset = (email = ada.email) =>
    createClient(built.app).post('/api/auth/reset-password', { email })
  let received = 0
  /** Requests a link and reads the token in the email. */
  async function requestToken(): Promise<string> {
    await requestReset()
    received++
    const newest = (await waitForMails(built.dataDir, received)).at(-1) ?? ''
    return /\/reset-password#token=([\w-]+)/.exec(newest)?.[1] ?? ''
  }
  const checkLink = (token: string) =>
    createClient(built.app).post('/api/auth/reset-password/check', { token })
  const changePassword = (body: object) =>
    createClient(built.app).post('/api/auth/change-password', body)
  return { ...built, client, requestReset, requestToken, checkLink, changePassword }
}

it('password managers find the form that changes the password', async () => {
  const { app } = await buildTestApp('sqlite')
  const { statusCode, headers } = await app.inject('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/account#password'])
})

describe.each(engines)('password reset on %s', (engine) => {
  it('tells a banned student why, whom the link proves to read the mailbox', async () => {
    const { app, db, clock, client, requestToken, changePassword } = await appWithAda(engine)
    const token = await requestToken()
    await db.run(sql`UPDATE users SET must_confirm = 1`)
    await banTestStudent(db, { studentId: 1, now: clock.now })
    const changed = await changePassword({ token, password: newPassword })
    const error = expect.stringContaining('The reason: Scam')
    expect(changed).toMatchObject({ status: 403, body: { code: 'banned', error } })
    expect((await client.post('/api/auth/confirm', { code: '123456' })).status).toBe(401)
    expect((await createClient(app).logIn({ password: newPassword })).status).toBe(401)
    expect((await createClient(app).logIn()).body).toMatchObject({ code: 'banned' })
  })

  it('sets a new password with the mailed link and ends every session', async () => {
    const { client, requestToken, changePassword, dataDir } = await appWithAda(engine)
    const settings = { showsEmail: false, mailReminders: false }
    await client.send({ method: 'PATCH', url: '/api/users/me', payload: settings })
    const changed = await changePassword({ token: await requestToken(), password: newPassword })
    expect(changed).toMatchObject({ status: 200, body: { message: 'Your password was changed.' } })
    expect((await client.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
    expect((await client.logIn()).status).toBe(401)
    expect((await client.logIn({ password: newPassword })).status).toBe(200)
    expect((await client.get('/api/users/me')).body).toMatchObject(settings)
    const confirmation = (await waitForMails(dataDir, 2))[1]
    expect(confirmation).toContain(`Subject: Your ${campus.brand} password was changed`)
    expect(confirmation).toContain(`To: ${at('ada')}`)
    expect(confirmation).not.toContain('token=')
  })
})

describe.each(anyEngine)('the mail of a password reset on %s', (engine) => {
  it('comes from MAIL_FROM and links to APP_URL, whatever the Host header says', async () => {
    const { app, dataDir } = await appWithAda(engine, {
      APP_URL: 'https://quad.example',
      MAIL_FROM: 'post@mail.example',
    })
    await createClient(app).post(
      '/api/auth/reset-password',
      { email: at('ADA') },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const [mail] = await waitForMails(dataDir, 1)
    expect(mail).toContain('https://quad.example/reset-password#token')
    expect(mail).toContain(`From: ${campus.brand} <post@mail.example>`)
    expect(mail).not.toContain('evil.example')
  })

  it('responds the same to known and unknown addresses', async () => {
    const { requestReset, dataDir } = await appWithAda(engine)
    const unknown = await requestReset(at('nobody'))
    const known = await requestReset()
    expect(known.status).toBe(200)
    expect({ ...unknown, headers: { ...unknown.headers, date: '' } }).toEqual({
      ...known,
      headers: { ...known.headers, date: '' },
    })
    await waitForMails(dataDir, 1)
  })

  it('accepts the domains of the campus, and those that its students still have', async () => {
    const { requestReset, dataDir } = await appWithAda(engine)
    const refused = async (email: string) => {
      const { status, body } = await requestReset(email)
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ fields: { email: campus.invalidEmailMessage } }),
      ])
    }
    for (const email of ['ada@mcmaster.ca', 'ada', at('+ada')]) await refused(email)
    const [addresses, universities] = [[ada.email, at('nobody')], campus.universities.slice(0, 1)]
    changeCampus({
      universities: universities.map((each) => ({ ...each, emailDomains: ['new.example'] })),
    })
    for (const email of addresses) expect((await requestReset(email)).status).toBe(200)
    await waitForMails(dataDir, 1)
    await refused('ada@mcmaster.ca')
  })

  it('stores the token hashed and erases it from the sent mail', async () => {
    const { db, requestToken } = await appWithAda(engine)
    const sent = await requestToken()
    expect(sent).toMatch(/^[\w-]{24}$/)
    await vi.waitFor(async () => {
      const rows = await db.all<{ state: string; payload: string }>(
        sql`SELECT state, payload FROM jobs WHERE kind = 'secret-mail'`,
      )
      expect(rows.map(({ state }) => state)).toEqual(['done'])
      expect(JSON.stringify(rows)).not.toContain(sent)
    })
    expect(JSON.stringify(await db.all(sql`SELECT * FROM password_resets`))).not.toContain(sent)
  })

  it('accepts a link for five minutes', async () => {
    const { requestToken, changePassword, clock } = await appWithAda(engine)
    const first = await requestToken()
    clock.now += 5 * minuteMs - 1_000
    expect((await changePassword({ token: first, password: newPassword })).status).toBe(200)
  })

  it('tells whether a link is valid, without using it up', async () => {
    const { requestToken, checkLink, changePassword, clock } = await appWithAda(engine)
    const expired = await requestToken()
    clock.now += 5 * minuteMs
    const token = await requestToken()
    for (const _ of [1, 2]) {
      expect(await checkLink(token)).toMatchObject({
        status: 200,
        body: { message: 'This reset link works.' },
      })
    }
    await changePassword({ token, password: newPassword })
    for (const dead of [expired, token, 'made-up']) {
      const { status, body } = await checkLink(dead)
      expect([status, body]).toMatchObject([400, { error: invalidResetLinkMessage }])
    }
    expect((await checkLink('')).status).toBe(400)
  })

  it('checks at most 600 links an hour from one network', async () => {
    const { checkLink, db, clock } = await appWithAda(engine)
    expect((await checkLink('made-up')).headers['cache-control']).toBe('no-store')
    await db.run(sql`UPDATE rate_limits SET count = 600 WHERE bucket LIKE 'reset-link-check:%'`)
    const refused = await checkLink('made-up')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    clock.now += 60 * minuteMs
    expect((await checkLink('made-up')).status).toBe(400)
  })

  it('rejects a link after five minutes', async () => {
    const { requestToken, changePassword, clock, client } = await appWithAda(engine)
    const first = await requestToken()
    clock.now += 5 * minuteMs + 1_000
    const late = await changePassword({ token: first, password: newPassword })
    expect(late).toMatchObject({ status: 400, body: { error: expect.stringContaining('expired') } })
    expect((await client.logIn()).status).toBe(200)
  })

  it('rejects a link once a newer one was requested', async () => {
    const { requestToken, changePassword } = await appWithAda(engine)
    const first = await requestToken()
    const second = await requestToken()
    expect((await changePassword({ token: first, password: newPassword })).status).toBe(400)
    expect((await changePassword({ token: second, password: newPassword })).status).toBe(200)
  })
})

describe.each(engines)('reset links at once on %s', (engine) => {
  it('keeps one valid link after concurrent requests', async () => {
    const { requestReset, db } = await appWithAda(engine)
    await Promise.all(Array.from({ length: 5 }, () => requestReset()))
    expect(await db.all(sql`SELECT token_hash FROM password_resets`)).toHaveLength(1)
  })

  it('accepts one of fifty concurrent uses of a link', async () => {
    const { requestToken, changePassword } = await appWithAda(engine)
    const only = await requestToken()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        changePassword({ token: only, password: `${newPassword}${i}` }),
      ),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(49).fill(400)])
    expect((await changePassword({ token: only, password: newPassword })).status).toBe(400)
  }, 30_000)
})

describe.each(anyEngine)('a reset link on %s', (engine) => {
  it('does not consume the link with an invalid password', async () => {
    const { requestToken, changePassword } = await appWithAda(engine)
    const good = await requestToken()
    const rejected = await changePassword({ token: good, password: 'short' })
    expect(rejected.body).toMatchObject({
      fields: { password: 'Must be longer than 8 characters' },
    })
    expect((await changePassword({ token: good, password: newPassword })).status).toBe(200)
  })

  it('rejects an unknown token', async () => {
    const { changePassword } = await appWithAda(engine)
    expect((await changePassword({ token: 'made-up', password: newPassword })).status).toBe(400)
  })

  it('mails at most five links an hour to an address, with the same response', async () => {
    const { requestReset, db, clock } = await appWithAda(engine)
    const responses = []
    for (let i = 0; i < 7; i++) responses.push((await requestReset()).body)
    expect(new Set(responses.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).toHaveLength(5)
    clock.now += 60 * minuteMs
    await requestReset()
    expect(await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).toHaveLength(6)
  })

  it('mails the student on a known network, whatever strangers on many networks ask for', async () => {
    const { app, db, requestReset } = await appWithAda(engine)
    const ask = async (address: string, times: number) => {
      const client = createClient(app, { address })
      for (let time = 0; time < times; time++) {
        await client.post('/api/auth/reset-password', { email: ada.email })
      }
    }
    const countMails = async () =>
      (await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).length
    // The first email of the hour is always sent. An IPv6 site gets four times as many emails as one of its networks.
    for (let network = 1; network <= 5; network++) await ask(`2001:db8:7:${network}::1`, 5)
    expect(await countMails()).toBe(1 + 16)
    for (let network = 1; network <= 5; network++) await ask(`198.51.100.${network}`, 4)
    expect(await countMails()).toBe(1 + 30)
    await ask('198.51.100.9', 1)
    expect(await countMails()).toBe(1 + 30)
    // This is a new device on a network where Ada has logged in before.
    await requestReset()
    expect(await countMails()).toBe(1 + 30 + 1)
  })

  it('resets the failed login attempts', async () => {
    const { client, requestToken, changePassword } = await appWithAda(engine)
    for (let i = 0; i < 10; i++) await client.logIn({ password: 'wrong horse 1!' })
    expect((await client.logIn()).status).toBe(429)
    await changePassword({ token: await requestToken(), password: newPassword })
    expect((await client.logIn({ password: newPassword })).status).toBe(200)
  })

  it('deletes expired links', async () => {
    const { requestReset, db, clock } = await appWithAda(engine)
    await requestReset()
    await deleteExpiredResets(db, clock.now)
    expect(await db.all(sql`SELECT token_hash FROM password_resets`)).toHaveLength(1)
    await deleteExpiredResets(db, clock.now + 5 * minuteMs)
    expect(await db.all(sql`SELECT token_hash FROM password_resets`)).toHaveLength(0)
  })
})
