import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/backup-site.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { runJob } from '#tests/support/run-job.ts'
import type { Db } from '../database/database.ts'
import { dayMs } from '../durations.ts'
import { findBannedUsers, isUserBanned } from '../students/restrictions/restriction-queries.ts'
import {
  bannedAccountDeletion,
  requestedAccountDeletion,
  unconfirmedAccountDeletion,
} from './account-deletion-jobs.ts'

describe.each(engines)('deletion of banned accounts on %s', (engine) => {
  it('leaves the hash of the mailbox and the log, after the days in which it can be undone', async () => {
    const { db, store, clock, ada, bob, upload } = await openTestSite(engine)
    const photo = await upload(ada, 1)
    await ada.post('/api/misc', { ...listingInputs.misc, photos: [photo] })
    await bob.post('/api/misc', { ...listingInputs.misc, photos: [] })
    const logId = await banTestStudent(db, { studentId: 1, now: clock.now })
    await suspendTestStudent(db, { studentId: 2, now: clock.now })
    const purged: string[] = []
    const deletion = bannedAccountDeletion({
      appUrl: '',
      store,
      transport: { purge: async (address) => void purged.push(address) },
      log: { info: () => {} },
    })
    const run = async (time: number) => {
      await db.run(sql`DELETE FROM jobs`)
      await runJob(deletion, { db, now: () => time })
    }
    const emails = async () =>
      (await db.all<{ email: string }>(sql`SELECT email FROM users`)).length
    await run(clock.now + 30 * dayMs - 1)
    expect(await emails()).toBe(2)
    // A hold keeps a banned account, too.
    await db.run(sql`UPDATE users SET held_at = 1 WHERE id = 1`)
    await run(clock.now + 30 * dayMs)
    expect(await emails()).toBe(2)
    await db.run(sql`UPDATE users SET held_at = NULL`)
    await run(clock.now + 30 * dayMs)
    expect(await emails()).toBe(1)
    expect(purged).toEqual([at('ada')])
    expect((await Array.fromAsync(store.list())).flat()).toEqual([])
    const tables = await readAllTables(db)
    expect(JSON.stringify(tables)).not.toMatch(/ada@|lovelace/i)
    expect(tables.restrictions).toContainEqual(expect.objectContaining({ kind: 'ban' }))
    expect(tables.moderation_log).toContainEqual(expect.objectContaining({ student_id: 1 }))
    expect(logId).toBe(1)
  })

  it('waits until an appeal against the ban is decided, with all accounts of the mailbox', async () => {
    const db = await openTestDatabase(engine)
    const now = Date.UTC(2026, 10, 15)
    await insertTestUser(db, at('ada', 1, 1))
    await insertTestUser(db, at('ada+books', 1, 1))
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    const warning = await suspendTestStudent(db, { studentId: bobId, now })
    await banTestStudent(db, { studentId: bobId, now: now + 1 })
    const ban = await banTestStudent(db, { studentId: 1, now })
    const appeal = (logId: number, decision: string | null) =>
      db.run(sql`
        UPDATE appeals SET created_at = ${now}, decision = ${decision} WHERE log_id = ${logId}`)
    const findDue = () => findBannedUsers(db, now + dayMs)
    const emails = async () => (await findDue()).map(({ email }) => email)
    await appeal(warning, null)
    expect(await emails()).toEqual([at('ada', 1, 1), at('ada+books', 1, 1), at('bob', 1, 1)])
    await appeal(ban, null)
    expect(await emails()).toEqual([at('bob', 1, 1)])
    expect(await isUserBanned(db, 1, now + dayMs)).toBe(false)
    await appeal(ban, 'rejected')
    expect(await emails()).toHaveLength(3)
  })
})

describe.each(engines)('deletion of accounts on request on %s', (engine) => {
  it('happens after its day, as the student would delete it, and never on hold or with a role', async () => {
    const { db, store, clock, ada, upload } = await openTestSite(engine)
    const photo = await upload(ada, 1)
    await ada.post('/api/misc', { ...listingInputs.misc, photos: [photo] })
    const deleteAt = clock.now + 14 * dayMs
    await db.run(sql`UPDATE users SET delete_at = ${deleteAt}`)
    await db.run(sql`UPDATE users SET held_at = 1 WHERE id = 1`)
    await db.run(sql`UPDATE users SET role = 'moderator' WHERE id = 2`)
    const { purged, run } = openDeletion({ db, store }, { deletion: requestedAccountDeletion })
    await run(deleteAt)
    expect(purged).toEqual([])
    await db.run(sql`UPDATE users SET held_at = NULL WHERE id = 1`)
    await run(deleteAt - 1)
    expect(purged).toEqual([])
    await run(deleteAt)
    expect(purged).toEqual([at('ada')])
    expect(await db.all(sql`SELECT id FROM users`)).toEqual([{ id: 2 }])
    expect((await Array.fromAsync(store.list())).flat()).toEqual([])
    expect(JSON.stringify(await readAllTables(db))).not.toMatch(/ada@|lovelace/i)
  })

  it('spares a student who keeps the account while the job runs', async () => {
    const site = await openTestSite(engine)
    const { db, clock } = site
    await db.run(sql`UPDATE users SET delete_at = ${clock.now}`)
    const keepAda = () => db.run(sql`UPDATE users SET delete_at = NULL WHERE email LIKE 'ada%'`)
    const options = { onPurge: keepAda, deletion: requestedAccountDeletion }
    await openDeletion(site, options).run(clock.now)
    expect(await db.all(sql`SELECT email FROM users`)).toEqual([{ email: at('ada') }])
  })
})

