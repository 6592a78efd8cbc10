import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { maxReportedMessages } from '#contract/message-rules.ts'
import type { StudentCase } from '#contract/moderation.ts'
import { appealDays } from '#contract/moderation-rules.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ReportedMessages } from '#contract/reported-messages.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine } from '#tests/support/databases.ts'
import { insertTestReport } from '#tests/support/moderation-rows.ts'
import { openReportedThread } from '#tests/support/reported-thread.ts'
import { deleteAccount } from '../../account/account-deletion.ts'
import { dayMs } from '../../durations.ts'

/** Opens a site where Bob has reported what Ada wrote to him. */
async function openSite(engine: Engine) {
  const site = await openReportedThread(engine)
  const { db, ada, bob, sam, reply, reportUrl } = site
  await reply(ada, 'Yes, send me a gift card.')
  await bob.post(reportUrl, { reason: 'scam' })
  const readLog = () =>
    db.all<{ action: string }>(
      sql`SELECT action, actor_id, student_id, thread_id FROM moderation_log ORDER BY id`,
    )
  const readCase = async (moderator: Pick<typeof sam, 'get'> = sam) =>
    (await moderator.get(apiPaths.moderatedStudent(ada.id))).body as unknown as StudentCase
  return { ...site, readLog, readCase, messagesUrl: apiPaths.reportedMessages(1) }
}

const messagesOf = ({ body }: { body: unknown }) => (body as ReportedMessages).messages

