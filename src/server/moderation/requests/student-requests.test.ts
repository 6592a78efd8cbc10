import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { campus } from '#campus/campus.ts'
import {
  deletionDays,
  exportLinkDays,
  keptOnHold,
  notKeptOnHold,
  type RequestAction,
} from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import { campusIsoDate, endOfCampusDay } from '#format/campus-date.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { runJob } from '#tests/support/run-job.ts'
import { createKeyedHash } from '../../app-secret.ts'
import { dayMs } from '../../durations.ts'
import { readMailboxHash } from '../../students/restrictions/mailbox-hash.ts'
import { updateHold } from '../../students/restrictions/requests.ts'
import { hashToken } from '../../students/sessions/session-token.ts'
import { startSession } from '../../students/sessions/sessions.ts'
import { findUser, lockUser } from '../../students/user-queries.ts'
import { roomData } from '../../wiring.ts'
import { showAgain } from '../reports/show-again.ts'
import { putBack } from '../take-down.ts'

const why = 'Asked in an email of Nov 12'

async function openSite(engine: Engine) {
  const site = await openModerationSite(engine)
  const { ada, eve, seenOf, app, db, dataDir } = site
  const ask = async (action: RequestAction, body: object = {}, who = eve, id = ada.id) =>
    who.post(apiPaths.studentRequests(id), {
      action,
      reason: why,
      seen: await seenOf(id),
      ...body,
    })
  // The listing of the site is a bare row, which no page could show.
  await db.run(sql`DELETE FROM listings`)
  const { id: bike } = (await ada.post(apiPaths.list('misc'), listingInputs.misc)).body
  const visit = async (id = bike) => (await app.inject(apiPaths.listing('misc', id))).statusCode
  const readLog = () =>
    db.all<{ action: string; actor_id: number | null; note: string | null }>(sql`
      SELECT action, actor_id, note FROM moderation_log
      LEFT JOIN moderation_notes ON log_id = moderation_log.id
      WHERE student_id = ${ada.id} AND action <> 'look_up' ORDER BY moderation_log.id`)
  const mailsToAda = async () => (await readOutbox(dataDir)).filter(({ to }) => to === at('ada'))
  const waitForMail = () =>
    vi.waitFor(async () => {
      const mail = (await mailsToAda()).at(-1)
      if (!mail) throw new Error('No email was sent.')
      return { ...mail, text: mail.text.replaceAll(/\s+/g, ' ') }
    })
  return { ...site, bike, ask, visit, readLog, mailsToAda, waitForMail }
}

