import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { DeletedListing, QueueItem, StudentCase } from '#contract/moderation.ts'
import { apiPaths } from '#contract/paths.ts'
import { type ReportReason, reportReasons } from '#contract/report-reasons.ts'
import { createBackupPath, openTestSite } from '#tests/support/backup-site.ts'
import {
  buildTestAppWithUsers,
  createJsonClient,
  insertLoggedInStudent,
} from '#tests/support/build-test-app-with-users.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, type Engine, engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import {
  ada as adasAccount,
  createClient,
  createLoggedInClient,
} from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { waitForCodes } from '#tests/support/mailed-codes.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { runJob } from '#tests/support/run-job.ts'
import { deleteAccount } from '../../account/account-deletion.ts'
import { checkBackup } from '../../backup/check-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { dayMs } from '../../durations.ts'
import { expiredRowCleanup } from '../../maintenance/expired-row-cleanup.ts'
import { lockUser } from '../../students/user-queries.ts'

const scamText = 'Pay me first, then I send the lamp.'
const bobsNote = 'He wants money before I see it.'
const input = { ...listingInputs.misc, title: 'Golden lamp', price: 20, description: scamText }
const plusAda = { ...adasAccount, email: at('ada+new') }

type Client = ReturnType<typeof createJsonClient>

/** Opens a site where Ada sells, Bob and Carl report, and Mona moderates. */
async function openSite(engine: Engine, settings: Record<string, string> = {}) {
  const site = await buildTestAppWithUsers(engine, settings)
  const { app, db, clock, ada, bob } = site
  const addStudent = async (firstName: string) => {
    const email = at(firstName.toLowerCase(), 1, 1)
    const account = { ...adasAccount, firstName, lastName: 'Reed', email }
    return createJsonClient(await insertLoggedInStudent(site, account))
  }
  const carl = await addStudent('Carl')
  const mona = await addStudent('Mona')
  await db.run(sql`UPDATE users SET role = 'moderator' WHERE first_name = 'Mona'`)
  const post = async (client: Client) => (await client.post('/api/misc', input)).body.id
  const report = async (client: Client, url: string, reason: ReportReason = 'scam') => {
    const { status } = await client.post(url, { reason, note: bobsNote })
    expect(status).toBe(201)
  }
  const leave = (client: Client) =>
    client.send('DELETE', apiPaths.account, { password: adasAccount.password })
  const readQueue = async () => {
    const { items, total } = (await mona.get(apiPaths.moderationQueue())).body
    const queue = items as QueueItem[]
    expect(total).toBe(queue.length)
    return queue
  }
  const readCase = async (studentId: number) =>
    (await mona.get(apiPaths.moderatedStudent(studentId))).body as unknown as StudentCase
  const decide = (studentId: number, action: string, seen: number | null, extra: object = {}) =>
    mona.post(apiPaths.studentDecisions(studentId), { action, reason: 'scam', seen, ...extra })
  /** Returns the emails, by the reports that they answer. */
  const readMails = async () => {
    const rows = await db.all<{ payload: string }>(
      sql`SELECT payload FROM jobs WHERE kind = 'mail' ORDER BY id`,
    )
    return rows
      .map(({ payload }) => JSON.parse(payload) as { template: string; subject: string })
      .filter(({ template }) => template.startsWith('report-'))
  }
  const cleanUp = async () => {
    await db.run(sql`DELETE FROM jobs WHERE kind = ${expiredRowCleanup.name}`)
    await runJob(expiredRowCleanup, { db, now: () => clock.now })
  }
  /** Moves the clock, and keeps the students logged in. */
  const wait = async (ms: number) => {
    clock.now += ms
    await db.run(sql`UPDATE sessions SET created_at = ${clock.now}, refreshed_at = ${clock.now}`)
  }
  const signUpAgain = async () => {
    const client = createJsonClient(await createLoggedInClient(app, plusAda))
    return { client, id: (await client.get(apiPaths.me)).body.id }
  }
  const urls = {
    listing: (id: number) => `/api/misc/${id}/report`,
    student: (id: number) => `/api/users/${id}/report`,
  }
  return {
    ...{ ...site, ada, bob, carl, mona, urls, post, report, leave, readQueue, readCase, decide },
    ...{ readMails, cleanUp, wait, signUpAgain },
  }
}

const kept: Partial<DeletedListing> = {
  ...{ category: 'misc', title: 'Golden lamp', price: 20, description: scamText },
}

