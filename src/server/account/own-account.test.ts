import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
} from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, openTestDatabase } from '#tests/support/databases.ts'
import { ada as adasAccount, createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs } from '../durations.ts'
import type { Account } from '../students/user-queries.ts'
import { sessionParts as parts } from '../wiring.ts'
import { presentOwnAccount } from './own-account.ts'

stayOnBuiltInCampus()

const me = '/api/users/me'

describe.each(anyEngine)('the own account on %s', (engine) => {
  it('has names, dates and settings, for no cache', async () => {
    const { ada, clock, db } = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const first = await ada.get(me)
    expect(first.headers['cache-control']).toBe('no-store')
    expect(first.body).toEqual({
      id: 1,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: at('ada'),
      confirmation: 'confirmed',
      role: 'student',
      secondFactor: null,
      suspension: null,
      mayPost: true,
      unread: 0,
      favourites: [],
      joinedAt: '2026-11-15T12:00:00.000Z',
      confirmedAt: '2026-11-15T12:00:00.000Z',
      showsEmail: true,
      mailReminders: true,
      mailMessages: 'soon',
      mailSaved: true,
      mailFavourites: false,
      mailWeekly: true,
      bouncedAt: null,
      isCodeRefused: false,
      isOnlyAdmin: false,
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
      { mailSaved: false },
      { mailFavourites: true },
      { id: 2, email: at('bob', 1), confirmation: 'required', must_confirm: 1 },
    ]
    for (const change of changes) expect((await ada.patch(me, change)).status).toBe(200)
    const { body } = await ada.get(me)
    expect(body).toMatchObject({
      id: 1,
      firstName: 'Augusta',
      lastName: 'Byron',
      email: at('ada'),
      confirmation: 'confirmed',
      showsEmail: true,
      mailReminders: false,
      mailMessages: 'off',
      mailSaved: false,
      mailFavourites: true,
    })
    expect((await ada.patch(me, {})).body).toEqual(body)
    expect((await ada.get('/api/auth/me')).body).toMatchObject({ firstName: 'Augusta' })
    expect((await bob.get(me)).body).toMatchObject({
      firstName: 'Bob',
      showsEmail: true,
      mailMessages: 'soon',
      mailSaved: true,
      mailFavourites: false,
      mailWeekly: true,
    })
  })

  it('reports every invalid field and changes nothing', async () => {
    const { ada, db } = await buildTestAppWithUsers(engine)
    const names = { firstName: ' ', lastName: null }
    const settings = {
      showsEmail: 'yes',
      mailMessages: 'weekly',
      mailSaved: 1,
      mailFavourites: null,
    }
    const response = await ada.patch(me, { ...names, ...settings })
    expect(response.status).toBe(400)
    expect(Object.keys(response.body.fields)).toEqual([
      'firstName',
      'lastName',
      'showsEmail',
      'mailMessages',
      'mailSaved',
      'mailFavourites',
    ])
    expect((await ada.patch(me, { firstName: 'Augusta', lastName: '' })).status).toBe(400)
    expect((await ada.get(me)).body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
    // The site does not check stored names again.
    await db.run(sql`UPDATE users SET last_name = '' WHERE id = 1`)
    expect((await ada.patch(me, { firstName: 'Augusta' })).body).toMatchObject({ lastName: '' })
  })

  it('takes no name that poses as the site or its staff, also with the one that stays', async () => {
    const { ada, db } = await buildTestAppWithUsers(engine)
    const message = 'This name could be mistaken for Quad or its staff. Use your own name.'
    const refused = (field: string) => ({ status: 400, body: { fields: { [field]: message } } })
    expect(await ada.patch(me, { firstName: 'Quad' })).toMatchObject(refused('firstName'))
    expect(await ada.patch(me, { lastName: 'Suppоrt Team' })).toMatchObject(refused('lastName'))
    expect((await ada.patch(me, { firstName: 'Mod' })).status).toBe(200)
    expect(await ada.patch(me, { lastName: 'Erator' })).toMatchObject(refused('lastName'))
    expect((await ada.get(me)).body).toMatchObject({ firstName: 'Mod', lastName: 'Lovelace' })
    // A name that is already stored stays as it is.
    await db.run(sql`UPDATE users SET first_name = 'Quad', last_name = 'Team' WHERE id = 1`)
    expect((await ada.patch(me, { mailSaved: false })).status).toBe(200)
  })

  it('changes its name ten times a day at most, whatever else is changed', async () => {
    const { ada, clock } = await buildTestAppWithUsers(engine)
    for (let count = 0; count < 10; count++) {
      const firstName = count % 2 ? 'Ada' : 'Augusta'
      expect((await ada.patch(me, { firstName, mailSaved: count % 2 === 0 })).status).toBe(200)
    }
    expect((await ada.patch(me, { firstName: 'Ada', mailSaved: true })).status).toBe(200)
    expect(await ada.patch(me, { firstName: 'Augusta', mailSaved: false })).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(dayMs / 1000) },
      body: { error: 'You can change your name 10 times a day. Please try again tomorrow.' },
    })
    expect((await ada.get(me)).body).toMatchObject({ firstName: 'Ada', mailSaved: true })
    clock.now += dayMs
    expect((await ada.patch(me, { firstName: 'Augusta' })).status).toBe(200)
  })

  it('neither uses up the renames of a student nor tells of them, before it is confirmed', async () => {
    const site = await buildTestAppWithUsers(engine, { VERIFY_EMAIL: 'on' })
    const { ada, app, db, clock } = site
    const rename = (client: typeof ada, index: number) =>
      client.patch(me, { firstName: index % 2 ? 'Ada' : 'Augusta' })
    const plusAda = { ...adasAccount, email: at('ada+x') }
    const stranger = createJsonClient(await createLoggedInClient(app, plusAda))
    expect((await rename(ada, 0)).status).toBe(200)
    for (let index = 0; index < 10; index++) {
      expect((await rename(stranger, index)).status).toBe(200)
    }
    expect((await rename(stranger, 10)).status).toBe(429)
    expect((await rename(ada, 1)).status).toBe(200)
    // Once both accounts are confirmed, they are one student.
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
    for (let index = 0; index < 8; index++) {
      expect((await rename(stranger, index)).status).toBe(200)
    }
    expect((await rename(ada, 0)).status).toBe(429)
  })

  it('keeps its name while it is suspended, and changes its settings', async () => {
    const { ada, db, clock } = await buildTestAppWithUsers(engine)
    await suspendTestStudent(db, { studentId: 1, now: clock.now })
    for (const change of [{ firstName: 'Augusta' }, { lastName: '', mailSaved: false }]) {
      expect(await ada.patch(me, change)).toMatchObject({
        status: 403,
        body: { code: 'suspended', error: expect.stringContaining('Two fakes') },
      })
    }
    expect((await ada.patch(me, { firstName: 'Ada', mailSaved: false })).status).toBe(200)
    expect((await ada.get(me)).body).toMatchObject({ firstName: 'Ada', mailSaved: false })
    clock.now += 7 * dayMs
    expect((await ada.patch(me, { firstName: 'Augusta' })).status).toBe(200)
  })

  it('shows a new name at once in what is cached', async () => {
    const { ada, visitor } = await buildTestAppWithUsers(engine)
    await ada.post('/api/misc', listingInputs.misc)
    const sellerName = async () => (await visitor.get('/api/misc')).body.results[0]?.seller.name
    expect(await sellerName()).toBe('Ada L.')
    await ada.patch(me, { firstName: 'Augusta' })
    await expect.poll(sellerName).toBe('Augusta L.')
  })
})

