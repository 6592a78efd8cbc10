import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openSite } from '#tests/support/backup-site.ts'
import { ada, browser, signedInBrowser } from '#tests/support/browser.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { columnsNamingStudents } from '#tests/support/every-row.ts'
import { bob, postings } from '#tests/support/market.ts'

describe.each(engines)('a student’s own data on %s', (engine) => {
  async function start() {
    const built = await buildTestApp(engine)
    const page = await signedInBrowser(built.app)
    const me = await page.get('/api/auth/me')
    const { id } = me.body as { id: number }
    await built.db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at)
      VALUES ('rental', ${id}, 'Room', 75050, 'Sunny', '{"num_beds":2}', '[]', '', 0, 0)`)
    const remove = (password: string) =>
      page.send({ method: 'DELETE', url: '/api/users/me', payload: { password } })
    return { ...built, page, id, remove }
  }

  it('can be exported by that student alone', async () => {
    const { app, page, id } = await start()
    expect((await browser(app).get('/api/users/me/export')).status).toBe(401)
    const answer = await page.get('/api/users/me/export')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      user: { id, firstName: 'Ada', lastName: 'Lovelace', email: ada.email },
      sessions: [{ startedAt: '2026-11-15T12:00:00.000Z' }],
      listings: [{ category: 'rental', title: 'Room', price: 750.5, details: { num_beds: 2 } }],
    })
    expect(JSON.stringify(answer.body)).not.toContain('argon2')
  })

  it('is complete, and nothing of anybody else', async () => {
    const { ada: me, bob: other, app, db, upload } = await openSite(engine)
    const photo = await upload(me, 1)
    const posted = await me.post('/api/misc', { ...postings.misc, photos: [photo] })
    await upload(other, 2)
    await other.post('/api/textbooks', { ...postings.textbook, photos: [photo] })
    for (const path of [`/misc/${posted.body.id}`, '/textbooks/2']) {
      await other.post('/api/logs', {
        path,
        userAgent: 'Mozilla',
        timestamp: '2026-11-15T12:00:00Z',
      })
    }
    await app.visits.flush()
    for (const { email } of [ada, bob]) await me.post('/api/auth/reset-password', { email })
    const { body } = await me.get('/api/users/me/export')
    expect(body).toEqual({
      exportedAt: '2026-11-15T12:00:00.000Z',
      user: {
        id: 1,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: ada.email,
        joinedAt: '2026-11-15T12:00:00.000Z',
      },
      sessions: [
        {
          startedAt: '2026-11-15T12:00:00.000Z',
          lastRefreshedAt: '2026-11-15T12:00:00.000Z',
        },
      ],
      resets: [{ askedAt: '2026-11-15T12:00:00.000Z', expiresAt: '2026-11-15T12:05:00.000Z' }],
      listings: [
        {
          id: posted.body.id,
          category: 'misc',
          title: 'Desk lamp',
          price: 15,
          description: 'Bright.',
          details: expect.objectContaining({ listing_type: 'Selling' }),
          photos: [expect.objectContaining({ url: photo })],
          postedAt: '2026-11-15T12:00:00.000Z',
          updatedAt: '2026-11-15T12:00:00.000Z',
          views: [{ day: '2026-11-15', views: 1 }],
        },
      ],
      uploads: [
        { url: `/api${photo}`, bytes: expect.any(Number), uploadedAt: '2026-11-15T12:00:00.000Z' },
      ],
      mails: [
        expect.objectContaining({
          subject: 'Reset your Quad password',
          writtenAt: '2026-11-15T12:00:00.000Z',
        }),
      ],
    })
    // Whatever table comes to name students must come into the export too.
    const naming = await columnsNamingStudents(db)
    expect(naming.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
      'listings.seller_id',
      'password_resets.user_id',
      'photos.uploader_id',
      'sessions.user_id',
    ])
  })

  it('is removed whole, with the right password', async () => {
    const { db, page, remove } = await start()
    await page.post('/api/auth/reset-password', { email: ada.email })
    const gone = await remove(ada.password)
    expect(gone).toMatchObject({ status: 204, setCookie: expect.stringContaining('Max-Age=0') })
    const left = await db.all(sql`
      SELECT id FROM users UNION ALL SELECT user_id FROM sessions
      UNION ALL SELECT user_id FROM password_resets UNION ALL SELECT seller_id FROM listings
      UNION ALL SELECT id FROM outgoing_mail`)
    expect(left).toEqual([])
    expect((await page.logIn()).status).toBe(401)
  })

  it('stays with a wrong password, which counts as a failed try', async () => {
    const { page, remove } = await start()
    for (let i = 0; i < 10; i++) {
      const answer = await remove('wrong horse 1!')
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ fields: { password: 'Wrong password' } })
    }
    expect((await remove(ada.password)).status).toBe(429)
    expect((await page.get('/api/auth/me')).body).toMatchObject({ email: ada.email })
  })

  it('is removed by nobody who is not signed in', async () => {
    const { app } = await start()
    const stranger = browser(app)
    const answer = await stranger.send({ method: 'DELETE', url: '/api/users/me', payload: {} })
    expect(answer.status).toBe(401)
  })
})
