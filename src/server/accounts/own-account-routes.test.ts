import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { dayMs } from '../durations.ts'

const me = '/api/users/me'

describe.each(engines)('the own account on %s', (engine) => {
  it('has names, dates and settings, for no cache', async () => {
    const { ada, clock, db } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const first = await ada.get(me)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.body).toEqual({
      id: 1,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@uwaterloo.ca',
      confirmation: 'confirmed',
      role: 'student',
      suspension: null,
      unread: 0,
      joinedAt: '2026-11-15T12:00:00.000Z',
      confirmedAt: '2026-11-15T12:00:00.000Z',
      showsEmail: true,
      mailReminders: true,
      mailMessages: 'soon',
      bouncedAt: null,
    })
    await db.run(sql`UPDATE users SET confirmed_at = NULL, bounced_at = ${clock.now}`)
    expect((await ada.get(me)).body).toMatchObject({
      confirmation: 'required',
      confirmedAt: null,
      bouncedAt: '2026-11-15T12:00:00.000Z',
    })
  })

  it('changes what is sent and keeps the rest', async () => {
    const { ada, bob } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const changes: object[] = [
      { lastName: ' Byron ' },
      { showsEmail: false },
      { firstName: 'Augusta', mailReminders: false },
      { showsEmail: true, mailMessages: 'off' },
      { id: 2, email: 'bob@mylaurier.ca', confirmation: 'required', must_confirm: 1 },
    ]
    for (const change of changes) expect((await ada.patch(me, change)).status).toBe(200)
    const { body } = await ada.get(me)
    expect(body).toMatchObject({
      id: 1,
      firstName: 'Augusta',
      lastName: 'Byron',
      email: 'ada@uwaterloo.ca',
      confirmation: 'confirmed',
      showsEmail: true,
      mailReminders: false,
      mailMessages: 'off',
    })
    expect((await ada.patch(me, {})).body).toEqual(body)
    expect((await ada.get('/api/auth/me')).body).toMatchObject({ firstName: 'Augusta' })
    expect((await bob.get(me)).body).toMatchObject({
      firstName: 'Bob',
      showsEmail: true,
      mailMessages: 'soon',
    })
  })

  it('reports every invalid field and changes nothing', async () => {
    const { ada, db } = await buildTestAppWithUsers(engine)
    const names = { firstName: ' ', lastName: null }
    const response = await ada.patch(me, { ...names, showsEmail: 'yes', mailMessages: 'weekly' })
    expect(response.status).toBe(400)
    expect(Object.keys(response.body.fields)).toEqual([
      'firstName',
      'lastName',
      'showsEmail',
      'mailMessages',
    ])
    expect((await ada.patch(me, { firstName: 'Augusta', lastName: '' })).status).toBe(400)
    expect((await ada.get(me)).body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
    // Stored names are not checked again.
    await db.run(sql`UPDATE users SET last_name = '' WHERE id = 1`)
    expect((await ada.patch(me, { firstName: 'Augusta' })).body).toMatchObject({ lastName: '' })
  })

  it('shows a new name at once in what is cached', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    await ada.post('/api/misc', listingInputs.misc)
    const sellerName = async () => (await visitor.get('/api/misc')).body.results[0]?.seller.name
    expect(await sellerName()).toBe('Ada Lovelace')
    await ada.patch(me, { firstName: 'Augusta' })
    await expect.poll(sellerName).toBe('Augusta Lovelace')
  })
})

describe.each(engines)('security events on %s', (engine) => {
  it('are those of the student in 30 days, with what strangers cause as one a day', async () => {
    const { ada, bob, clock, db } = await buildTestAppWithUsers(engine)
    await db.run(sql`DELETE FROM security_events`)
    const insert = (userId: number, kind: string, device: string | null, createdAt: number) =>
      db.run(sql`
        INSERT INTO security_events (user_id, kind, device, network_hash, created_at)
        VALUES (${userId}, ${kind}, ${device}, 'a hash', ${createdAt})`)
    await insert(1, 'login', 'too old', clock.now - 30 * dayMs)
    // Midnight on campus is 5:00 UTC.
    for (const [time, kind, device] of [
      ['14T04:59', 'login failure', 'Chrome on Windows'],
      ['14T05:00', 'login failure', null],
      ['14T17:00', 'login', 'Firefox on Linux'],
      ['14T17:30', 'login failure', null],
      ['14T18:00', 'reset request', null],
      ['15T04:59', 'login failure', null],
      ['15T05:01', 'login failure', null],
    ] as const) {
      await insert(1, kind, device, Date.parse(`2026-11-${time}Z`))
    }
    await insert(2, 'login', 'Safari on macOS', clock.now)
    const { body, headers } = await ada.get('/api/users/me/events')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual([
      event('login failure', '15T05:01', { count: 1 }),
      event('login failure', '15T04:59', { count: 3 }),
      event('reset request', '14T18:00', { count: 1 }),
      event('login', '14T17:00', { device: 'Firefox on Linux' }),
      event('login failure', '14T04:59', { count: 1 }),
    ])
    expect((await bob.get('/api/users/me/events')).body).toHaveLength(1)
  })

  it('of the student are not pushed out by those of strangers', async () => {
    const { ada, clock, db } = await buildTestAppWithUsers(engine)
    await db.run(sql`DELETE FROM security_events`)
    await db.run(sql`
      INSERT INTO security_events (user_id, kind, network_hash, created_at)
      VALUES (1, 'login', '', ${clock.now - dayMs})`)
    await db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
      INSERT INTO security_events (user_id, kind, network_hash, created_at)
      SELECT 1, 'login failure', '', ${clock.now} FROM numbers`)
    expect((await ada.get('/api/users/me/events')).body).toMatchObject([
      { kind: 'login failure', count: 300 },
      { kind: 'login' },
    ])
  })
})

const event = (kind: string, time: string, values: object) => ({
  id: expect.any(Number),
  kind,
  device: null,
  createdAt: `2026-11-${time}:00.000Z`,
  count: 1,
  ...values,
})