/** Opens a site where Bob has saved Ada's lamp and two searches, and gets no emails about them. */
async function openSavedSite(engine: Engine) {
  const site = await buildTestAppWithUsers(engine)
  const { ada, bob, clock, db } = site
  const { body: lamp } = await ada.post('/api/misc', listingInputs.misc)
  await bob.put(apiPaths.favourite('misc', lamp.id))
  for (const category of ['misc', 'rental']) {
    expect((await bob.post(apiPaths.savedSearches, { category })).status).toBe(201)
  }
  await bob.patch(me, { mailSaved: false })
  const savedAt = clock.now
  clock.now += dayMs
  await ada.post(apiPaths.status('misc', lamp.id), { status: 'pending' })
  const { body: newest } = await ada.post('/api/misc', listingInputs.misc)
  const rankOf = async (id: number) =>
    (await db.get<{ rank: number }>(sql`SELECT rank FROM listings WHERE id = ${id}`))?.rank
  const readKnown = () =>
    db.get(sql`SELECT known_at AS at, known_status AS status, created_at FROM favourites`)
  const readSeen = async () =>
    (
      await db.all<{ rank: number }>(sql`SELECT seen_rank AS rank FROM saved_searches ORDER BY id`)
    ).map(({ rank }) => rank)
  return { ...site, lamp, newest, savedAt, rankOf, readKnown, readSeen }
}

