import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { ada, bob, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { waitForCodes } from '#tests/support/mailed-codes.ts'
import { dayMs, minuteMs, secondMs } from '../../durations.ts'

const expired = 'That code has expired. Ask for a new one.'
const tooMany = 'Too many wrong codes. Ask for a new one.'

/** Opens a site where Ada has signed up and logged in, and has a code in her mailbox. */
async function appWithAda(engine: Engine, settings: Record<string, string> = {}) {
  const built = await buildTestApp(engine, { VERIFY_EMAIL: 'on', ...settings })
  const { app, dataDir, clock } = built
  let client = await createLoggedInClient(app)
  let received = 1
  const [first = ''] = await waitForCodes(dataDir, ada.email, 1)
  const confirm = (code: string) => client.post(apiPaths.confirmEmail, { code })
  const resend = () => client.post(apiPaths.resendCode)
  return {
    ...built,
    first,
    cookie: client.cookieJar.cookie,
    confirm,
    resend,
    /** A code that was not emailed. */
    wrong: first === '000000' ? '000001' : '000000',
    isConfirmed: async () => {
      const { body } = await client.get(apiPaths.me)
      return (body as { confirmation: string }).confirmation === 'confirmed'
    },
    /** Asks for another code, as soon as that is allowed. */
    async requestCode() {
      clock.now += 60 * secondMs
      expect(await resend()).toMatchObject({ status: 200 })
      return (await waitForCodes(dataDir, ada.email, ++received)).at(-1) ?? ''
    },
    async deleteAndSignUpAgain() {
      const payload = { password: ada.password }
      await client.send({ method: 'DELETE', url: apiPaths.account, payload })
      client = await createLoggedInClient(app)
      // The new sign-up has emailed one code.
      received = 1
    },
  }
}

describe.each(anyEngine)('confirmation on %s', (engine) => {
  it('needs the code that sign-up has mailed', async () => {
    const { db, first, confirm, isConfirmed } = await appWithAda(engine)
    expect(await isConfirmed()).toBe(false)
    const typed = `${first.slice(0, 3)} ${first.slice(3, 5)}-${first.slice(5)} `
    const confirmed = await confirm(typed)
    expect(confirmed).toMatchObject({ status: 200, body: { confirmation: 'confirmed' } })
    expect(confirmed.headers['cache-control']).toBe('no-store')
    expect(await isConfirmed()).toBe(true)
    expect(
      await db.all(sql`SELECT kind FROM security_events WHERE kind = 'email confirmation'`),
    ).toHaveLength(1)
    for (const table of [sql`confirmation_codes`, sql`unconfirmed_sign_ups`]) {
      expect(await db.all(sql`SELECT * FROM ${table}`)).toEqual([])
    }
  })

  it('answers a second press like the first, and changes nothing', async () => {
    const { db, clock, first, confirm, resend } = await appWithAda(engine)
    await confirm(first)
    const readRow = () => db.get(sql`SELECT confirmed_at FROM users`)
    const before = await readRow()
    clock.now += minuteMs
    expect(await confirm(first)).toMatchObject({ status: 200, body: { confirmation: 'confirmed' } })
    expect(await resend()).toMatchObject({
      status: 200,
      body: { message: 'Your email is confirmed.', retryAfter: 0 },
    })
    expect(await readRow()).toEqual(before)
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toEqual([])
  })

  it('counts the tries of a code down, and then takes not even the right one', async () => {
    const { first, wrong, confirm, requestCode, isConfirmed } = await appWithAda(engine)
    for (const left of ['4 tries left.', '3 tries left.', '2 tries left.', '1 try left.']) {
      const message = `That code isn't right. ${left}`
      expect(await confirm(wrong)).toMatchObject({
        status: 400,
        body: { error: message, fields: { code: message } },
      })
    }
    expect(await confirm(wrong)).toMatchObject({
      body: { error: "That code isn't right. Ask for a new one." },
    })
    const refused = await confirm(first)
    expect(refused).toMatchObject({ status: 429, body: { error: tooMany } })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await confirm(await requestCode())).status).toBe(200)
    expect(await isConfirmed()).toBe(true)
  })

  it('takes the last two codes', async () => {
    const { first, confirm, requestCode } = await appWithAda(engine)
    const second = await requestCode()
    await requestCode()
    expect(await confirm(first)).toMatchObject({ status: 400 })
    expect((await confirm(second)).status).toBe(200)
  })

  it('counts a wrong try against both', async () => {
    const { first, wrong, confirm, requestCode } = await appWithAda(engine)
    for (let i = 0; i < 3; i++) await confirm(wrong)
    const second = await requestCode()
    for (let i = 0; i < 2; i++) await confirm(wrong)
    expect(await confirm(first)).toMatchObject({
      body: { error: "That code isn't right. 2 tries left." },
    })
    expect((await confirm(second)).status).toBe(200)
  })

  it('takes a code for 15 minutes', async () => {
    const { clock, first, confirm } = await appWithAda(engine)
    clock.now += 15 * minuteMs
    expect(await confirm(first)).toMatchObject({
      status: 400,
      body: { error: expired, fields: { code: expired } },
    })
    clock.now -= 1
    expect((await confirm(first)).status).toBe(200)
  })

  it('does not take the code of another account', async () => {
    const { app, dataDir, first, confirm } = await appWithAda(engine)
    const other = await createLoggedInClient(app, bob)
    const [code = ''] = await waitForCodes(dataDir, bob.email, 1)
    expect((await confirm(code)).status).toBe(400)
    expect((await other.post(apiPaths.confirmEmail, { code: first })).status).toBe(400)
  })

  it('allows five of fifty concurrent tries', async () => {
    const { db, first, wrong, confirm, isConfirmed } = await appWithAda(engine)
    const responses = await Promise.all(Array.from({ length: 50 }, () => confirm(wrong)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(45).fill(429)])
    expect(await db.all(sql`SELECT failed_tries FROM confirmation_codes`)).toEqual([
      { failed_tries: 5 },
    ])
    expect((await confirm(first)).status).toBe(429)
    expect(await isConfirmed()).toBe(false)
  })

  it('confirms once when the right code is sent twice at a time', async () => {
    const { db, first, confirm } = await appWithAda(engine)
    const responses = await Promise.all([confirm(first), confirm(first)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(
      await db.all(sql`SELECT kind FROM security_events WHERE kind = 'email confirmation'`),
    ).toHaveLength(1)
  })

  it('allows 20 tries a day of an address, whatever RATE_LIMIT says', async () => {
    const site = await appWithAda(engine, { RATE_LIMIT: 'off' })
    const { wrong, confirm, requestCode, deleteAndSignUpAgain, clock } = site
    for (let code = 0; code < 3; code++) {
      for (let i = 0; i < 5; i++) expect((await confirm(wrong)).status).toBe(400)
      await requestCode()
    }
    await deleteAndSignUpAgain()
    for (let i = 0; i < 5; i++) expect((await confirm(wrong)).status).toBe(400)
    const last = await requestCode()
    const refused = await confirm(last)
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('Too many wrong codes today') },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
    clock.now += dayMs
    expect((await confirm(last)).status).toBe(400)
  })

  it('mails another code after a minute, whatever RATE_LIMIT says', async () => {
    const { resend, clock } = await appWithAda(engine, { RATE_LIMIT: 'off' })
    clock.now += 18 * secondMs
    const early = await resend()
    expect(early).toMatchObject({
      status: 429,
      body: { error: 'Wait 42 seconds before asking for a new code.' },
    })
    expect(early.headers['retry-after']).toBe('42')
    clock.now += 42 * secondMs
    expect(await resend()).toMatchObject({
      status: 200,
      body: { message: 'A new code is on its way.', retryAfter: 60 },
    })
  })

  it('mails six codes a day to an address, whatever RATE_LIMIT says', async () => {
    const site = await appWithAda(engine, { RATE_LIMIT: 'off' })
    const { db, clock, resend, requestCode, deleteAndSignUpAgain } = site
    for (let i = 0; i < 4; i++) await requestCode()
    await deleteAndSignUpAgain()
    clock.now += minuteMs
    const refused = await resend()
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
    // The limit does not refuse the sign-up, but no code is emailed.
    await deleteAndSignUpAgain()
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toEqual([])
    clock.now += dayMs
    expect((await resend()).status).toBe(200)
  })

  it('counts plus addresses together: 20 codes and 20 tries a day', async () => {
    const { app, db, dataDir } = await buildTestApp(engine, {
      VERIFY_EMAIL: 'on',
      RATE_LIMIT: 'off',
    })
    const signUpPlus = (tag: number) =>
      createClient(app).post(apiPaths.users, { ...ada, email: at(`Ada+${tag}`) })
    for (let tag = 0; tag < 21; tag++) expect((await signUpPlus(tag)).status).toBe(201)
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toHaveLength(20)
    const other = await createLoggedInClient(app, { ...ada, email: at('ada+1') })
    await other.post(apiPaths.confirmEmail, { code: '000000' })
    await db.run(sql`UPDATE rate_limits SET count = 20 WHERE bucket LIKE 'confirmation-try:%'`)
    const plus = { ...ada, email: at('ada+0') }
    const [code = ''] = await waitForCodes(dataDir, plus.email, 1)
    const client = await createLoggedInClient(app, plus)
    expect((await client.post(apiPaths.confirmEmail, { code })).status).toBe(429)
  })

  it.each(['on', 'off'])(
    'counts the wrong codes of a network with RATE_LIMIT=%s',
    async (limit) => {
      const site = await appWithAda(engine, { RATE_LIMIT: limit })
      const { app, db, dataDir, clock, first, wrong, confirm } = site
      await confirm(wrong)
      await db.run(sql`
      UPDATE rate_limits SET count = 99 WHERE bucket LIKE 'wrong-code-per-network:%'`)
      // A right code does not count.
      expect((await confirm(first)).status).toBe(200)
      const neighbor = await createLoggedInClient(app, bob)
      const [code = ''] = await waitForCodes(dataDir, bob.email, 1)
      const confirmNeighbor = (typed: string) =>
        neighbor.post(apiPaths.confirmEmail, { code: typed })
      const other = code === '000000' ? '000001' : '000000'
      expect((await confirmNeighbor(other)).status).toBe(400)
      expect(await confirmNeighbor(code)).toMatchObject({
        status: 429,
        headers: { 'retry-after': '3600' },
        body: { error: expect.stringContaining('wrong codes from your network') },
      })
      const elsewhere = createClient(app, { address: '198.51.100.7' })
      elsewhere.cookieJar.cookie = neighbor.cookieJar.cookie
      expect((await elsewhere.post(apiPaths.confirmEmail, { code })).status).toBe(200)
      // The first try of each code is always compared, however many wrong codes strangers send.
      const cleo = { ...bob, email: at('cleo', 1) }
      const newcomer = await createLoggedInClient(app, cleo)
      const [mailed = ''] = await waitForCodes(dataDir, cleo.email, 1)
      const confirmNewcomer = (typed: string) =>
        newcomer.post(apiPaths.confirmEmail, { code: typed })
      const mistyped = mailed === '000000' ? '000001' : '000000'
      expect((await confirmNewcomer(mistyped)).status).toBe(400)
      expect((await confirmNewcomer(mailed)).status).toBe(429)
      clock.now += minuteMs
      await newcomer.post(apiPaths.resendCode)
      const [, again = ''] = await waitForCodes(dataDir, cleo.email, 2)
      expect((await confirmNewcomer(again)).status).toBe(200)
    },
  )

  it('counts the wrong codes of an IPv6 site', async () => {
    const { app, db, cookie, first, wrong } = await appWithAda(engine)
    const confirmFrom = (address: string, code: string) => {
      const client = createClient(app, { address })
      client.cookieJar.cookie = cookie
      return client.post(apiPaths.confirmEmail, { code })
    }
    expect((await confirmFrom('2001:db8:7:1::1', wrong)).status).toBe(400)
    await db.run(sql`
      UPDATE rate_limits SET count = 399 WHERE bucket LIKE 'wrong-code-per-network-per-site:%'`)
    expect((await confirmFrom('2001:db8:7:2::1', wrong)).status).toBe(400)
    expect((await confirmFrom('2001:db8:7:3::1', first)).status).toBe(429)
    expect((await confirmFrom('2001:db8:8:3::1', first)).status).toBe(200)
  })

  it('mails 600 codes an hour to a network', async () => {
    const { app, db, clock, resend } = await appWithAda(engine)
    await db.run(sql`
      UPDATE rate_limits SET count = 600 WHERE bucket LIKE 'confirmation-code-per-network:%'`)
    clock.now += minuteMs
    expect(await resend()).toMatchObject({ status: 429, headers: { 'retry-after': '3540' } })
    expect((await createClient(app).post(apiPaths.users, bob)).status).toBe(201)
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toHaveLength(1)
    const elsewhere = createClient(app, { address: '198.51.100.7' })
    const cleo = { ...bob, email: at('cleo', 1) }
    expect((await elsewhere.post(apiPaths.users, cleo)).status).toBe(201)
    expect(await db.all(sql`SELECT id FROM confirmation_codes`)).toHaveLength(2)
  })

  it('sends one code when asked twice at a time', async () => {
    const { clock, resend } = await appWithAda(engine)
    clock.now += minuteMs
    const responses = await Promise.all([resend(), resend()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 429])
  })

  it('stores the code hashed with a key, and erases it from the sent mail', async () => {
    const { db, first } = await appWithAda(engine)
    const codes = await db.all<{ code_hash: string }>(sql`SELECT code_hash FROM confirmation_codes`)
    expect(codes.map(({ code_hash }) => code_hash)).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    // The email is in the outbox before its job has ended.
    const readJobs = async () =>
      JSON.stringify(await db.all(sql`SELECT payload FROM jobs WHERE kind = 'secret-mail'`))
    await expect.poll(readJobs).not.toContain(first)
  })

  it('refuses what is no code without counting a try', async () => {
    const { wrong, confirm } = await appWithAda(engine)
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
      expect(await confirm(code)).toMatchObject({
        status: 400,
        body: { fields: { code: expect.any(String) } },
      })
    }
    expect(await confirm(wrong)).toMatchObject({
      body: { error: "That code isn't right. 4 tries left." },
    })
  })

  it('is asked again after a year, of who asks for a code', async () => {
    const { db, clock, dataDir, first, confirm, isConfirmed, requestCode } =
      await appWithAda(engine)
    await confirm(first)
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now - 365 * dayMs}`)
    expect(await isConfirmed()).toBe(false)
    expect(await confirm(first)).toMatchObject({ status: 400, body: { error: expired } })
    expect(await waitForCodes(dataDir, ada.email, 1)).toEqual([first])
    expect((await confirm(await requestCode())).status).toBe(200)
    expect(await isConfirmed()).toBe(true)
  })

  it('can be repeated by a student whose mailbox has refused a mail', async () => {
    const { db, first, confirm, requestCode } = await appWithAda(engine)
    await confirm(first)
    await db.run(sql`UPDATE users SET bounced_at = 1`)
    expect((await confirm(await requestCode())).status).toBe(200)
    expect(await db.get(sql`SELECT bounced_at FROM users`)).toEqual({ bounced_at: null })
  })

  it('is not asked for without VERIFY_EMAIL, and no code is made', async () => {
    const { app, db } = await buildTestApp(engine)
    const client = await createLoggedInClient(app)
    expect(await client.post(apiPaths.confirmEmail, { code: '000000' })).toMatchObject({
      status: 200,
      body: { confirmation: 'confirmed' },
    })
    expect(await client.post(apiPaths.resendCode)).toMatchObject({ body: { retryAfter: 0 } })
    expect(await db.all(sql`SELECT id FROM jobs WHERE kind = 'secret-mail'`)).toEqual([])
    expect(await db.get(sql`SELECT must_confirm, confirmed_at FROM users`)).toEqual({
      must_confirm: 0,
      confirmed_at: null,
    })
  })
})