describe.each(engines)('deletion of unconfirmed accounts on %s', (engine) => {
  it('spares those with a listing or a role, those from before and those who have time to confirm', async () => {
    const { db, store, clock, ada } = await openTestSite(engine)
    expect((await ada.post('/api/misc', listingInputs.misc)).status).toBe(201)
    const createdAt = clock.now
    for (const name of ['before', 'confirmed', 'late', 'admin', 'held', 'abandoned']) {
      const { id } = await insertTestUser(db, at(name, 1, 1))
      await db.run(sql`UPDATE users SET created_at = ${createdAt} WHERE id = ${id}`)
    }
    await db.run(sql`UPDATE users SET must_confirm = 1 WHERE email <> ${at('before', 1, 1)}`)
    await db.run(sql`UPDATE users SET confirmed_at = NULL WHERE email = ${at('ada')}`)
    await db.run(sql`UPDATE users SET confirmed_at = 1 WHERE email = ${at('confirmed', 1, 1)}`)
    await db.run(sql`
      UPDATE users SET created_at = ${createdAt + 1} WHERE email = ${at('late', 1, 1)}`)
    await db.run(sql`UPDATE users SET role = 'admin' WHERE email = ${at('admin', 1, 1)}`)
    await db.run(sql`UPDATE users SET held_at = 1 WHERE email = ${at('held', 1, 1)}`)
    const { purged, logged, run } = openDeletion({ db, store })
    const time = createdAt + 14 * dayMs
    await run(time - 1)
    expect(purged).toEqual([])
    await run(time)
    expect(purged).toEqual([at('abandoned', 1, 1)])
    expect(logged).toEqual([{ removed: 1 }])
    const left = await db.all<{ email: string }>(sql`SELECT email FROM users ORDER BY id`)
    expect(left.map(({ email }) => email)).toEqual([
      at('ada'),
      at('bob', 1),
      at('before', 1, 1),
      at('confirmed', 1, 1),
      at('late', 1, 1),
      at('admin', 1, 1),
      at('held', 1, 1),
    ])
  })

  it('takes along photos from a time without VERIFY_EMAIL', async () => {
    const site = await openTestSite(engine)
    const { db, store, clock, bob } = site
    await site.upload(bob, 1)
    await unconfirm(db, at('bob', 1))
    await openDeletion(site).run(clock.now + 14 * dayMs)
    expect(await db.all(sql`SELECT name FROM photos`)).toEqual([])
    expect((await Array.fromAsync(store.list())).flat()).toEqual([])
  })

  it('spares, and does not count, who confirms meanwhile', async () => {
    const site = await openTestSite(engine)
    const { db, clock } = site
    for (const email of [at('ada'), at('bob', 1)]) await unconfirm(db, email)
    const confirmAda = () => db.run(sql`UPDATE users SET confirmed_at = 1 WHERE email LIKE 'ada%'`)
    const { logged, run } = openDeletion(site, { onPurge: confirmAda })
    await run(clock.now + 14 * dayMs)
    expect(logged).toEqual([{ removed: 1 }])
    expect(await db.all(sql`SELECT email FROM users`)).toEqual([{ email: at('ada') }])
  })
})

const unconfirm = (db: Db, email: string) =>
  db.run(sql`UPDATE users SET must_confirm = 1, confirmed_at = NULL WHERE email = ${email}`)

function openDeletion(
  { db, store }: Pick<TestSite, 'db' | 'store'>,
  {
    onPurge = async (): Promise<unknown> => undefined,
    deletion: createDeletion = unconfirmedAccountDeletion,
  } = {},
) {
  const purged: string[] = []
  const logged: unknown[] = []
  const deletion = createDeletion({
    appUrl: '',
    store,
    transport: {
      async purge(address) {
        purged.push(address)
        await onPurge()
      },
    },
    log: { info: (line: unknown) => logged.push(line) },
  })
  return {
    purged,
    logged,
    async run(time: number) {
      await db.run(sql`DELETE FROM jobs`)
      await runJob(deletion, { db, now: () => time })
    },
  }
}