describe.each(anyEngine)('mail about what is saved, turned on, on %s', (engine) => {
  it('tells nothing of favourites that happened before', async () => {
    const { bob, clock, db, savedAt, readKnown } = await openSavedSite(engine)
    const asSaved = { at: savedAt, status: 'available', created_at: savedAt }
    const asOfNow = { at: clock.now, status: 'pending', created_at: savedAt }
    // Turning on only one of the two settings is not enough.
    for (const change of [
      { mailFavourites: true },
      { mailFavourites: false },
      { mailSaved: true },
    ]) {
      await bob.patch(me, change)
      expect(await readKnown()).toEqual(asSaved)
    }
    await bob.patch(me, { mailFavourites: true })
    expect(await readKnown()).toEqual(asOfNow)
    // If a setting was already on, its news is not marked as known.
    clock.now += dayMs
    await db.run(sql`UPDATE listings SET status = 'sold'`)
    await bob.patch(me, { mailFavourites: true, mailSaved: true, firstName: 'Rob' })
    expect(await readKnown()).toEqual(asOfNow)
    await bob.patch(me, { mailSaved: false })
    await bob.patch(me, { mailSaved: true })
    expect(await readKnown()).toEqual({ ...asOfNow, at: clock.now, status: 'sold' })
    // A listing that is taken down may return with its earlier status.
    clock.now += dayMs
    await db.run(sql`UPDATE listings SET status = 'hidden'`)
    await bob.patch(me, { mailFavourites: false })
    await bob.patch(me, { mailFavourites: true })
    expect(await readKnown()).toEqual({ ...asOfNow, at: clock.now, status: 'sold' })
  })

  it('tells nothing of listings that saved searches would have found before', async () => {
    const { ada, bob, db, lamp, newest, rankOf, readSeen } = await openSavedSite(engine)
    const before = [await rankOf(lamp.id), 0]
    expect(await readSeen()).toEqual(before)
    await ada.patch(me, { mailSaved: false })
    await ada.patch(me, { mailSaved: true })
    await bob.patch(me, { mailFavourites: true })
    expect(await readSeen()).toEqual(before)
    await bob.patch(me, { mailSaved: true })
    const after = [await rankOf(newest.id), 0]
    expect(await readSeen()).toEqual(after)
    // The rank never moves back, because the student has already seen the listings that return to the lists.
    await db.run(sql`UPDATE listings SET status = 'sold'`)
    await bob.patch(me, { mailSaved: false })
    await bob.patch(me, { mailSaved: true })
    expect(await readSeen()).toEqual(after)
  })
})

describe.each(anyEngine)('security events on %s', (engine) => {
  it('are those of the student in 30 days, with what strangers cause as one a day', async () => {
    const { ada, bob, clock, db } = await buildTestAppWithUsers(engine)
    await db.run(sql`DELETE FROM security_events`)
    const insert = (studentId: number, kind: string, device: string | null, createdAt: number) =>
      db.run(sql`
        INSERT INTO security_events (user_id, kind, device, network_hash, created_at)
        VALUES (${studentId}, ${kind}, ${device}, 'a hash', ${createdAt})`)
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

const account: Account = {
  id: 1,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: at('ada'),
  passwordHash: 'a hash',
  createdAt: 0,
  confirmedAt: 1,
  mustConfirm: true,
  isSample: false,
  showsEmail: true,
  mailReminders: true,
  mailMessages: 'soon',
  mailSaved: true,
  mailFavourites: false,
  fitsSeenId: 0,
  mailWeekly: true,
  bouncedAt: 2,
  affiliations: null,
  role: 'moderator',
  suspendedUntil: null,
  bannedAt: null,
  roleEndsAt: null,
  roleActiveOn: null,
  roleConfirmedAt: null,
  heldAt: null,
  holdReviewAt: null,
  holdLogId: null,
  deleteAt: null,
  deletionLogId: null,
}

it('says nothing of the mailbox without VERIFY_EMAIL', async () => {
  const db = await openTestDatabase('sqlite')
  expect(
    await presentOwnAccount(db, account, {
      verifyEmail: false,
      canStartThreads: true,
      secondFactorAt: null,
      isTryOut: true,
      postingAffiliations: undefined,
      parts,
      now: 3,
    }),
  ).toEqual({
    id: 1,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: at('ada'),
    confirmation: 'confirmed',
    role: 'moderator',
    secondFactor: null,
    suspension: null,
    mayPost: true,
    unread: 0,
    favourites: [],
    joinedAt: '1970-01-01T00:00:00.000Z',
    confirmedAt: null,
    showsEmail: true,
    mailReminders: true,
    mailMessages: 'soon',
    mailSaved: true,
    mailFavourites: false,
    mailWeekly: true,
    bouncedAt: null,
    isCodeRefused: false,
    isOnlyAdmin: false,
  })
  expect(
    await presentOwnAccount(db, account, {
      verifyEmail: true,
      canStartThreads: true,
      secondFactorAt: null,
      isTryOut: false,
      postingAffiliations: undefined,
      parts,
      now: 3,
    }),
  ).toMatchObject({
    confirmedAt: '1970-01-01T00:00:00.001Z',
    bouncedAt: '1970-01-01T00:00:00.002Z',
  })
})