describe.each(engines)('a reported listing that its student deletes, on %s', (engine) => {
  it('leaves a case about the student, with what it said', async () => {
    const { ada, bob, carl, db, mona, clock, urls, ...site } = await openSite(engine)
    const id = await site.post(ada)
    await site.report(bob, urls.listing(id))
    await site.report(carl, urls.listing(id), 'duplicate')
    await site.report(carl, urls.student(1), 'harassment')
    clock.now += dayMs
    expect((await ada.delete(`/api/misc/${id}`)).status).toBe(204)
    expect((await ada.post('/api/misc', { ...input, anyway: true })).status).toBe(201)

    expect(await site.readMails()).toMatchObject([{ template: 'report-closed' }])
    expect(await site.readQueue()).toMatchObject([
      { kind: 'student', student: { id: 1 }, listing: null, reports: 2 },
    ])
    const found = await site.readCase(1)
    expect(found.deletedListings).toEqual([
      { id, ...kept, deletedAt: new Date(clock.now).toISOString(), editedAt: null },
    ])
    const about = found.reports.map(({ reason, note, deletedListing, isFromEarlierAccount }) => [
      ...[reason, note, deletedListing, isFromEarlierAccount],
    ])
    expect(about).toEqual([
      ['harassment', bobsNote, null, false],
      ['scam', bobsNote, { id, title: 'Golden lamp' }, false],
    ])
    expect(found.allowedActions).toEqual(['keep', 'warn', 'suspend'])

    // Bob's new report about Ada does not replace his report about her deleted listing.
    await site.report(bob, urls.student(1))
    expect(await site.readQueue()).toMatchObject([{ reports: 3 }])

    const { body } = await site.decide(1, 'warn', found.seen)
    expect(await site.readQueue()).toEqual([])
    const upheld = (await site.readMails()).filter(({ template }) => template === 'report-upheld')
    expect(upheld).toHaveLength(3)
    const undo = { reason: 'mistake', seen: body.id }
    expect((await mona.post(apiPaths.undoDecision(body.id), undo)).status).toBe(200)
    expect(await site.readQueue()).toMatchObject([{ reports: 3 }])
  })

  it('says that it was edited after it was reported', async () => {
    const { ada, bob, clock, urls, ...site } = await openSite(engine)
    const id = await site.post(ada)
    await site.report(bob, urls.listing(id))
    clock.now += dayMs
    await ada.put(`/api/misc/${id}`, { ...input, description: 'A lamp.' })
    const editedAt = new Date(clock.now).toISOString()
    clock.now += dayMs
    await ada.delete(`/api/misc/${id}`)
    expect((await site.readCase(1)).deletedListings).toMatchObject([{ editedAt }])
  })
})

describe.each(anyEngine)('reports of a deleted listing on %s', (engine) => {
  it('go on if they are severe, by their reason', async () => {
    const { ada, bob, urls, db, ...site } = await openSite(engine)
    for (const reason of reportReasons) {
      const { body } = await ada.post('/api/misc', { ...input, anyway: true })
      await site.report(bob, urls.listing(body.id), reason)
      await ada.delete(`/api/misc/${body.id}`)
    }
    const open = await db.all<{ reason: string }>(sql`
      SELECT reason FROM reports WHERE state = 'open' ORDER BY id`)
    expect(open.map(({ reason }) => reason)).toEqual([
      ...['scam', 'hateful', 'not_allowed', 'harassment', 'private_information'],
    ])
    expect(await db.all(sql`SELECT listing_id FROM deleted_listings`)).toHaveLength(5)
  })

  it('keep what it said while they wait and while an appeal is possible', async () => {
    const { ada, bob, urls, db, clock, ...site } = await openSite(engine)
    const readTitles = () => db.all(sql`SELECT title FROM deleted_listings`)
    const id = await site.post(ada)
    await site.report(bob, urls.listing(id))
    await ada.delete(`/api/misc/${id}`)
    clock.now += 200 * dayMs
    await site.cleanUp()
    expect(await readTitles()).toHaveLength(1)
    await db.run(sql`UPDATE reports SET state = 'upheld', decided_at = ${clock.now}`)
    clock.now += 20 * dayMs - 1
    await site.cleanUp()
    expect(await readTitles()).toHaveLength(1)
    clock.now += 1
    await site.cleanUp()
    expect(await readTitles()).toEqual([])
  })

  it('lose their text with their reporter, and stay', async () => {
    const { ada, bob, urls, ...site } = await openSite(engine)
    const id = await site.post(ada)
    await site.report(bob, urls.listing(id))
    await ada.delete(`/api/misc/${id}`)
    expect((await site.leave(bob)).status).toBe(204)
    expect((await site.readCase(1)).reports).toMatchObject([
      { isOpen: true, note: '', reporter: { id: null }, deletedListing: { id } },
    ])
  })

  it('tell the student who is reported nothing, in no export', async () => {
    const { ada, bob, urls, ...site } = await openSite(engine)
    const id = await site.post(ada)
    await site.report(bob, urls.listing(id))
    await ada.delete(`/api/misc/${id}`)
    const { reports, decisions, ...rest } = (await ada.get(apiPaths.accountExport)).body
    expect([reports, decisions]).toEqual([[], []])
    expect(JSON.stringify(rest)).not.toMatch(/bob|stone|he wants money/i)
    // Bob can still read what he reported.
    expect((await bob.get(apiPaths.accountExport)).body.reports).toMatchObject([
      { category: 'misc', listingId: id, note: bobsNote, state: 'open' },
    ])
  })
})

