import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { dayMs } from '../durations.ts'

describe.each(engines)('account deletion on %s', (engine) => {
  async function start() {
    const built = await buildTestApp(engine)
    const client = await createLoggedInClient(built.app)
    const me = await client.get('/api/auth/me')
    const { id } = me.body as { id: number }
    await built.db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at)
      VALUES ('rental', ${id}, 'Room', 75050, 'Sunny', '{"num_beds":2}', '[]', '', 0, 0)`)
    const removeAccount = (password: string) =>
      client.send({ method: 'DELETE', url: '/api/users/me', payload: { password } })
    return { ...built, client, removeAccount }
  }

  it('deletes all rows of the account with the right password', async () => {
    const { db, client, removeAccount } = await start()
    await client.post('/api/auth/reset-password', { email: ada.email })
    const { id: otherId } = await insertTestUser(db, 'bob@mylaurier.ca')
    await db.run(sql`
      INSERT INTO contact_reads (reader, day, seller_id)
      SELECT 'network:a-hash', 0, id FROM users WHERE id <> ${otherId}`)
    const response = await removeAccount(ada.password)
    expect(response).toMatchObject({ status: 204, setCookie: expect.stringContaining('Max-Age=0') })
    expect(response.headers['clear-site-data']).toBe('"cache", "storage"')
    const remainingRows = await db.all(sql`
      SELECT id FROM users WHERE id <> ${otherId} UNION ALL SELECT user_id FROM sessions
      UNION ALL SELECT user_id FROM security_events UNION ALL SELECT seller_id FROM contact_reads
      UNION ALL SELECT user_id FROM password_resets UNION ALL SELECT seller_id FROM listings
      UNION ALL SELECT user_id FROM jobs WHERE user_id IS NOT NULL`)
    expect(remainingRows).toEqual([])
    expect((await client.logIn()).status).toBe(401)
  })

  it('keeps the account with a wrong password and counts a failed login attempt', async () => {
    const { client, removeAccount } = await start()
    for (let i = 0; i < 10; i++) {
      const response = await removeAccount('wrong horse 1!')
      expect(response.status).toBe(400)
      expect(response.body).toMatchObject({ fields: { password: 'Wrong password' } })
    }
    expect((await removeAccount(ada.password)).status).toBe(429)
    expect((await client.get('/api/auth/me')).body).toMatchObject({ email: ada.email })
  })

  it('requires a logged-in user', async () => {
    const { app } = await start()
    const visitor = createClient(app)
    const response = await visitor.send({ method: 'DELETE', url: '/api/users/me', payload: {} })
    expect(response.status).toBe(401)
  })
})

describe.each(engines)('account deletion of an admin on %s', (engine) => {
  /** Ada and Bob are admins. */
  async function start() {
    const site = await buildTestAppWithUsers(engine)
    const { db } = site
    await db.run(sql`UPDATE users SET role = 'admin'`)
    const remove = (client: typeof site.ada) =>
      client.send('DELETE', apiPaths.account, { password: ada.password })
    const readAdmins = () => db.all(sql`SELECT email FROM users WHERE role = 'admin'`)
    /** Whoever deletes an account or changes a role waits before it is committed. */
    const hold = () =>
      holdTransaction(db, async (tx) => {
        if (engine === 'postgres') await tx.run(sql`LOCK TABLE security_events IN SHARE MODE`)
      })
    return { ...site, remove, readAdmins, hold }
  }

  it('is refused while nobody else can do their work', async () => {
    const { db, clock, bob, remove, ...site } = await start()
    const refused = {
      status: 409,
      body: {
        code: 'wrong_status',
        error: expect.stringContaining('Make somebody else an admin first'),
      },
    }
    const isOnlyAdmin = async () => (await site.ada.get(apiPaths.account)).body.isOnlyAdmin
    expect(await isOnlyAdmin()).toBe(false)
    const until = clock.now + dayMs
    await db.run(sql`
      UPDATE users SET suspended_until = ${until} WHERE email = 'bob@mylaurier.ca'`)
    expect(await isOnlyAdmin()).toBe(true)
    expect(await remove(site.ada)).toMatchObject(refused)
    await db.run(sql`
      UPDATE users SET suspended_until = NULL, role = 'moderator' WHERE email = 'bob@mylaurier.ca'`)
    expect(await remove(site.ada)).toMatchObject(refused)
    expect((await site.ada.get(apiPaths.securityEvents)).body).toEqual([])
    expect((await remove(bob)).status).toBe(204)
  })

  it('leaves one of two who delete themselves at once', async () => {
    const { ada, bob, remove, readAdmins, hold } = await start()
    const { waits, release } = await hold()
    const answers = Promise.all([remove(ada), remove(bob)])
    await waits(2)
    release()
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await readAdmins()).toHaveLength(1)
  })

  it('leaves one, also if they take the role of the other at the same time', async () => {
    const { db, ada, remove, readAdmins, hold } = await start()
    const bob = await db.get<{ id: number }>(sql`
      SELECT id FROM users WHERE email = 'bob@mylaurier.ca'`)
    const { waits, release } = await hold()
    const demotion = ada.put(apiPaths.studentRole(bob?.id ?? 0), { role: 'student', seen: null })
    const deletion = remove(ada)
    await waits(2)
    release()
    const statuses = [(await demotion).status, (await deletion).status]
    expect([
      [200, 409],
      [401, 204],
    ]).toContainEqual(statuses)
    expect(await readAdmins()).toHaveLength(1)
  })
})
