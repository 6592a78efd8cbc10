import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { maxReportsPerDay } from '#contract/report-reasons.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { openReportedThread } from '#tests/support/reported-thread.ts'
import { deleteAccount } from '../../account/account-deletion.ts'

const scam = { reason: 'scam', note: 'Wants gift cards.' }

async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await openReportedThread(engine, settings)
  const readReports = () =>
    site.db.all<{ state: string }>(sql`
      SELECT reason, state, student_id, listing_id, thread_id, thread_message_id
      FROM reports ORDER BY id`)
  return { ...site, readReports }
}

describe.each(anyEngine)('a report of a thread on %s', (engine) => {
  it('is about the other student, whoever writes it, up to the newest message', async () => {
    const { ada, bob, threadId, reply, reportUrl, readReports } = await openSite(engine)
    const first = await reply(ada, 'Yes, send me a gift card.')
    expect(await bob.post(reportUrl, scam)).toMatchObject({
      status: 201,
      body: { message: "Thank you. A moderator will look at it. We'll email you the outcome." },
    })
    const second = await reply(bob, 'No.')
    expect((await ada.post(reportUrl, { reason: 'harassment' })).status).toBe(201)
    const thread = { state: 'open', listing_id: null, thread_id: threadId }
    expect(await readReports()).toEqual([
      { ...thread, reason: 'scam', student_id: ada.id, thread_message_id: first },
      { ...thread, reason: 'harassment', student_id: bob.id, thread_message_id: second },
    ])
  })

  it('stands beside those of other threads and of the student, and replaces that of its own', async () => {
    const {
      ada,
      bob,
      sam,
      threadId,
      startThread,
      reply,
      reportUrl,
      studentUrl,
      readReports,
      seenOf,
    } = await openSite(engine)
    const first = await reply(ada, 'Send me a gift card.')
    const other = await startThread(bob)
    const second = await reply(ada, 'Hello?', other)
    const otherUrl = apiPaths.reportThread(other)
    const profileUrl = `/api/users/${ada.id}/report`
    for (const url of [reportUrl, otherUrl, profileUrl]) {
      expect((await bob.post(url, scam)).body.message).not.toContain('replaces')
    }
    const all = [
      { thread_id: threadId, thread_message_id: first },
      { thread_id: other, thread_message_id: second },
      { thread_id: null, thread_message_id: null },
    ]
    expect(await readReports()).toMatchObject(all)
    // After the new report, moderators may also read the messages that were written since the first one.
    const third = await reply(ada, 'Still there?', other)
    for (const url of [otherUrl, profileUrl]) {
      expect((await bob.post(url, { reason: 'harassment' })).body.message).toContain(
        'This replaces your earlier report.',
      )
    }
    expect(await readReports()).toMatchObject([
      { ...all[0], reason: 'scam' },
      { ...all[1], reason: 'harassment', thread_message_id: third },
      { ...all[2], reason: 'harassment' },
    ])

    const states = async () => (await readReports()).map(({ state }) => state)
    const warn = { action: 'warn', reason: 'scam', note: '', seen: null }
    const { id: decisionId } = (await sam.post(studentUrl, warn)).body
    expect(await states()).toEqual(['upheld', 'upheld', 'upheld'])
    // The undo reopens all reports except the one whose reporter has a newer report about the same thread.
    await bob.post(otherUrl, scam)
    const undo = { reason: 'mistake', note: '', seen: await seenOf(ada.id) }
    expect((await sam.post(apiPaths.undoDecision(decisionId), undo)).status).toBe(200)
    expect(await states()).toEqual(['open', 'closed', 'open', 'open'])
  })

  it('is refused in the order of all calls', async () => {
    const { app, db, bob, sam, eve, clock, ada, reportUrl, readReports } = await openSite(engine)
    const nonsense = { reason: 'nonsense' }
    const visitor = await app.inject({ method: 'POST', url: reportUrl, payload: nonsense })
    expect(visitor.statusCode).toBe(401)
    for (const other of [sam, eve]) {
      expect(await other.post(reportUrl, nonsense)).toMatchObject({
        status: 404,
        body: { error: 'Conversation not found.' },
      })
    }
    for (const id of ['99', 'x']) {
      expect((await bob.post(`/api/threads/${id}/report`, nonsense)).status).toBe(404)
    }
    await db.run(sql`UPDATE users SET banned_at = ${clock.now} WHERE id = ${ada.id}`)
    // The last input has a reason that is only for listings.
    for (const input of [nonsense, { reason: 'other', note: 'Hm' }, { reason: 'gone' }]) {
      expect((await bob.post(reportUrl, input)).status).toBe(400)
    }
    const closed = {
      status: 409,
      body: { error: "This account is closed, so there's nobody to report." },
    }
    expect(await bob.post(reportUrl, scam)).toMatchObject(closed)
    await db.transaction((tx) => deleteAccount(tx, ada.id, { appUrl: '', now: clock.now }))
    expect(await bob.post(reportUrl, scam)).toMatchObject(closed)
    await db.run(sql`UPDATE threads SET expires_at = ${clock.now}`)
    expect((await bob.post(reportUrl, scam)).status).toBe(404)
    expect(await readReports()).toEqual([])
  })

  it('is not taken from suspended and unconfirmed students', async () => {
    const { db, bob, sam, reportUrl, readReports } = await openSite(engine, {
      VERIFY_EMAIL: 'on',
    })
    const suspend = { action: 'suspend', days: 7, reason: 'scam', note: '', seen: null }
    await sam.post(apiPaths.studentDecisions(bob.id), suspend)
    expect((await bob.post(reportUrl, scam)).body.code).toBe('suspended')
    await db.run(sql`
      UPDATE users SET suspended_until = NULL, confirmed_at = NULL, must_confirm = 1
      WHERE id = ${bob.id}`)
    expect((await bob.post(reportUrl, scam)).body.code).toBe('unconfirmed')
    expect(await readReports()).toEqual([])
  })

  it('counts as one of the day, with those of listings', async () => {
    const { db, bob, listing, reportUrl } = await openSite(engine)
    expect((await bob.post(`/api/misc/${listing.id}/report`, scam)).status).toBe(201)
    await db.run(
      sql`UPDATE rate_limits SET count = ${maxReportsPerDay} WHERE bucket LIKE 'reports:%'`,
    )
    expect((await bob.post(reportUrl, scam)).status).toBe(429)
  })

  it('is answered by a mail that names nobody', async () => {
    const { db, bob, sam, studentUrl, reportUrl } = await openSite(engine)
    await bob.post(reportUrl, scam)
    const warn = { action: 'warn', reason: 'scam', note: '', seen: null }
    expect((await sam.post(studentUrl, warn)).status).toBe(200)
    const jobs = await db.all<{ payload: string }>(
      sql`SELECT payload FROM jobs WHERE user_id = ${bob.id}`,
    )
    const mails = jobs.map(({ payload }) => JSON.parse(payload) as { text: string })
    const answer = mails.find(({ text }) => text.includes('you reported'))
    expect(answer?.text).toContain('a conversation. Your reason: Scam.')
    expect(answer?.text).not.toContain('Ada')
  })
})