describe.each(engines)('a reported student who deletes the account, on %s', (engine) => {
  /**
   * Opens a site where the student has four reports: about a listing, about a deleted listing, about the student, and
   * one that is not severe.
   */
  async function openReported(settings: Record<string, string> = {}) {
    const site = await openSite(engine, settings)
    const { ada, bob, carl, urls } = site
    const deletedId = await site.post(ada)
    await site.report(bob, urls.listing(deletedId))
    await ada.delete(`/api/misc/${deletedId}`)
    const { body } = await ada.post('/api/misc', { ...input, title: 'Silver lamp', anyway: true })
    await site.report(bob, urls.listing(body.id), 'hateful')
    await site.report(carl, urls.student(1), 'harassment')
    await site.report(carl, urls.listing(body.id), 'wrong_category')
    return site
  }
  const reasonsOf = ({ reports }: StudentCase) =>
    reports.filter(({ isOpen }) => isOpen).map(({ reason }) => reason)

  it('finds the case open after signing up again, within 90 days', async () => {
    const { ada, db, ...site } = await openReported()
    expect((await site.leave(ada)).status).toBe(204)
    expect(await site.readQueue()).toEqual([])
    const left = JSON.stringify(await readAllTables(db))
    expect(left).toContain(scamText)
    expect(left).not.toMatch(/lovelace|ada@/i)
    const templates = (await site.readMails()).map(({ template }) => template)
    expect(templates.toSorted()).toEqual(['report-closed', ...Array(3).fill('report-left')])

    await site.wait(90 * dayMs - 1)
    await site.cleanUp()
    const { client, id } = await site.signUpAgain()
    expect(await site.readQueue()).toMatchObject([{ student: { id }, reports: 3 }])
    const found = await site.readCase(id)
    expect(reasonsOf(found).toSorted()).toEqual(['harassment', 'hateful', 'scam'])
    expect(found.reports.every((report) => report.isFromEarlierAccount)).toBe(true)
    expect(found.reports.every(({ note }) => note === bobsNote)).toBe(true)
    expect(found.deletedListings.map(({ title }) => title).toSorted()).toEqual([
      ...['Golden lamp', 'Silver lamp'],
    ])
    const exported = JSON.stringify((await client.get(apiPaths.accountExport)).body)
    expect(exported).not.toMatch(/bob|carl|he wants money|lamp/i)
    const suspended = await site.decide(id, 'suspend', found.seen, { days: 7 })
    expect(suspended.status).toBe(200)
    expect(await site.readQueue()).toEqual([])
  })

  it('is forgotten after that', async () => {
    const { ada, db, ...site } = await openReported()
    await site.leave(ada)
    await site.wait(90 * dayMs)
    await site.signUpAgain()
    expect(await site.readQueue()).toEqual([])
    await site.cleanUp()
    expect(await db.all(sql`SELECT DISTINCT note, student_hash, state FROM reports`)).toEqual([
      { note: '', student_hash: null, state: 'closed' },
    ])
    expect(await db.all(sql`SELECT title FROM deleted_listings`)).toEqual([])
  })

  it('is not taken for a stranger who signs up with the address', async () => {
    const { ada, app, db, dataDir, ...site } = await openReported({ VERIFY_EMAIL: 'on' })
    await site.leave(ada)
    const { client } = await site.signUpAgain()
    expect(await site.readQueue()).toEqual([])
    const [code] = await waitForCodes(dataDir, plusAda.email, 1)
    expect((await client.post(apiPaths.confirmEmail, { code })).status).toBe(200)
    expect(await site.readQueue()).toMatchObject([{ reports: 3 }])
    // The reports about an unproven account are not kept for the mailbox either.
    await db.run(sql`UPDATE users SET confirmed_at = NULL WHERE email = ${plusAda.email}`)
    await site.leave(client)
    const hashed = await db.all(sql`SELECT id FROM reports WHERE student_hash IS NOT NULL`)
    expect([hashed, await site.readQueue()]).toEqual([[], []])
  })

  it('leaves no case with another account of the mailbox that is deleted at once', async () => {
    const { ada, db, ...site } = await openReported()
    const { client } = await site.signUpAgain()
    // The first deletion waits when it moves the reports, after it has chosen the other account.
    const held = await holdTransaction(db, (tx) =>
      tx.run(sql`UPDATE reports SET note = note WHERE reason = 'harassment'`),
    )
    const first = site.leave(ada)
    await held.waits(1)
    const second = site.leave(client)
    await Promise.race([second, held.waits(2)])
    held.release()
    expect([(await first).status, (await second).status]).toEqual([204, 204])
    expect(await site.readQueue()).toEqual([])
    const reports = await db.all(sql`
      SELECT DISTINCT state, student_hash IS NOT NULL AS is_kept FROM reports
      WHERE reason <> 'wrong_category'`)
    expect(reports).toEqual([{ state: 'closed', is_kept: 1 }])
  })

  it('keeps the case with another account of the mailbox', async () => {
    const { ada, ...site } = await openReported()
    const { id } = await site.signUpAgain()
    await site.leave(ada)
    expect(await site.readQueue()).toMatchObject([{ student: { id }, reports: 3 }])
    expect((await site.readCase(id)).deletedListings).toHaveLength(2)
    expect((await site.readMails()).map(({ template }) => template)).toEqual(['report-closed'])
  })

  it('is found by an account that is made at the same moment', async () => {
    const { app, db, clock, ...site } = await openReported()
    const context = { appUrl: 'https://quad.test', now: clock.now }
    const { waits, release } = await holdTransaction(db, async (tx) => {
      await lockUser(tx, 1)
      await deleteAccount(tx, 1, context)
    })
    const signUp = createClient(app).post(apiPaths.users, plusAda)
    await waits(1)
    release()
    expect((await signUp).status).toBe(201)
    expect(await site.readQueue()).toMatchObject([{ reports: 3 }])
  })

  it('takes along what is decided', async () => {
    const { ada, db, clock, ...site } = await openReported()
    const { seen } = await site.readCase(1)
    await site.decide(1, 'warn', seen)
    await db.run(sql`UPDATE reports SET state = 'upheld', decided_at = ${clock.now}`)
    await site.leave(ada)
    expect(await db.all(sql`SELECT title FROM deleted_listings`)).toEqual([])
    expect(await db.all(sql`SELECT DISTINCT note, student_hash FROM reports`)).toEqual([
      { note: '', student_hash: null },
    ])
  })

  it('is known to a site that is restored from a backup', async () => {
    const { ada, clock, ...site } = await openReported()
    await site.leave(ada)
    const path = await createBackupPath()
    const other = await openTestSite(engine)
    await writeBackup({ db: site.db, store: other.store, path, now: clock.now })
    await restoreBackup({ ...other, backup: await checkBackup(path), overwrite: true })
    await createClient(other.app).post(apiPaths.users, plusAda)
    const open = await other.db.all(sql`
      SELECT reason, title FROM reports
      LEFT JOIN deleted_listings ON deleted_listings.listing_id = deleted_listing_id
      JOIN users ON users.id = student_id WHERE state = 'open' ORDER BY reports.id`)
    expect(open).toEqual([
      { reason: 'scam', title: 'Golden lamp' },
      { reason: 'hateful', title: 'Silver lamp' },
      { reason: 'harassment', title: null },
    ])
  })

  it('has written what was reported, also of a conversation', async () => {
    const { ada, bob, mona, ...site } = await openSite(engine)
    const listingId = await site.post(ada)
    const asked = await bob.post(`/api/misc/${listingId}/messages`, { body: 'Is it still there?' })
    const threadId = Number(asked.body.thread_id)
    await ada.post(apiPaths.messages(threadId), { body: 'Send me a gift card.' })
    await site.report(bob, apiPaths.reportThread(threadId))
    await site.leave(ada)
    const { id } = await site.signUpAgain()
    const [report] = (await site.readCase(id)).reports
    expect(report?.thread).toMatchObject({ whyNotRead: null })
    const read = await mona.post(apiPaths.reportedMessages(report?.id ?? 0))
    expect(read.body).toMatchObject({
      messages: [
        { isFromReporter: true, body: 'Is it still there?' },
        { isFromReporter: false, body: 'Send me a gift card.' },
      ],
    })
  })
})
