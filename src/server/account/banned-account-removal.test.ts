import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { openTestSite } from '#tests/support/backup-site.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { runJob } from '#tests/support/run-job.ts'
import { dayMs } from '../durations.ts'
import { findBannedUsers, isUserBanned } from '../students/restrictions/restriction-queries.ts'
import { bannedAccountRemoval } from './banned-account-removal.ts'

describe.each(engines)('removal of banned accounts on %s', (engine) => {
  it('leaves the hash of the mailbox and the log, after the days in which it can be undone', async () => {
    const { db, store, clock, ada, bob, upload } = await openTestSite(engine)
    const photo = await upload(ada, 1)
    await ada.post('/api/misc', { ...listingInputs.misc, photos: [photo] })
    await bob.post('/api/misc', { ...listingInputs.misc, photos: [] })
    const logId = await banTestStudent(db, { studentId: 1, now: clock.now })
    await suspendTestStudent(db, { studentId: 2, now: clock.now })
    const purged: string[] = []
    const removal = bannedAccountRemoval({
      appUrl: '',
      store,
      transport: { purge: async (address) => void purged.push(address) },
      log: { info: () => {} },
    })
    const run = async (time: number) => {
      await db.run(sql`DELETE FROM jobs`)
      await runJob(removal, { db, now: () => time })
    }
    const emails = async () =>
      (await db.all<{ email: string }>(sql`SELECT email FROM users`)).length
    await run(clock.now + 30 * dayMs - 1)
    expect(await emails()).toBe(2)
    await run(clock.now + 30 * dayMs)
    expect(await emails()).toBe(1)
    expect(purged).toEqual(['ada@uwaterloo.ca'])
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
    await insertTestUser(db, 'ada@wlu.ca')
    await insertTestUser(db, 'ada+books@wlu.ca')
    const { id: bobId } = await insertTestUser(db, 'bob@wlu.ca')
    const warning = await suspendTestStudent(db, { studentId: bobId, now })
    await banTestStudent(db, { studentId: bobId, now: now + 1 })
    const ban = await banTestStudent(db, { studentId: 1, now })
    const appeal = (logId: number, decision: string | null) =>
      db.run(sql`
        UPDATE appeals SET created_at = ${now}, decision = ${decision} WHERE log_id = ${logId}`)
    const findDue = () => findBannedUsers(db, now + dayMs)
    const emails = async () => (await findDue()).map(({ email }) => email)
    await appeal(warning, null)
    expect(await emails()).toEqual(['ada@wlu.ca', 'ada+books@wlu.ca', 'bob@wlu.ca'])
    await appeal(ban, null)
    expect(await emails()).toEqual(['bob@wlu.ca'])
    expect(await isUserBanned(db, 1, now + dayMs)).toBe(false)
    await appeal(ban, 'rejected')
    expect(await emails()).toHaveLength(3)
  })
})
