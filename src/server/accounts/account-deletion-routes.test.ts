import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'

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
