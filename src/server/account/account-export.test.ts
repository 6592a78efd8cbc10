import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import type { AccountExport } from '#contract/account-export.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { Db } from '#server/database/database.ts'
import { openTestSite } from '#tests/support/backup-site.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { stayOnBuiltInCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { countTurns } from '#tests/support/count-turns.ts'
import { engines } from '#tests/support/databases.ts'
import {
  ada,
  ada as adasAccount,
  bob,
  createClient,
  createLoggedInClient,
} from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { findUserReferences, readAllTables } from '#tests/support/read-tables.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { insertPreviousPrice } from '../listings/posting/prices.ts'
import { insertThread } from '../messages/thread-queries.ts'
import { openAppeal, sendAppeal } from '../moderation/appeals/appeal.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { createExportToken } from '../students/restrictions/export-link.ts'
import { liftRestriction } from '../students/restrictions/lift-restriction.ts'
import { deleteAccount } from './account-deletion.ts'

stayOnBuiltInCampus()

/** Inserts a meeting of the past, to which the buyer did not come, as the seller says. */
async function insertMeeting(
  db: Db,
  { threadId, messageId }: { threadId: number; messageId: number },
) {
  const startsAt = Date.UTC(2026, 10, 10, 20)
  await db.run(sql`
    INSERT INTO meetings (message_id, thread_id, state, place_kind, place, starts_at, created_at,
      changed_at, buyer_outcome, seller_outcome, buyer_view)
    VALUES (${messageId}, ${threadId}, 'over', 'other', 'Bus stop', ${startsAt}, 1, 1, 'not_yet',
      'no_show', 'was_there')`)
  return { id: messageId, time: new Date(startsAt).toISOString() }
}

