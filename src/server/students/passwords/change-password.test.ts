import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { insertSecondFactor } from '#tests/support/insert-test-user.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { forgetSecondFactorUses } from '../second-factor/second-factor-queries.ts'
import { lockUser } from '../user-queries.ts'

const body = { current: ada.password, password: 'brand new horse 2?' }

describe.each(engines)('changing the password on %s', (engine) => {
  async function start(settings: Record<string, string> = {}) {
    const testApp = await buildTestApp(engine, settings)
    const client = await createLoggedInClient(testApp.app)
    const other = createClient(testApp.app)
    await other.logIn()
    const change = (payload: object = body) => client.post(apiPaths.changePassword, payload)
    const isLoggedIn = async (who: typeof client) =>
      'email' in ((await who.get(apiPaths.me)).body as object)
    return { ...testApp, client, other, change, isLoggedIn }
  }

  it('ends the other sessions and reset links, and goes on here with a new cookie', async () => {
    const { app, client, other, change, isLoggedIn, db } = await start()
    await client.post(apiPaths.requestPasswordReset, { email: ada.email })
    const copied = createClient(app)
    copied.cookieJar.cookie = client.cookieJar.cookie
    const response = await change()
    expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(await isLoggedIn(client)).toBe(true)
    expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(copied), 'a copy of the cookie').toBe(false)
    expect(await db.all(sql`SELECT * FROM password_resets`)).toEqual([])
    expect((await other.logIn()).status).toBe(401)
    expect((await other.logIn({ password: body.password })).status).toBe(200)
    expect((await client.get(apiPaths.sessions)).body).toContainEqual(
      expect.objectContaining({ device: 'Firefox on Linux', isCurrent: true }),
    )
    expect((await client.get(apiPaths.securityEvents)).body).toContainEqual(
      expect.objectContaining({ kind: 'password change', device: 'Firefox on Linux' }),
    )
  })

  it('is told by mail, and in a try-out a common password is only remarked', async () => {
    const { change, dataDir } = await start()
    expect((await change({ ...body, password: 'Password123!' })).body).toEqual({
      message: 'Your password was changed.',
      notice: 'This password is too common.',
    })
    await expect.poll(() => readOutbox(dataDir)).toHaveLength(1)
    const [mail] = await readOutbox(dataDir)
    expect(mail).toMatchObject({
      to: ada.email,
      subject: `Your ${campus.brand} password was changed`,
    })
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('logged you out on all other devices')
  })

  it('writes nothing to an address that nobody has confirmed, which may be a stranger’s', async () => {
    const { change, db } = await start({ VERIFY_EMAIL: 'on' })
    await db.run(sql`DELETE FROM jobs WHERE user_id IS NOT NULL`)
    expect((await change()).status).toBe(200)
    expect(await db.all(sql`SELECT * FROM jobs WHERE user_id IS NOT NULL`)).toEqual([])
  })

  it('needs the current password, and ten wrong ones are too many', async () => {
    const { client, other, change, isLoggedIn } = await start()
    for (let i = 0; i < 10; i++) {
      const response = await change({ ...body, current: 'wrong horse 1!' })
      expect(response).toMatchObject({
        status: 400,
        body: { fields: { current: 'Wrong password' } },
      })
    }
    expect((await change()).status).toBe(429)
    const failures = expect.objectContaining({ kind: 'login failure' })
    expect((await client.get(apiPaths.securityEvents)).body).toContainEqual(failures)
    expect([await isLoggedIn(client), await isLoggedIn(other)]).toEqual([true, true])
  })

  it('is not kept from a logged-in student by the failures of strangers', async () => {
    const { app, change, db } = await start()
    await createClient(app).logIn({ password: 'wrong horse 1!' })
    await db.run(sql`UPDATE rate_limits SET count = 1000 WHERE bucket LIKE 'login-%'`)
    expect((await createClient(app).logIn()).status).toBe(429)
    expect((await change()).status).toBe(200)
  })

  it('reports both fields, and takes no weak or common password', async () => {
    const { change } = await start({ VERIFY_EMAIL: 'on' })
    expect((await change({ password: 'weak' })).body).toMatchObject({
      fields: { current: expect.any(String), password: expect.any(String) },
    })
    expect((await change({ ...body, password: 'weak' })).body).toMatchObject({
      fields: { password: expect.any(String) },
    })
    expect((await change({ ...body, password: 'Password123!' })).body).toMatchObject({
      fields: { password: 'This password is too common. Choose another one.' },
    })
  })

  it('of two changes at the same time one wins', async () => {
    const { change, client } = await start()
    const second = { current: ada.password, password: 'another horse 3?' }
    const statuses = await Promise.all([change(), change(second)])
    const won = statuses.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const logins = [body, second].map(({ password }) => client.logIn({ password }))
    const loggedIn = (await Promise.all(logins)).filter(({ status }) => status === 200)
    expect(loggedIn).toHaveLength(1)
  })
})

// Only PostgreSQL lets the test say when the request has begun: it then waits for a row.
it('does not bring back a second factor that was removed while the password was checked', async () => {
  const { app, db, clock } = await buildTestApp('postgres')
  const client = await createLoggedInClient(app)
  await insertSecondFactor(db, 1)
  await db.run(sql`UPDATE users SET role = 'admin', password_hash = ''`)
  await db.run(sql`UPDATE sessions SET proved_at = ${clock.now}, second_factor_at = ${clock.now}`)
  expect((await client.get(apiPaths.me)).body).toMatchObject({ role: 'admin', secondFactor: null })
  const removing = await holdTransaction(db, async (tx) => {
    await lockUser(tx, 1)
    await forgetSecondFactorUses(tx, 1)
  })
  const changing = client.post(apiPaths.changePassword, { ...body, current: null })
  await removing.waits(1)
  removing.release()
  expect((await changing).status).toBe(200)
  expect((await client.get(apiPaths.me)).body).toMatchObject({ secondFactor: 'due' })
})