describe.each(engines)('a hold on %s', (engine) => {
  it('hides what others see, blocks posting and deleting, tells the student nothing, and ends by hand', async () => {
    const { ada, bob, sam, eve, ask, visit, readLog, mailsToAda, db, clock, app, bike } =
      await openSite(engine)
    const input = { ...listingInputs.misc, title: 'Another thing', anyway: true }
    const { id: reported } = (await ada.post(apiPaths.list('misc'), input)).body
    const hide = sql`UPDATE listings SET status = 'hidden', status_before = 'available' WHERE id = ${reported}`
    await db.run(hide)
    expect(await visit()).toBe(200)
    const { status, body } = await ask('hold', { reviewOn: '2027-01-31' })
    expect([status, body.message]).toEqual([
      200,
      'Ada Lee is on hold now: evidence is kept, and their listings are hidden.',
    ])
    expect(await visit()).toBe(410)
    const { pause } = (await ada.get(apiPaths.me)).body as unknown as { pause: object }
    expect(pause).toEqual({
      canDelete: false,
      message: `Your listings are hidden. For now you can't post, change your name, or delete a listing or your account. Questions? Write to ${campus.contactEmail}.`,
      deletionAt: null,
    })
    const refused = [
      await ada.post(apiPaths.list('misc'), listingInputs.misc),
      await ada.put(apiPaths.listing('misc', bike), listingInputs.misc),
      await ada.post(apiPaths.status('misc', bike), { status: 'available' }),
    ]
    for (const url of [apiPaths.listing('misc', bike), apiPaths.account]) {
      const { cookie } = ada
      const response = await app.inject({ method: 'DELETE', url, headers: { cookie }, payload: {} })
      refused.push({ status: response.statusCode, body: response.json() })
    }
    expect(refused.map((each) => [each.status, each.body.code])).toEqual(
      refused.map(() => [403, 'forbidden']),
    )
    expect((await bob.post(apiPaths.list('misc'), listingInputs.misc)).status).toBe(201)
    // The owner's dashboard says that the listing is hidden, and not why.
    const own = await app.inject({
      url: apiPaths.userListings(ada.id, 'misc'),
      headers: { cookie: ada.cookie },
    })
    expect(own.body).toContain('"action":"pause"')
    expect(own.body).not.toContain('hold')
    expect(own.body).not.toContain(why)
    const exported = await app.inject({
      url: apiPaths.accountExport,
      headers: { cookie: ada.cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(exported.statusCode).toBe(200)
    expect(exported.body).not.toMatch(/hold|"pause"|Asked in an email/)

    const readCase = async (who: typeof eve) =>
      (await who.get(apiPaths.moderatedStudent(ada.id))).body as unknown as {
        forAdmins?: object
        log: { action: string; note: string | null }[]
      }
    expect((await readCase(eve)).forAdmins).toMatchObject({
      hold: { since: new Date(clock.now).toISOString(), reviewOn: '2027-01-31' },
      deletionAt: null,
    })
    expect((await readCase(eve)).log[0]).toMatchObject({ action: 'hold', note: why })
    // Moderators see that there is a hold, and not why.
    const forSam = await readCase(sam)
    expect(forSam.forAdmins).toBeUndefined()
    expect(forSam.log[0]).toMatchObject({ action: 'hold', note: null })

    // Neither time nor a moderator shows a listing of a student on hold.
    clock.now += 4 * dayMs
    await runJob(showAgain({ appUrl: '' }), { db, now: () => clock.now })
    await db.transaction((tx) => putBack(tx, { category: 'misc', id: reported }, clock.now))
    expect([await visit(), await visit(reported)]).toEqual([410, 410])
    expect((await ask('hold')).body.error).toBe('The account of Ada Lee is on hold already.')
    expect((await ask('release')).status).toBe(200)
    expect([await visit(), await visit(reported)]).toEqual([200, 200])
    expect((await ada.get(apiPaths.me)).body).not.toHaveProperty('pause')
    expect((await readLog()).map(({ action, actor_id, note }) => [action, actor_id, note])).toEqual(
      [
        ['hold', eve.id, why],
        ['release', eve.id, why],
      ],
    )
    expect(await mailsToAda()).toEqual([])
  })

  it('and a ban leave listings down until both are gone', async () => {
    const { ada, ask, visit, db, eve, seenOf, studentUrl } = await openSite(engine)
    await ask('hold')
    const ban = { action: 'ban', reason: 'scam', note: '', seen: await seenOf(ada.id) }
    const { body } = await eve.post(studentUrl, ban)
    await ask('release')
    expect(await visit()).toBe(410)
    await ask('hold')
    const undo = { reason: 'mistake', note: '', seen: await seenOf(ada.id) }
    expect((await eve.post(apiPaths.undoDecision(body.id), undo)).status).toBe(200)
    expect(await visit()).toBe(410)
    await ask('release')
    expect(await visit()).toBe(200)
    expect(await db.all(sql`SELECT takedown_id FROM listings`)).toEqual([{ takedown_id: null }])
  })

  it('that begins while the student posts, deletes or changes their name stops them', async () => {
    const { ada, app, db, clock, bike } = await openSite(engine)
    const hold = { heldAt: clock.now, reviewAt: clock.now, logId: 1 }
    const held = await holdTransaction(db, async (tx) => {
      await lockUser(tx, ada.id)
      await updateHold(tx, ada.id, hold)
    })
    const headers = { cookie: ada.cookie }
    const url = apiPaths.listing('misc', bike)
    const posting = ada.post(apiPaths.list('misc'), listingInputs.misc)
    const deleting = app.inject({ method: 'DELETE', url, headers })
    const payload = { firstName: 'Zoe' }
    const renaming = app.inject({ method: 'PATCH', url: apiPaths.account, headers, payload })
    await held.waits(3)
    held.release()
    const statuses = [await deleting, await renaming].map(({ statusCode }) => statusCode)
    expect([(await posting).status, ...statuses]).toEqual([403, 403, 403])
    expect(await db.all(sql`SELECT id FROM listings`)).toEqual([{ id: bike }])
  })
})

describe.each(anyEngine)('a student on hold on %s', (engine) => {
  it('can delete what is no evidence, as the texts say, and nothing else', async () => {
    const { ada, bob, ask, app, db, bike } = await openSite(engine)
    const { id: lamp } = (await bob.post(apiPaths.list('misc'), listingInputs.misc)).body
    const send = async (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
      (
        await app.inject({
          method,
          url,
          headers: { cookie: ada.cookie },
          ...(payload && { payload }),
        })
      ).statusCode
    await send('PUT', apiPaths.favourite('misc', lamp))
    await send('POST', apiPaths.savedSearches, {
      category: 'misc',
      query: 'q=lamp',
      frequency: 'off',
    })
    await send('POST', apiPaths.listingMessages('misc', lamp), { body: 'Is the lamp there?' })
    await send('PUT', apiPaths.block(bob.id))
    const device = { studentId: ada.id, device: 'Firefox', now: 1, secondFactorAt: null }
    await startSession(db, device)
    await ask('hold')
    const before = await readAllTables(db)
    const search = before.saved_searches?.[0] as { id: number }
    expect([
      await send('DELETE', apiPaths.favourite('misc', lamp)),
      await send('DELETE', apiPaths.savedSearch(search.id)),
      await send('DELETE', apiPaths.block(bob.id)),
      await send('DELETE', apiPaths.sessions),
    ]).toEqual([204, 204, 204, 204])
    expect(await send('DELETE', apiPaths.listing('misc', bike))).toBe(403)
    const after = await readAllTables(db)
    const shrunk = Object.keys(before).filter(
      (table) => (after[table]?.length ?? 0) < (before[table]?.length ?? 0),
    )
    expect(shrunk.sort()).toEqual(['blocks', 'favourites', 'saved_searches', 'sessions'])
    for (const word of ['favourites', 'saved searches', 'blocks', 'devices']) {
      expect(notKeptOnHold).toContain(word)
      expect(keptOnHold).not.toContain(word)
    }
  })
})

describe.each(engines)('a planned deletion on %s', (engine) => {
  it('hides listings, is emailed with its date, and is stopped by an admin or the student', async () => {
    const { ada, eve, ask, visit, readLog, waitForMail, db, clock } = await openSite(engine)
    const { body } = await ask('plan_deletion')
    expect(body.message).toBe(
      "Ada Lee's account will be deleted on Nov 29, 2026. Until then you can undo this.",
    )
    const mail = await waitForMail()
    expect(mail.subject).toBe(`Your ${campus.brand} account will be deleted on Nov 29, 2026`)
    expect(mail.text).toContain('press “Keep my account”')
    expect(mail.text).not.toContain(why)
    expect(await visit()).toBe(410)
    expect(await db.get(sql`SELECT delete_at FROM users WHERE id = ${ada.id}`)).toEqual({
      delete_at: clock.now + deletionDays * dayMs,
    })
    expect((await ask('plan_deletion')).body.error).toContain('already set to be deleted on')
    expect((await ada.post(apiPaths.list('misc'), listingInputs.misc)).body.error).toMatch(
      /^Your account will be deleted on Nov 29, 2026\./,
    )
    // Nobody who is about to leave becomes a moderator.
    const role = { role: 'moderator', seen: (await readLog()).length }
    expect((await eve.put(apiPaths.studentRole(ada.id), role)).status).toBe(409)

    expect((await ada.post(apiPaths.keepAccount, {})).body).not.toHaveProperty('pause')
    expect(await visit()).toBe(200)
    expect((await ada.post(apiPaths.keepAccount, {})).status).toBe(200)
    await ask('plan_deletion')
    // A hold keeps an account that was to be deleted. Its listings stay hidden for either reason.
    await ask('hold')
    await ask('keep_account')
    expect(await visit()).toBe(410)
    expect((await ask('plan_deletion')).body.error).toBe(
      'The account of Ada Lee is on hold, which keeps it. Release the hold first.',
    )
    await ask('release')
    expect(await visit()).toBe(200)
    expect((await readLog()).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['plan_deletion', eve.id],
      ['keep_account', ada.id],
      ['plan_deletion', eve.id],
      ['hold', eve.id],
      ['keep_account', eve.id],
      ['release', eve.id],
    ])
    await vi.waitFor(async () =>
      expect((await waitForMail()).subject).toBe(`Your ${campus.brand} account stays`),
    )
  })
})

describe.each(anyEngine)('the data that a student asks for on %s', (engine) => {
  it('goes to the mailbox as a link that works for a week, and to no admin', async () => {
    const { app, ada, ask, waitForMail, db, clock } = await openSite(engine)
    await readMailboxHash(db)
    const { body } = await ask('send_export')
    expect(body.message).toBe(`A link to their data goes to ${at('ada')}. It works for 7 days.`)
    const mail = await waitForMail()
    expect(mail.subject).toBe(`Your data on ${campus.brand}`)
    const [, token = ''] = /\/export\?token=([\w.-]+)/.exec(mail.text) ?? []
    expect(JSON.stringify(body)).not.toContain(token)
    // Once the email is sent, no table has the link.
    await expect
      .poll(async () => JSON.stringify(await readAllTables(db)).includes(token))
      .toBe(false)
    const read = (given = token) => app.inject(apiPaths.exportLink(given))
    const download = (given = token) =>
      app.inject({
        method: 'POST',
        url: '/export',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token: given }).toString(),
      })
    const until = clock.now + exportLinkDays * dayMs
    expect((await read()).json()).toEqual({
      keptUntil: new Date(until).toISOString(),
      isClosed: false,
    })
    expect((await download()).json()).toMatchObject({ user: { id: ada.id } })
    // Whoever has a backup, with every key in it, can make no link: neither of the link's hash, nor of the request.
    const tables = await readAllTables(db)
    const inBackups = roomData.flatMap((room) =>
      Object.entries(room.tables).flatMap(([name, table]) =>
        'notInBackups' in table ? [] : (tables[name] ?? []),
      ),
    )
    expect(JSON.stringify(inBackups)).not.toContain(hashToken(token))
    const key = await db.get<{ value: string }>(sql`SELECT value FROM restriction_keys`)
    const account = await findUser(db, ada.id)
    const hash = createKeyedHash(key?.value ?? '')
    for (const end of [until, 999_999_999_999_999]) {
      const parts = [ada.id, account?.createdAt, end].map(String)
      const forged = `${ada.id}.${end}.${hash('export on request', ...parts)}`
      expect((await download(forged)).statusCode).toBe(404)
    }
    clock.now = until - 1
    expect((await read()).statusCode).toBe(200)
    clock.now = until
    expect([(await read()).statusCode, (await download()).statusCode]).toEqual([404, 404])
  })

  it('needs a mailbox that is confirmed and takes email', async () => {
    const { ada, ask, db, mailsToAda } = await openSite(engine)
    await db.run(sql`UPDATE users SET bounced_at = 1 WHERE id = ${ada.id}`)
    expect((await ask('send_export')).body.error).toBe('The mailbox of Ada Lee refuses our email.')
    await db.run(sql`
      UPDATE users SET bounced_at = NULL, must_confirm = 1, confirmed_at = NULL
      WHERE id = ${ada.id}`)
    expect((await ask('send_export')).body.error).toBe(
      'Ada Lee has not confirmed the address. The link could reach somebody else.',
    )
    expect(await mailsToAda()).toEqual([])
  })
})

describe.each(anyEngine)('requests on %s', (engine) => {
  it('are for admins, about others, with a reason and what the admin has seen', async () => {
    const { ada, eve, sam, ask, db, readLog, clock, addPerson } = await openSite(engine)
    expect((await ask('hold', {}, sam)).status).toBe(404)
    expect((await ask('hold', {}, ada)).status).toBe(404)
    expect((await ask('hold', {}, eve, eve.id)).status).toBe(403)
    expect((await ask('hold', {}, eve, 999)).status).toBe(404)
    expect((await ask('hold', { reason: '  ' })).body.fields).toEqual({
      reason: 'Say who asked for this, and why',
    })
    expect((await ask('hold', { reason: 'a'.repeat(501) })).status).toBe(400)
    for (const reviewOn of [campusIsoDate(clock.now), '2027-11-16', 'soon']) {
      expect((await ask('hold', { reviewOn })).body.fields).toHaveProperty('reviewOn')
    }
    expect(await readLog()).toEqual([])
    expect((await ask('hold')).status).toBe(200)
    expect(await db.get(sql`SELECT hold_review_at AS at FROM users WHERE id = ${ada.id}`)).toEqual({
      at: endOfCampusDay('2027-02-13'),
    })
    expect((await ask('release', { seen: null })).body.code).toBe('conflict')
    expect((await ask('keep_account')).body.error).toBe(
      'The account of Ada Lee is not set to be deleted.',
    )
    // The account of staff is deleted only once the role is gone.
    // Nor is it put on hold, which they would read about in the log, not even by another account of their mailbox.
    const staff = 'Sam Lee is a moderator. Make them a student first.'
    expect((await ask('plan_deletion', {}, eve, sam.id)).body.error).toBe(staff)
    expect((await ask('hold', {}, eve, sam.id)).body.error).toBe(staff)
    const other = await addPerson('Other')
    const [local, host] = at('sam').split('@')
    await db.run(sql`UPDATE users SET email = ${`${local}+2@${host}`} WHERE id = ${other.id}`)
    expect((await ask('hold', {}, eve, other.id)).body.error).toMatch(/ is a moderator\./)
    const found = async (who: typeof eve) =>
      (await who.get(`${apiPaths.moderatedStudents()}?filter=requested`)).body as unknown as {
        students: { id: number }[]
      }
    expect((await found(eve)).students.map(({ id }) => id)).toEqual([ada.id])
    expect((await found(sam)).students).toEqual([])
    const strict = await addPerson('Ivy', 'admin')
    await db.run(sql`
      INSERT INTO authenticators (user_id, secret, added_at) VALUES (${strict.id}, 's', 0)`)
    clock.now += dayMs
    expect((await ask('release', {}, strict)).body.code).toBe('reauthenticate')
  })
})