describe.each(engines)('account export on %s', (engine) => {
  async function start() {
    const built = await buildTestApp(engine)
    const client = await createLoggedInClient(built.app)
    const me = await client.get('/api/auth/me')
    const { id } = me.body as { id: number }
    await built.db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at)
      VALUES ('rental', ${id}, 'Room', 75050, 'Sunny', '{"num_beds":2}', '[]', '', 0, 0)`)
    return { ...built, client, id }
  }

  it('requires a logged-in user and contains no password hash', async () => {
    const { app, client, id } = await start()
    expect((await createClient(app).get('/api/users/me/export')).status).toBe(401)
    const response = await client.get('/api/users/me/export')
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      user: { id, firstName: 'Ada', lastName: 'Lovelace', email: ada.email },
      sessions: [{ startedAt: '2026-11-15T12:00:00.000Z' }],
      listings: [{ category: 'rental', title: 'Room', price: 750.5, details: { num_beds: 2 } }],
    })
    expect(JSON.stringify(response.body)).not.toContain('argon2')
  })

  it('reads and writes any number of listings and conversations in slices', async () => {
    const { db, client, id } = await start()
    const { id: buyer } = await insertTestUser(db, at('eve'))
    const numbers = (last: number) => sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})`
    await db.run(sql`
      INSERT INTO listings (category, seller_id, title, price_cents, description, details, photos,
        search_text, posted_at, updated_at, rank)
      ${numbers(299)} SELECT 'misc', ${id}, 'Lamp ' || n, 100, '', '{}', '[]', '', 0, 0, n FROM numbers`)
    await db.run(sql`
      INSERT INTO threads (category, listing_id, title, created_at, last_message_at, expires_at)
      ${numbers(100)} SELECT 'misc', n, 'Lamp ' || n, 0, 0, 9000000000000 FROM numbers`)
    await db.run(sql`
      INSERT INTO thread_members (thread_id, is_buyer, user_id, listing_id, last_message_id)
      SELECT id, 1, CAST(${buyer} AS INTEGER), listing_id, id FROM threads
      UNION ALL SELECT id, 0, CAST(${id} AS INTEGER), listing_id, id FROM threads`)
    await db.run(sql`
      INSERT INTO messages (thread_id, is_from_buyer, client_id, body, created_at)
      SELECT id, is_from, 'x', 'Message ' || id, 0 FROM threads,
        (SELECT 1 AS is_from UNION ALL SELECT 0) AS sides ORDER BY id, is_from`)
    const turns = countTurns()
    const { body } = await client.get('/api/users/me/export')
    const slices = 2 * (300 / 50) + 100 / 20 + 100 / 50
    expect(turns()).toBeGreaterThan(slices)
    const { listings, threads } = body as unknown as AccountExport
    expect(listings.map(({ title }) => title)).toEqual([
      'Room',
      ...Array.from({ length: 299 }, (_, index) => `Lamp ${index + 1}`),
    ])
    expect(threads).toHaveLength(100)
    for (const [index, thread] of threads.entries()) {
      const text = `Message ${thread.id}`
      expect(thread).toMatchObject({ id: (threads[0]?.id ?? 0) + index, role: 'seller' })
      expect(thread.messages).toMatchObject([
        { body: text, isOwn: true },
        { body: text, isOwn: false },
      ])
    }
  })

  it('is for links of our own pages, and a link elsewhere uses up no download', async () => {
    const { client, db } = await start()
    const open = (site: string) =>
      client.get(apiPaths.accountExport, {
        'sec-fetch-site': site,
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      })
    const counters = () => db.all(sql`SELECT bucket, count FROM rate_limits ORDER BY bucket`)
    const before = await counters()
    for (const site of ['cross-site', 'same-site']) {
      expect(await open(site)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await counters()).toEqual(before)
    for (const site of ['same-origin', 'none']) expect((await open(site)).status).toBe(200)
    expect(await counters()).not.toEqual(before)
  })

  it('contains all data of the user and none of others', async () => {
    const { ada: me, bob: other, db, upload, visits } = await openTestSite(engine)
    const photo = await upload(me, 1)
    const posted = await me.post('/api/misc', {
      ...listingInputs.misc,
      photos: [photo],
      lowest_offer: 10,
      decline_text: 'Too low',
    })
    await upload(other, 2)
    await other.post('/api/textbooks', { ...listingInputs.textbook, photos: [photo] })
    for (const path of [`/misc/${posted.body.id}`, '/textbooks/2']) {
      await other.post('/api/logs', {
        path,
        userAgent: firefox,
        timestamp: '2026-11-15T12:00:00Z',
      })
    }
    await visits.flush()
    for (const { email } of [ada, bob]) await me.post('/api/auth/reset-password', { email })
    // She and a visitor have seen the other student's address, and the other student has seen hers.
    const { id: textbookId } = (await other.post('/api/textbooks', listingInputs.textbook)).body
    await me.get(`/api/textbooks/${textbookId}/contact`)
    await other.get(`/api/misc/${posted.body.id}/contact`)
    await db.run(sql`
      INSERT INTO contact_reads (reader, day, seller_id) VALUES ('network:a-hash', 20772, 2)`)
    const askedAt = Date.parse('2026-11-15T12:00Z')
    for (const studentId of [1, 2]) {
      await db.run(sql`DELETE FROM security_events WHERE user_id = ${studentId}`)
      await db.run(sql`
        INSERT INTO security_events (user_id, kind, device, network_hash, created_at)
        VALUES (${studentId}, 'login', 'Firefox on Linux', 'a hash', ${askedAt})`)
      await db.run(sql`
        INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name,
          verifies_user, created_at)
        VALUES (${studentId}, ${`credential ${studentId}`}, 'a key', 0, '', ${`Phone ${studentId}`},
          1, ${askedAt})`)
      await db.run(sql`
        INSERT INTO authenticators (user_id, secret, added_at)
        VALUES (${studentId}, 'encrypted', ${askedAt})`)
      await db.run(sql`
        INSERT INTO recovery_codes (user_id, code_hash) VALUES (${studentId}, 'a hash')`)
      await db.run(sql`
        INSERT INTO second_factor_devices (user_id, device_hash, used_at)
        VALUES (${studentId}, 'a hash', ${askedAt})`)
      await db.run(sql`
        INSERT INTO confirmation_codes (user_id, code_hash, created_at, expires_at)
        VALUES (${studentId}, 'a hash', ${askedAt}, ${askedAt + 15 * minuteMs})`)
    }
    await db.run(sql`
      INSERT INTO university_accounts (user_id, issuer, subject, joined_at, last_login_at)
      VALUES (1, 'https://login.example', 'ada-1', ${askedAt}, ${askedAt}),
        (2, 'https://login.example', 'bob-1', ${askedAt}, ${askedAt})`)
    await db.run(sql`UPDATE users SET affiliations = 'student' WHERE id = 1`)
    // Each of the two has reported the other, and was warned.
    for (const [studentId, reporterId] of [
      [1, 2],
      [2, 1],
    ] as const) {
      await db.run(sql`
        INSERT INTO reports (reporter_id, student_id, reason, note, half_weight, is_established,
          created_at)
        VALUES (${reporterId}, ${studentId}, 'scam', ${`by ${reporterId}`}, 2, 1, ${askedAt})`)
      const note = `to ${studentId}`
      const warning = { action: 'warn', actorId: 3, studentId, reason: 'scam', note } as const
      const logId = await writeLog(db, warning, askedAt)
      const token = await openAppeal(db, { logId, studentId }, askedAt)
      await sendAppeal(db, { token, text: `of ${studentId}` }, askedAt)
    }
    // The two write to each other. A third student has a thread and a block of their own.
    const desk = await other.post('/api/misc', listingInputs.misc)
    const asked = await me.post(`/api/misc/${desk.body.id}/messages`, {
      body: 'Is it still there?',
    })
    const thread = `/api/threads/${asked.body.thread_id}`
    await other.post(`${thread}/messages`, { body: "Sorry, it's gone." })
    const offered = await me.post(`${thread}/offers`, { amount: 12 })
    const offer: { id: number; body: string } = Object(offered.body.message)
    const meeting = await insertMeeting(db, {
      threadId: Number(asked.body.thread_id),
      messageId: offer.id,
    })
    const { id: thirdId } = await insertTestUser(db, at('cleo'))
    const third = { buyerId: thirdId, sellerId: 2, now: askedAt }
    const lamp = { category: 'misc', id: desk.body.id } as const
    await insertThread(db, { ...third, listing: lamp, title: 'Of others' })
    for (const [blockerId, blockedId] of [
      [1, thirdId],
      [2, 1],
      [1, 99],
    ]) {
      await db.run(sql`
        INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
        VALUES (${blockerId}, ${blockedId}, ${`hash of ${blockedId}`}, ${askedAt})`)
    }
    await me.patch('/api/users/me', { mailMessages: 'daily', mailSaved: false })
    // Each of the two has saved a listing of the other and a search. An email was about one listing, and a price has
    // changed.
    await me.put(apiPaths.favourite('misc', desk.body.id))
    await other.put(apiPaths.favourite('misc', posted.body.id))
    await me.post(apiPaths.savedSearches, { category: 'rental', query: 'max_price=800&q=attic' })
    await other.post(apiPaths.savedSearches, { category: 'rental', query: 'q=others' })
    await db.run(sql`UPDATE saved_searches SET paused_at = ${askedAt}`)
    for (const studentId of [1, 2]) {
      await db.run(sql`
        INSERT INTO mailed_listings (user_id, listing_id, mailed_at)
        VALUES (${studentId}, ${desk.body.id}, ${askedAt})`)
    }
    for (const id of [posted.body.id, desk.body.id]) {
      const previous = { cents: 2050, since: askedAt - dayMs, until: askedAt }
      await insertPreviousPrice(db, id, previous)
    }
    // Each of the two has answered a signal.
    for (const id of [posted.body.id, desk.body.id]) {
      await db.run(sql`
        INSERT INTO signal_answers (listing_id, signal, sentence, note, created_at)
        VALUES (${id}, 'price 1500', 'Asks $15.', ${`of ${id}`}, ${askedAt})`)
    }
    const { body } = await me.get('/api/users/me/export')
    expect(body).toEqual({
      exportedAt: '2026-11-15T12:00:00.000Z',
      roleDates: { endsAt: null, activeOn: null, confirmedAt: null },
      deletionPlannedFor: null,
      user: {
        id: 1,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: ada.email,
        joinedAt: '2026-11-15T12:00:00.000Z',
        confirmedAt: '2026-11-15T12:00:00.000Z',
        showsEmail: true,
        mailReminders: true,
        mailMessages: 'daily',
        mailSaved: false,
        mailFavourites: false,
        mailWeekly: true,
        bouncedAt: null,
        role: 'student',
        suspension: null,
        unread: 1,
      },
      affiliations: 'student',
      universityAccount: {
        issuer: 'https://login.example',
        subject: 'ada-1',
        joinedAt: '2026-11-15T12:00:00.000Z',
        lastLoginAt: '2026-11-15T12:00:00.000Z',
      },
      sessions: [
        {
          device: 'Firefox on Linux',
          startedAt: '2026-11-15T12:00:00.000Z',
          lastRefreshedAt: '2026-11-15T12:00:00.000Z',
          lastUsedAt: '2026-11-15T12:00:00.000Z',
          issuer: null,
          provedAt: null,
          secondFactorAt: '2026-11-15T12:00:00.000Z',
        },
      ],
      securityEvents: [
        { kind: 'login', device: 'Firefox on Linux', happenedAt: '2026-11-15T12:00:00.000Z' },
        { kind: 'data export', device: 'Firefox on Linux', happenedAt: '2026-11-15T12:00:00.000Z' },
      ],
      confirmationCodes: [
        {
          purpose: 'email',
          askedAt: '2026-11-15T12:00:00.000Z',
          expiresAt: '2026-11-15T12:15:00.000Z',
        },
      ],
      passkeys: [
        {
          name: 'Phone 1',
          addedAt: '2026-11-15T12:00:00.000Z',
          lastUsedAt: null,
          logsIn: true,
          verifiesUser: true,
          credentialId: 'credential 1',
          publicKey: 'a key',
          counter: 0,
          transports: [],
        },
      ],
      secondFactor: {
        authenticatorAddedAt: '2026-11-15T12:00:00.000Z',
        recoveryCodesLeft: 1,
        devicesUsedAt: ['2026-11-15T12:00:00.000Z'],
      },
      addressesSeen: [{ day: '2026-11-15', sellerId: 2 }],
      addressSeenBy: [{ day: '2026-11-15', readers: 1 }],
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
          status: 'available',
          endsAt: '2026-12-15T12:00:00.000Z',
          renewedAt: null,
          offers: { isFirm: false, lowest: 10, declineText: 'Too low' },
          soldAt: null,
          wentFor: null,
          views: [{ day: '2026-11-15', views: 1 }],
          savedBy: 1,
          formerPrices: [
            {
              price: 20.5,
              askedFrom: '2026-11-14T12:00:00.000Z',
              askedUntil: '2026-11-15T12:00:00.000Z',
            },
          ],
        },
      ],
      movingSales: [],
      uploads: [
        { url: `/api${photo}`, bytes: expect.any(Number), uploadedAt: '2026-11-15T12:00:00.000Z' },
      ],
      favourites: [
        {
          category: 'misc',
          listingId: desk.body.id,
          title: 'Desk lamp',
          savedAt: '2026-11-15T12:00:00.000Z',
          knownStatus: 'available',
          knownAt: '2026-11-15T12:00:00.000Z',
        },
      ],
      savedSearches: [
        {
          id: 1,
          category: 'rental',
          query: expect.stringContaining('attic'),
          frequency: 'daily',
          savedAt: '2026-11-15T12:00:00.000Z',
          wantedAt: '2026-11-15T12:00:00.000Z',
          pausedAt: '2026-11-15T12:00:00.000Z',
        },
      ],
      mailedListings: [{ listingId: desk.body.id, mailedAt: '2026-11-15T12:00:00.000Z' }],
      threads: [
        {
          id: asked.body.thread_id,
          category: 'misc',
          listingId: desk.body.id,
          title: 'Desk lamp',
          role: 'buyer',
          otherName: 'Bob Stone',
          unread: 1,
          messages: [
            {
              id: expect.any(Number),
              isOwn: true,
              body: 'Is it still there?',
              sentAt: '2026-11-15T12:00:00.000Z',
            },
            {
              id: expect.any(Number),
              isOwn: false,
              body: "Sorry, it's gone.",
              sentAt: '2026-11-15T12:00:00.000Z',
            },
            {
              id: offer.id,
              isOwn: true,
              body: offer.body,
              sentAt: '2026-11-15T12:00:00.000Z',
            },
          ],
          meetings: [
            {
              id: meeting.id,
              place: 'Bus stop',
              startsAt: meeting.time,
              state: 'over',
              hereAt: null,
              otherHereAt: null,
              outcome: 'not_yet',
              otherSaysNoShow: true,
              view: 'was_there',
            },
          ],
          offers: [
            {
              id: offer.id,
              isOwn: true,
              amount: 12,
              state: 'open',
              madeAt: '2026-11-15T12:00:00.000Z',
              endsAt: '2026-11-17T12:00:00.000Z',
            },
          ],
        },
      ],
      blocks: [
        { studentId: 99, name: 'Deleted account', blockedAt: '2026-11-15T12:00:00.000Z' },
        { studentId: thirdId, name: 'Ada Lee', blockedAt: '2026-11-15T12:00:00.000Z' },
      ],
      reports: [
        {
          studentId: 2,
          category: null,
          listingId: null,
          threadId: null,
          reason: 'scam',
          note: 'by 1',
          state: 'open',
          reportedAt: '2026-11-15T12:00:00.000Z',
          decidedAt: null,
        },
      ],
      decisions: [
        expect.objectContaining({ action: 'warn', reason: 'scam', note: 'to 1' }),
        expect.objectContaining({ action: 'appeal', decidedAt: '2026-11-15T12:00:00.000Z' }),
      ],
      appeals: [
        {
          decisionId: 1,
          expiresAt: '2026-12-05T12:00:00.000Z',
          text: 'of 1',
          sentAt: '2026-11-15T12:00:00.000Z',
          outcome: null,
        },
      ],
      signalAnswers: [
        {
          category: 'misc',
          listingId: posted.body.id,
          sentence: 'Asks $15.',
          note: `of ${posted.body.id}`,
          answeredAt: '2026-11-15T12:00:00.000Z',
          decision: null,
        },
      ],
      mails: [
        expect.objectContaining({
          subject: 'Reset your Quad password',
          writtenAt: '2026-11-15T12:00:00.000Z',
        }),
      ],
    })
    // A second download within the hour is not stored.
    expect((await me.get('/api/users/me/export')).body).toEqual(body)
    // The export leaves out the title of a listing that is taken down.
    await db.run(sql`UPDATE listings SET status = 'removed' WHERE id = ${desk.body.id}`)
    const { favourites } = (await me.get('/api/users/me/export')).body
    expect(favourites).toMatchObject([{ listingId: desk.body.id, title: null }])
    // A new table that references users must be added to the export too.
    const references = await findUserReferences(db)
    expect(references.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([
      'appeals.student_id',
      'authenticators.user_id',
      'blocks.blocker_id',
      // Who is on a case is no data of its student, and ends after 30 minutes.
      'case_claims.moderator_id',
      'case_claims.student_id',
      'confirmation_codes.user_id',
      'contact_reads.seller_id',
      // The log has every link that was sent, and the export has that entry.
      'export_links.user_id',
      'favourites.user_id',
      // Notes name others, such as who reported, so no export has them.
      'internal_notes.student_id',
      'jobs.user_id',
      'listings.seller_id',
      'mailed_listings.user_id',
      'message_versions.user_id',
      'moving_sales.seller_id',
      'passkeys.user_id',
      'password_resets.user_id',
      'photos.uploader_id',
      'recovery_codes.user_id',
      'reports.reporter_id',
      'saved_searches.user_id',
      'second_factor_devices.user_id',
      'security_events.user_id',
      'sessions.user_id',
      'thread_members.user_id',
      'university_accounts.user_id',
    ])
  })
})