describe.each(anyEngine)('reported messages on %s', (engine) => {
  it(`are the last ${maxReportedMessages} before the report, and the log says who read them`, async () => {
    const { ada, bob, sam, mia, threadId, clock, ...site } = await openSite(engine)
    for (let count = 1; count <= maxReportedMessages; count++)
      await site.reply(ada, `Hello ${count}`)
    clock.now += 1000
    await site.reply(bob, 'Stop.')
    await bob.post(site.reportUrl, { reason: 'harassment' })
    await site.reply(ada, 'Nobody is to read this.')
    const read = await sam.post(site.messagesUrl)
    expect(read.status).toBe(200)
    const messages = messagesOf(read)
    expect(messages).toHaveLength(maxReportedMessages)
    expect(messages[0]).toMatchObject({ body: 'Hello 2', isFromReporter: false, name: 'Ada Lee' })
    expect(messages.at(-1)).toEqual({
      id: expect.any(Number),
      body: 'Stop.',
      isFromReporter: true,
      name: 'Bob Lee',
      createdAt: new Date(clock.now).toISOString(),
    })
    expect(JSON.stringify(read.body)).not.toContain('@')
    await mia.post(site.messagesUrl)
    const entry = { action: 'read_messages', student_id: ada.id, thread_id: threadId }
    expect(await site.readLog()).toEqual([
      { ...entry, actor_id: sam.id },
      { ...entry, actor_id: mia.id },
    ])
    const log = await sam.get(apiPaths.moderationLog('action=read_messages'))
    expect(log.body).toMatchObject({
      entries: [{ actor: { name: 'Mia Lee' }, student: { name: 'Ada Lee' } }, { canUndo: false }],
    })
    // A report by the other student shows the messages from the other side.
    await ada.post(site.reportUrl, { reason: 'harassment' })
    expect(messagesOf(await sam.post(apiPaths.reportedMessages(2))).at(-1)).toMatchObject({
      body: 'Nobody is to read this.',
      isFromReporter: true,
      name: 'Ada Lee',
    })
    // The log entries are not in Ada's export, because they would show that Bob has reported her.
    expect((await ada.get(apiPaths.accountExport)).body).toMatchObject({ decisions: [] })
  })

  it('are not in the case itself, which says what was reported', async () => {
    const { db, ada, bob, sam, clock, readCase, ...site } = await openSite(engine)
    const report = { reporterId: sam.id, studentId: ada.id, createdAt: clock.now }
    await insertTestReport(db, report)
    const other = await site.startThread(bob)
    await bob.post(apiPaths.reportThread(other), { reason: 'harassment' })
    await db.run(sql`
      UPDATE listings SET title = 'Desk' WHERE id = (SELECT MAX(listing_id) FROM threads)`)
    const found = await readCase()
    const readable = { whyNotRead: null }
    expect(found.reports.map(({ id, thread }) => ({ id, thread }))).toEqual([
      { id: 3, thread: { ...readable, title: 'Desk' } },
      { id: 2, thread: null },
      { id: 1, thread: { ...readable, title: 'Lamp' } },
    ])
    expect(JSON.stringify(found)).not.toContain('gift card')
    expect(messagesOf(await sam.post(apiPaths.reportedMessages(3)))).toHaveLength(1)
    expect(messagesOf(await sam.post(apiPaths.reportedMessages(1)))).toHaveLength(2)
    // Once the listing is removed, only moderators see its title.
    const remove = { action: 'remove', reason: 'scam', note: '', seen: null }
    const listing = await db.get<{ id: number }>(sql`SELECT id FROM listings WHERE title = 'Desk'`)
    expect(
      (await sam.post(apiPaths.listingDecisions('misc', listing?.id ?? 0), remove)).status,
    ).toBe(200)
    expect((await readCase()).reports[0]?.thread?.title).toBe('Desk')
  })

  it('are read by moderators alone, and not of their own conversations', async () => {
    const { app, db, ada, bob, sam, eve, messagesUrl, readCase, readLog } = await openSite(engine)
    expect((await app.inject({ method: 'POST', url: messagesUrl })).statusCode).toBe(401)
    for (const student of [ada, bob]) {
      expect((await student.post(messagesUrl)).status).toBe(404)
    }
    const own = {
      status: 403,
      body: { error: 'This is your own conversation: another moderator reads it.' },
    }
    const isOwn = "It's your own, so another moderator reads it."
    const setEmail = (id: number, email: string) =>
      db.run(sql`UPDATE users SET email = ${email} WHERE id = ${id}`)
    for (const member of [ada, bob]) {
      await db.run(sql`UPDATE users SET role = 'moderator' WHERE id = ${member.id}`)
      expect(await member.post(messagesUrl)).toMatchObject(own)
    }
    expect((await readCase(bob)).reports[0]?.thread?.whyNotRead).toBe(isOwn)
    await setEmail(sam.id, at('bob+mod'))
    await setEmail(eve.id, at('ada+mod'))
    for (const account of [sam, eve]) {
      expect(await account.post(messagesUrl)).toMatchObject(own)
    }
    expect((await readCase(sam)).reports[0]?.thread?.whyNotRead).toBe(isOwn)
    expect(await readLog()).toEqual([])
  })

  it('are there as long as the conversation and the reported student are', async () => {
    const { db, ada, bob, sam, clock, messagesUrl, readCase, readLog } = await openSite(engine)
    await insertTestReport(db, { reporterId: bob.id, studentId: sam.id, createdAt: clock.now })
    for (const id of [2, 99, 'x']) {
      expect((await sam.post(apiPaths.reportedMessages(id))).status).toBe(404)
    }
    const context = { appUrl: '', now: clock.now }
    await db.transaction((tx) => deleteAccount(tx, bob.id, context))
    expect(messagesOf(await sam.post(messagesUrl)).map(({ name }) => name)).toEqual([
      'Deleted student',
      'Ada Lee',
    ])
    const { expires_at } = (await db.get<{ expires_at: number }>(
      sql`SELECT expires_at FROM threads`,
    )) ?? { expires_at: 0 }
    await db.run(sql`UPDATE threads SET expires_at = ${clock.now}`)
    expect((await sam.post(messagesUrl)).status).toBe(404)
    expect((await readCase()).reports[0]?.thread).toBeNull()
    await db.run(sql`UPDATE threads SET expires_at = ${expires_at}`)
    expect((await sam.post(messagesUrl)).status).toBe(200)
    await db.transaction((tx) => deleteAccount(tx, ada.id, context))
    expect((await sam.post(messagesUrl)).status).toBe(404)
    expect(await readLog()).toHaveLength(2)
  })

  it(`are there until ${appealDays} days after the decision, and while an appeal waits`, async () => {
    const { db, ada, sam, mia, clock, messagesUrl, studentUrl, readCase, readLog, seenOf } =
      await openSite(engine)
    const expectReadable = async (isReadable: boolean) => {
      expect((await mia.post(messagesUrl)).status).toBe(isReadable ? 200 : 404)
      expect((await readCase(mia)).reports[0]?.thread?.whyNotRead).toBe(
        isReadable ? null : 'This report is decided, so nobody can read it any more.',
      )
    }
    /** Moves the decision back in time, because moving the clock would end the session. */
    const decideEarlier = (ms: number) =>
      db.run(sql`UPDATE reports SET decided_at = decided_at - ${ms}`)
    const warn = { action: 'warn', reason: 'scam', note: '', seen: null }
    const { id: warning } = (await sam.post(studentUrl, warn)).body
    await decideEarlier(appealDays * dayMs - 1)
    await expectReadable(true)
    await decideEarlier(1)
    await expectReadable(false)
    await db.run(sql`UPDATE appeals SET text = 'No.', created_at = ${clock.now}`)
    await expectReadable(true)
    await db.run(sql`UPDATE appeals SET decision = 'rejected'`)
    await expectReadable(false)
    const undo = { reason: 'mistake', note: '', seen: await seenOf(ada.id) }
    expect((await mia.post(apiPaths.undoDecision(warning), undo)).status).toBe(200)
    await expectReadable(true)
    const reads = (await readLog()).filter(({ action }) => action === 'read_messages')
    expect(reads).toHaveLength(3)
  })

  it('are no decision: what others decide meanwhile is no conflict', async () => {
    const { sam, mia, ada, messagesUrl, studentUrl, readCase } = await openSite(engine)
    const { seen } = await readCase()
    await mia.post(messagesUrl)
    await sam.post(messagesUrl)
    // `seen` stays the same. If reading raised it, it could skip a decision that is not visible yet.
    expect((await readCase()).seen).toBe(seen)
    const warn = { action: 'warn', reason: 'scam', note: '', seen }
    expect((await sam.post(studentUrl, warn)).status).toBe(200)
    expect((await mia.post(apiPaths.studentDecisions(ada.id), warn)).status).toBe(409)
  })
})
