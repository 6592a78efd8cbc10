import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { ada, browser, signedInBrowser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { sweepResets } from './reset-queries.ts'

const newPassword = 'brand new horse 2?'
const minute = 60_000

/** The mails in the outbox, oldest first, once there are `count` of them. */
function mails(dataDir: string, count: number): Promise<string[]> {
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
  const page = await signedInBrowser(built.app)
  const ask = (email = ada.email) => browser(built.app).post('/api/auth/reset-password', { email })
  let received = 0
  /** Asks for a link and reads the token in the mail. */
  async function token(): Promise<string> {
    await ask()
    received++
    const newest = (await mails(built.dataDir, received)).at(-1) ?? ''
    return /\/reset-password\?token=([\w-]+)/.exec(newest)?.[1] ?? ''
  }
  const change = (body: object) => browser(built.app).post('/api/auth/change-password', body)
  return { ...built, page, ask, token, change }
}

describe.each(engines)('a forgotten password on %s', (engine) => {
  it('is set anew with the mailed link, which ends every session', async () => {
    const { page, token, change, dataDir } = await appWithAda(engine)
    const changed = await change({ token: await token(), password: newPassword })
    expect(changed).toMatchObject({ status: 200, body: { message: 'Your password was changed.' } })
    expect((await page.get('/api/auth/me')).body).toEqual({ error: 'Not signed in' })
    expect((await page.logIn()).status).toBe(401)
    expect((await page.logIn({ password: newPassword })).status).toBe(200)
    const confirmation = (await mails(dataDir, 2))[1]
    expect(confirmation).toContain('Subject: Your Quad password was changed')
    expect(confirmation).toContain('To: ada@uwaterloo.ca')
    expect(confirmation).not.toContain('token=')
  })

  it('links to this site, whatever the request says it is', async () => {
    const { app, dataDir } = await appWithAda(engine, { APP_URL: 'https://quad.example' })
    await browser(app).post(
      '/api/auth/reset-password',
      { email: 'ADA@uwaterloo.ca' },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const [mail] = await mails(dataDir, 1)
    expect(mail).toContain('https://quad.example/reset-password?token')
    expect(mail).not.toContain('evil.example')
  })

  it('answers the same for known and unknown addresses', async () => {
    const { ask, dataDir } = await appWithAda(engine)
    const unknown = await ask('nobody@uwaterloo.ca')
    const known = await ask()
    expect(known.status).toBe(200)
    expect({ ...unknown, headers: { ...unknown.headers, date: '' } }).toEqual({
      ...known,
      headers: { ...known.headers, date: '' },
    })
    await mails(dataDir, 1)
  })

  it('is asked for with a campus address only', async () => {
    const { ask } = await appWithAda(engine)
    const message = 'Invalid UWaterloo or Laurier email'
    expect(await ask('ada@mcmaster.ca')).toMatchObject({ status: 400 })
    expect((await ask('ada@mcmaster.ca')).body).toMatchObject({ fields: { email: message } })
  })

  it('keeps the token hashed, and the sent mail without it', async () => {
    const { db, token } = await appWithAda(engine)
    const sent = await token()
    expect(sent).toMatch(/^[\w-]{24}$/)
    await vi.waitFor(async () => {
      const rows = await db.all(sql`SELECT text_body, html_body, sent_at FROM outgoing_mail`)
      expect(rows).toEqual([{ text_body: '', html_body: '', sent_at: expect.any(Number) }])
    })
    expect(JSON.stringify(await db.all(sql`SELECT * FROM password_resets`))).not.toContain(sent)
  })

  it('has a link that lives five minutes', async () => {
    const { token, change, clock } = await appWithAda(engine)
    const first = await token()
    clock.now += 5 * minute - 1_000
    expect((await change({ token: first, password: newPassword })).status).toBe(200)
  })

  it('has a link that is dead after five minutes', async () => {
    const { token, change, clock, page } = await appWithAda(engine)
    const first = await token()
    clock.now += 5 * minute + 1_000
    const late = await change({ token: first, password: newPassword })
    expect(late).toMatchObject({ status: 400, body: { error: expect.stringContaining('expired') } })
    expect((await page.logIn()).status).toBe(200)
  })

  it('has a link that a newer one kills', async () => {
    const { token, change } = await appWithAda(engine)
    const first = await token()
    const second = await token()
    expect((await change({ token: first, password: newPassword })).status).toBe(400)
    expect((await change({ token: second, password: newPassword })).status).toBe(200)
  })

  it('has one living link however many are asked for at once', async () => {
    const { ask, db } = await appWithAda(engine)
    await Promise.all(Array.from({ length: 5 }, () => ask()))
    expect(await db.all(sql`SELECT token_hash FROM password_resets`)).toHaveLength(1)
  })

  it('has a link of which one use in fifty at once succeeds', async () => {
    const { token, change } = await appWithAda(engine)
    const only = await token()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => change({ token: only, password: `${newPassword}${i}` })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(49).fill(400)])
    expect((await change({ token: only, password: newPassword })).status).toBe(400)
  }, 30_000)

  it('does not use the link up on a password that breaks the rules', async () => {
    const { token, change } = await appWithAda(engine)
    const good = await token()
    const refused = await change({ token: good, password: 'short' })
    expect(refused.body).toMatchObject({
      fields: { password: 'Must be longer than 8 characters' },
    })
    expect((await change({ token: good, password: newPassword })).status).toBe(200)
  })

  it('is not set with a made-up token', async () => {
    const { change } = await appWithAda(engine)
    expect((await change({ token: 'made-up', password: newPassword })).status).toBe(400)
  })

  it('mails at most five links an hour to an address, and says nothing of it', async () => {
    const { ask, db, clock } = await appWithAda(engine)
    const answers = []
    for (let i = 0; i < 7; i++) answers.push((await ask()).body)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await db.all(sql`SELECT id FROM outgoing_mail`)).toHaveLength(5)
    clock.now += 60 * minute
    await ask()
    expect(await db.all(sql`SELECT id FROM outgoing_mail`)).toHaveLength(6)
  })

  it('forgives the failed tries that led to it', async () => {
    const { page, token, change } = await appWithAda(engine)
    for (let i = 0; i < 10; i++) await page.logIn({ password: 'wrong horse 1!' })
    expect((await page.logIn()).status).toBe(429)
    await change({ token: await token(), password: newPassword })
    expect((await page.logIn({ password: newPassword })).status).toBe(200)
  })

  it('leaves no dead link in the database', async () => {
    const { ask, db, clock } = await appWithAda(engine)
    await ask()
    await sweepResets(db, clock.now)
    expect(await db.all(sql`SELECT token_hash FROM password_resets`)).toHaveLength(1)
    await sweepResets(db, clock.now + 5 * minute)
    expect(await db.all(sql`SELECT token_hash FROM password_resets`)).toHaveLength(0)
  })
})