const form = 'application/x-www-form-urlencoded'
const dead =
  "This link doesn't work any more. It has expired, or the account is open again or deleted."

describe.each(engines)('the data of a banned student on %s', (engine) => {
  /** Opens a site where Bob, an admin, has banned Ada, who had a listing. */
  async function open() {
    const site = await buildTestAppWithUsers(engine)
    const { app, db, clock, ada, bob, dataDir } = site
    await ada.post(apiPaths.list('misc'), listingInputs.misc)
    await db.run(sql`UPDATE users SET role = 'admin' WHERE id = 2`)
    const ban = async () => {
      const body = { action: 'ban', reason: 'scam', note: 'Two fakes', seen: null }
      expect((await bob.post(apiPaths.studentDecisions(1), body)).status).toBe(200)
    }
    await ban()
    const { token, text } = await vi.waitFor(async () => {
      const mails = (await readOutbox(dataDir)).filter(({ to }) => to === adasAccount.email)
      const [, found] = /\/export\?token=([\w.-]+)/.exec(mails.at(-1)?.text ?? '') ?? []
      if (!found) throw new Error('No mail has a link.')
      return { token: found, text: mails.at(-1)?.text.replaceAll(/\s+/g, ' ') }
    })
    /** Opens the link without a session. */
    const read = (given = token) => app.inject(apiPaths.exportLink(given))
    const download = (given = token, headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/export',
        headers: { 'content-type': form, ...headers },
        payload: new URLSearchParams({ token: given }).toString(),
      })
    const expectDead = async (given = token) => {
      const shown = await read(given)
      expect([shown.statusCode, shown.json().error]).toEqual([404, dead])
      const posted = await download(given)
      expect(posted.statusCode).toBe(404)
      expect(posted.body).not.toContain('uwaterloo')
    }
    return { ...site, clock, token, text, read, download, expectDead }
  }

  it('can be downloaded by the link in the mail until the account is deleted', async () => {
    const { db, clock, token, text, read, download, expectDead } = await open()
    expect(text).toContain('You can download your data until your account is deleted: ')
    // The email arrives a moment before its job has finished and erased the text.
    await expect
      .poll(async () => JSON.stringify(await readAllTables(db)).includes(token))
      .toBe(false)
    const shown = await read()
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.json()).toEqual({ keptUntil: '2026-12-15T12:00:00.000Z', isClosed: true })

    // These are the headers of a browser that follows a link in an email.
    const fromMail = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'document',
      origin: 'null',
    }
    const exported = await download(token, fromMail)
    expect([exported.statusCode, exported.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="quad-export.json"',
    ])
    expect(exported.headers['cache-control']).toBe('no-store')
    expect(exported.json()).toMatchObject({
      user: { id: 1, email: adasAccount.email },
      listings: [{ title: listingInputs.misc.title, status: 'removed' }],
      decisions: [{ action: 'ban' }],
    })
    expect(exported.body).not.toMatch(/argon2|mylaurier/)

    clock.now += 30 * dayMs - 1
    expect((await read()).statusCode).toBe(200)
    clock.now += 1
    await db.transaction((tx) => deleteAccount(tx, 1, { appUrl: '', now: clock.now }))
    await expectDead()
  })

  it('can be downloaded by the link twenty times an hour', async () => {
    const { db, clock, download } = await open()
    expect((await download()).statusCode).toBe(200)
    await db.run(sql`UPDATE rate_limits SET count = 19 WHERE bucket LIKE 'exports:%'`)
    expect((await download()).statusCode).toBe(200)
    const refused = await download()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.body).toContain('You can download your data 20 times an hour.')
    expect(refused.headers).not.toHaveProperty('content-disposition')
    clock.now += hourMs
    expect((await download()).statusCode).toBe(200)
  })

  it('cannot be downloaded by the link once the ban is undone, nor after another one', async () => {
    const { db, clock, expectDead } = await open()
    const log = await db.get<{ id: number }>(sql`
      SELECT id FROM moderation_log WHERE action = 'ban'`)
    const undone = { studentId: 1, logId: Number(log?.id), now: clock.now }
    await db.transaction((tx) => liftRestriction(tx, undone))
    await expectDead()
    await db.run(sql`UPDATE users SET banned_at = ${clock.now + 1} WHERE id = 1`)
    await expectDead()
  })

  it('is for the account of the link alone, and not for who signed up with an unproven address', async () => {
    const { db, clock, read, download, expectDead } = await open()
    const { now: bannedAt } = clock
    await db.run(sql`UPDATE users SET banned_at = ${bannedAt} WHERE id = 2`)
    const bobs = await createExportToken(db, { id: 2, bannedAt })
    expect((await download(bobs)).json()).toMatchObject({ user: { id: 2 } })
    for (const odd of ['x', ' ', '1', '1.', '1.x', '0.x', '../..', 'é\u{1f4a9}', "' OR 1=1 --"]) {
      await expectDead(odd)
    }
    expect((await read('9'.repeat(201))).statusCode).toBe(400)
    await db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE id = 1`)
    await expectDead()
  })

  it('is not touched when the link is opened', async () => {
    const { app, db, token } = await open()
    const before = await readAllTables(db)
    for (const method of ['GET', 'HEAD'] as const) {
      await app.inject({ method, url: apiPaths.exportLink(token) })
      await app.inject({ method, url: pagePaths.exportData(token) })
    }
    expect(await readAllTables(db)).toEqual(before)
  })
})
