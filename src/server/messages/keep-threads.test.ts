import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import { bob as bobsAccount, createClient, strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { banTestStudent } from '#tests/support/restrict-test-student.ts'
import { runJob } from '#tests/support/run-job.ts'
import { deleteAccount } from '../account/account-deletion.ts'
import type { Db } from '../database/database.ts'
import { hourMs } from '../durations.ts'
import { expiredRowCleanup } from '../maintenance/expired-row-cleanup.ts'
import { readMailboxHash } from '../students/restrictions/mailbox-hash.ts'
import { lockUser } from '../students/user-queries.ts'

/** Opens a site where Bob has written to Ada about a listing of hers. */
async function startThread(
  engine: (typeof engines)[number],
  path: 'misc' | 'rentals' = 'misc',
  input: object = listingInputs.misc,
) {
  const site = await buildTestAppWithUsers(engine)
  const { ada, bob, app, db, clock } = site
  // The tests below know when days begin there.
  changeCampus({ timeZone: 'America/Toronto' })
  const { body: listing } = await ada.post(`/api/${path}`, input)
  const sent = await bob.post(`/api/${path}/${listing.id}/messages`, { body: 'Is it still there?' })
  expect(sent.status).toBe(201)
  const thread = `/api/threads/${sent.body.thread_id}`
  const readExpiry = async () => {
    const row = await db.get<{ expires_at: number }>(sql`SELECT expires_at FROM threads`)
    return row && new Date(row.expires_at).toISOString()
  }
  /** Logs Bob in again, because sessions end sooner than threads. */
  const logInAgain = async () => {
    const client = createClient(app)
    expect((await client.logIn(bobsAccount)).status).toBe(200)
    return client
  }
  const countRows = async () => {
    const { threads, thread_members, messages } = await readAllTables(db)
    return [threads, thread_members, messages].map((rows) => rows?.length)
  }
  const cleanUp = () => runJob(expiredRowCleanup, { db, now: () => clock.now })
  const leave = (client: typeof ada) =>
    client.send('DELETE', '/api/users/me', { password: strongPassword })
  /** Deletes the account as the jobs do. */
  const removeIn = async (tx: Db, id: number) => {
    await lockUser(tx, id)
    await deleteAccount(tx, id, { appUrl: '', now: clock.now })
  }
  const page = `/api/${path}/${listing.id}`
  return { ...site, page, thread, readExpiry, logInAgain, countRows, cleanUp, leave, removeIn }
}

describe.each(engines)('a thread on %s', (engine) => {
  it('takes messages for 12 months after the last one, then is deleted', async () => {
    const { thread, clock, logInAgain, countRows, cleanUp } = await startThread(engine)
    clock.now = Date.parse('2027-11-16T04:59:59.999Z')
    await cleanUp()
    const late = await logInAgain()
    expect((await late.post(`${thread}/messages`, { body: 'Hello?' })).status).toBe(201)
    clock.now = Date.parse('2028-11-16T04:59:59.999Z')
    await cleanUp()
    const later = await logInAgain()
    expect((await later.get(`${thread}/messages`)).status).toBe(200)
    // The thread has ended, even before the cleanup has run.
    clock.now += 1
    expect((await later.post(`${thread}/messages`, { body: 'Hello?' })).status).toBe(404)
    expect((await later.get(`${thread}/messages`)).status).toBe(404)
    expect((await later.get('/api/threads')).body).toEqual({ results: [], next: null })
    expect(await countRows()).toEqual([1, 2, 2])
    clock.now += hourMs
    await cleanUp()
    expect(await countRows()).toEqual([0, 0, 0])
  })

  it('follows the last day of a rental, also to an earlier one', async () => {
    const room = { ...listingInputs.rental, is_sublet: true, available_to: '2027-12-31' }
    const { ada, page, readExpiry, clock, thread } = await startThread(engine, 'rentals', room)
    expect(await readExpiry()).toBe('2028-01-31T05:00:00.000Z')
    const edits: [change: object, expiresAt: string][] = [
      [{ available_to: '2028-04-30' }, '2028-05-31T04:00:00.000Z'],
      [{ available_to: '2028-01-31' }, '2028-03-02T05:00:00.000Z'],
      // A thread never expires earlier than 12 months after the last message.
      [{ available_to: '2027-04-30' }, '2027-11-16T05:00:00.000Z'],
      [{ available_to: null }, '2027-11-16T05:00:00.000Z'],
      [{ available_to: '2028-04-30', cost: 700 }, '2028-05-31T04:00:00.000Z'],
    ]
    for (const [change, expiresAt] of edits) {
      expect((await ada.put(page, { ...room, ...change })).status).toBe(200)
      expect(await readExpiry()).toBe(expiresAt)
    }
    clock.now = Date.parse('2026-11-20T12:00:00Z')
    expect((await ada.post(`${thread}/messages`, { body: 'Yes.' })).status).toBe(201)
    expect((await ada.put(page, { ...room, available_to: '2027-04-30' })).status).toBe(200)
    expect(await readExpiry()).toBe('2027-11-21T05:00:00.000Z')
  })

  it('stays with the other student when one leaves, and goes when both have', async () => {
    const { ada, bob, db, thread, leave, countRows } = await startThread(engine)
    await ada.post(`${thread}/messages`, { body: 'Yes, it is.' })
    const before = await ada.get('/api/threads')
    const hash = await readMailboxHash(db)
    for (const [blocker, blocked] of [
      [1, 2],
      [2, 1],
    ]) {
      const blockedHash = hash(blocked === 1 ? at('ada') : at('bob', 1))
      await db.run(sql`INSERT INTO blocks (blocker_id, blocked_id, blocked_hash, created_at)
        VALUES (${blocker}, ${blocked}, ${blockedHash}, 0)`)
    }
    expect((await leave(bob)).status).toBe(204)

    const after = await ada.get('/api/threads')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.body.results).toMatchObject([
      { other: { id: null, name: 'Deleted account' }, state: 'closed', unread: 1 },
    ])
    expect((await ada.get(`${thread}/messages`)).body.results).toMatchObject([
      { body: 'Is it still there?', is_own: false },
      { body: 'Yes, it is.', is_own: true },
    ])
    const answer = await ada.post(`${thread}/messages`, { body: 'Are you still there?' })
    expect(answer).toMatchObject({ status: 403, body: { error: "You can't message this person." } })
    // His own block is deleted, and the block against his mailbox stays.
    expect(await db.all(sql`SELECT blocker_id, blocked_id FROM blocks`)).toEqual([
      { blocker_id: 1, blocked_id: 2 },
    ])
    expect((await leave(ada)).status).toBe(204)
    expect(await countRows()).toEqual([0, 0, 0])
  })

  it('keeps the messages of a banned student, and goes with the removal of the second account', async () => {
    const { ada, db, clock, thread, leave, removeIn, countRows } = await startThread(engine)
    await banTestStudent(db, { studentId: 2, now: clock.now })
    expect((await ada.get(`${thread}/messages`)).body).toMatchObject({
      thread: { other: { name: 'Bob Stone' }, state: 'closed' },
      results: [{ body: 'Is it still there?' }],
    })
    expect((await leave(ada)).status).toBe(204)
    expect(await countRows()).toEqual([1, 2, 1])
    await db.transaction((tx) => removeIn(tx, 2))
    expect(await countRows()).toEqual([0, 0, 0])
  })

  it.each([
    { what: 'goes when both students leave at once', isWriting: false },
    { what: 'goes when both leave at once while one of them writes', isWriting: true },
  ])('$what', async ({ isWriting }) => {
    const { bob, db, thread, removeIn, countRows } = await startThread(engine)
    const { release, waits } = await holdTransaction(db, (tx) => removeIn(tx, 1))
    const writing = isWriting && bob.post(`${thread}/messages`, { body: 'Bye!' })
    if (writing) await waits(1)
    const leaving = db.transaction((tx) => removeIn(tx, 2))
    await waits(writing ? 2 : 1)
    release()
    // On SQLite, the sender's own account is already deleted by then.
    if (writing) expect([401, 403]).toContain((await writing).status)
    await leaving
    expect(await countRows()).toEqual([0, 0, 0])
  })
})
