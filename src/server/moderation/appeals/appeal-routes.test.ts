import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { campus } from '#campus/campus.ts'
import { maxAppealLength } from '#contract/moderation-rules.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { dayMs } from '../../durations.ts'
import { createPolicies } from '../../policies.ts'
import { findUser } from '../../students/user-queries.ts'
import { undo } from '../decisions/undo.ts'
import { type NewLogEntry, writeLog } from '../moderation-log.ts'
import { openAppeal } from './appeal.ts'

const form = 'application/x-www-form-urlencoded'
const fromMail = { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }

describe.each(engines)('an appeal on %s', (engine) => {
  /** Opens a site where Bob has removed a listing of Ada's. She has the token from the email about it. */
  async function open() {
    const site = await buildTestAppWithUsers(engine)
    const { app, db, clock, ada } = site
    const { id } = (await ada.post(apiPaths.list('misc'), listingInputs.misc)).body
    const listing = { category: 'misc', id } as const
    const removal = { action: 'remove', actorId: 2, studentId: 1, listing } as const
    const logId = await writeLog(db, { ...removal, reason: 'scam', note: 'A fake' }, clock.now)
    const token = await openAppeal(db, { logId, studentId: 1 }, clock.now)
    /** Reads the appeal without a session. */
    const read = () => app.inject(apiPaths.appeal(token))
    const post = (payload: string, headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/appeal',
        headers: { 'content-type': form, ...headers },
        payload,
      })
    const send = (text: string, headers = {}) =>
      post(new URLSearchParams({ token, text }).toString(), headers)
    /** Writes the decision of another moderator. */
    const decide = (entry: Partial<NewLogEntry> & Pick<NewLogEntry, 'action'>) =>
      writeLog(db, { actorId: 3, studentId: 1, listing, ...entry }, clock.now)
    const logged = async () =>
      (await db.all<{ action: string }>(sql`SELECT action FROM moderation_log ORDER BY id`)).map(
        ({ action }) => action,
      )
    return { ...site, listing, logId, token, read, post, send, decide, logged }
  }

  it('is sent once, by a plain form from the mail, and answered on the same page', async () => {
    const { db, listing, logId, token, read, send, decide } = await open()
    const shown = await read()
    expect(shown.headers['cache-control']).toBe('no-store')
    const about = {
      action: 'remove',
      reason: 'scam',
      note: 'A fake',
      decidedAt: '2026-11-15T12:00:00.000Z',
      days: null,
      listingTitle: 'Desk lamp',
      expiresAt: '2026-12-05T12:00:00.000Z',
      answer: null,
    }
    expect(shown.json()).toEqual({ ...about, state: 'open', appealedAt: null })
    expect(JSON.stringify(await readAllTables(db))).not.toContain(token)

    const sent = await send(' It is real.\r\nSee it. ', fromMail)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, pagePaths.appealed(token)])
    const again = await send('Another')
    expect([again.statusCode, again.headers.location]).toEqual([303, pagePaths.appeal(token)])
    const { appeals, moderation_log } = await readAllTables(db)
    expect(appeals).toEqual([expect.objectContaining({ text: 'It is real.\nSee it.' })])
    expect(moderation_log?.slice(1)).toEqual([
      expect.objectContaining({
        action: 'appeal',
        actor_id: 1,
        student_id: 1,
        category: 'misc',
        listing_id: listing.id,
      }),
    ])
    const waiting = { ...about, appealedAt: '2026-11-15T12:00:00.000Z' }
    expect((await read()).json()).toEqual({ ...waiting, state: 'waiting' })

    const rejection = await decide({ action: 'reject_appeal', note: 'It is a fake' })
    await db.run(sql`
      UPDATE appeals SET decision = 'rejected', decision_id = ${rejection} WHERE log_id = ${logId}`)
    expect((await read()).json()).toEqual({ ...waiting, state: 'rejected', answer: 'It is a fake' })
  })

  it('is sent once when it is pressed twice at once', async () => {
    const { send, logged } = await open()
    const responses = await Promise.all([send('First'), send('Second'), send('Third')])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(await logged()).toEqual(['remove', 'appeal'])
  })

  it('is not needed once the decision is undone', async () => {
    const { logId, token, read, send, decide, logged } = await open()
    await decide({ action: 'undo', undoesId: logId, reason: 'mistake', note: 'Sorry' })
    expect((await read()).json()).toMatchObject({ state: 'reversed', answer: 'Sorry' })
    expect((await send('It is real.')).headers.location).toBe(pagePaths.appeal(token))
    expect(await logged()).toEqual(['remove', 'undo'])
  })

  it('can be sent for twenty days, also by a banned student', async () => {
    const { db, clock, read, send, logged } = await open()
    await banTestStudent(db, { studentId: 1, now: clock.now })
    clock.now += 20 * dayMs
    expect((await read()).json()).toMatchObject({ state: 'expired' })
    const late = await send('Late & <b>long</b>')
    expect(late.statusCode).toBe(410)
    expect(late.body).toContain(
      `The time to appeal ended on Dec 5, 2026. Questions? Write to ${campus.contactEmail}.`,
    )
    expect(late.body).toContain('\nLate &amp; &lt;b&gt;long&lt;/b&gt;</textarea>')
    clock.now -= 1
    expect((await send('In time')).statusCode).toBe(303)
    expect(await logged()).toEqual(['remove', 'ban', 'appeal'])
  })

  it('is not needed any more when a moderator undoes the decision at the same time', async () => {
    const { db, clock, logId, token, read, send, logged } = await open()
    const bob = await findUser(db, 2)
    if (!bob) throw new Error('Bob is not there.')
    const actor = { ...bob, role: 'moderator' as const }
    const policies = createPolicies({ LISTING_ACCESS: 'contact' })
    const context = {
      ...{ actor, policies, appUrl: '', verifyEmail: false, now: clock.now },
      requireSecondFactor: async () => {},
    }
    const { release, waits } = await holdTransaction(db, (tx) =>
      undo(tx, logId, { reason: 'mistake', note: '', seen: logId }, context),
    )
    const sending = send('It is real.')
    await waits(1)
    release()
    expect((await sending).headers.location).toBe(pagePaths.appeal(token))
    expect((await read()).json()).toMatchObject({ state: 'reversed', appealedAt: null })
    expect(await logged()).toEqual(['remove', 'undo'])
  })

  it('changes nothing when the link is opened', async () => {
    const { app, db, token } = await open()
    const before = await readAllTables(db)
    for (const method of ['GET', 'HEAD'] as const) {
      await app.inject({ method, url: apiPaths.appeal(token) })
      await app.inject({ method, url: pagePaths.appeal(token) })
    }
    expect(await readAllTables(db)).toEqual(before)
  })

  it('keeps what was typed in a form that sends it again, and says what is wrong', async () => {
    const { token, send, logged } = await open()
    const long = 'é'.repeat(maxAppealLength)
    const tooLong = await send(`${long}"<`)
    expect([tooLong.statusCode, tooLong.headers['content-type']]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(tooLong.body).toContain(`Must be at most ${maxAppealLength} characters`)
    expect(tooLong.body).toContain(`name="token" value="${token}"`)
    expect(tooLong.body).toContain(`${long}&quot;&lt;</textarea>`)
    expect((await send(' \n')).body).toContain('Tell us why')
    expect(await logged()).toEqual(['remove'])
    // A form sends a line break as two characters. They count as one, because the student typed one.
    expect((await send(`\r\n${'a\r\n'.repeat(maxAppealLength / 2 - 1)}bc`)).statusCode).toBe(303)
  })

  it('answers odd tokens and bodies with 4xx', async () => {
    const { app, post } = await open()
    for (const odd of ['x', ' ', '%', '../..', 'é\u{1f4a9}', 'a'.repeat(200), "' OR 1=1 --"]) {
      const body = new URLSearchParams({ token: odd, text: 'Why' }).toString()
      const [read, posted] = await Promise.all([app.inject(apiPaths.appeal(odd)), post(body)])
      expect([odd, read.statusCode, posted.statusCode]).toEqual([odd, 404, 404])
    }
    const bodies: [type: string, payload: string, status: number][] = [
      [form, '', 400],
      [form, 'token=x', 400],
      [form, 'text=x', 400],
      [form, 'token=a%00b&text=x', 400],
      [form, `token=${'a'.repeat(201)}&text=x`, 400],
      [form, `token=x&text=${'+'.repeat(66_000)}`, 413],
      [form, '%E0%A4%A&__proto__[token]=x', 400],
      ['application/json', '{"token":"x","text":"x"}', 415],
      ['text/plain', 'token=x', 415],
    ]
    for (const [type, payload, status] of bodies) {
      const response = await post(payload, { 'content-type': type })
      expect([payload, response.statusCode]).toEqual([payload, status])
    }
    expect((await app.inject('/api/appeal')).statusCode).toBe(400)
  })
})
