import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { domainOf } from '#campus/campus.ts'
import type { ListingStatus } from '#contract/listing-status.ts'
import { apiPaths } from '#contract/paths.ts'
import { createBackupPath, openTestSite } from '#tests/support/backup-site.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { holdTransaction } from '#tests/support/hold-transaction.ts'
import {
  ada,
  ada as adasAccount,
  createClient,
  createLoggedInClient,
} from '#tests/support/http-client.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { openLifecycleSite } from '#tests/support/lifecycle-site.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { checkBackup } from '../../backup/check-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { dayMs } from '../../durations.ts'
import { putBackListings, takeDown } from '../../moderation/take-down.ts'
import { lockUser } from '../user-queries.ts'
import { liftRestriction } from './lift-restriction.ts'
import { lockRestrictions } from './mailbox-hash.ts'

const plusAda = { ...adasAccount, email: at('ada+books') }
const now = Date.UTC(2026, 10, 15, 12)

describe.each(engines)('a suspension on %s', (engine) => {
  it('is told at every refusal and in the account, and ends by the clock', async () => {
    const { app, db, clock, ada, post, wait } = await openLifecycleSite(engine)
    const { url, renew, move } = await post()
    await move('pending')
    await suspendTestStudent(db, { studentId: 1, now: clock.now })
    const message = expect.stringMatching(/until Nov 22, 2026\. .* The reason: Scam\. .*Two fakes/)
    const refused = { status: 403, body: { code: 'suspended', error: message } }
    expect(await ada.post('/api/misc', {})).toMatchObject(refused)
    expect(await renew()).toMatchObject(refused)
    expect(await move('available')).toMatchObject(refused)
    // These actions show nothing to others, so they are allowed.
    expect((await move('sold')).status).toBe(200)
    expect((await ada.get(url)).status).toBe(200)
    const me = { role: 'student', suspension: { until: '2026-11-22T12:00:00.000Z', message } }
    expect((await ada.get(apiPaths.me)).body).toMatchObject(me)
    expect((await createClient(app).logIn()).body).toMatchObject(me)
    await wait(7 * dayMs)
    expect((await ada.get(apiPaths.me)).body).toMatchObject({ suspension: null })
    expect((await move('available')).status).toBe(200)
  })

  it('makes a moderator a student until it ends', async () => {
    const { db, clock, ada } = await openLifecycleSite(engine)
    await db.run(sql`UPDATE users SET role = 'moderator' WHERE id = 1`)
    expect((await ada.get(apiPaths.me)).body).toMatchObject({ role: 'moderator' })
    await suspendTestStudent(db, { studentId: 1, now: clock.now })
    expect((await ada.get(apiPaths.me)).body).toMatchObject({ role: 'student' })
  })

  it('is of the mailbox, and the longest counts', async () => {
    const db = await openTestDatabase(engine)
    const emails = [at('ada', 1, 1), at('ada+books', 1, 1), at('adam', 1, 1), at('ada')]
    for (const email of emails) await insertTestUser(db, email)
    const ends = async () =>
      (
        await db.all<{ days: number | null }>(sql`
        SELECT (suspended_until - ${now}) / ${dayMs} AS days FROM users ORDER BY id`)
      ).map(({ days }) => days && Number(days))
    const long = await suspendTestStudent(db, { studentId: 2, now, days: 30 })
    expect(await ends()).toEqual([30, 30, null, null])
    const short = await suspendTestStudent(db, { studentId: 1, now, days: 7 })
    expect(await ends()).toEqual([30, 30, null, null])
    const lift = (studentId: number, logId: number) =>
      db.transaction((tx) => liftRestriction(tx, { studentId, logId, now }))
    await lift(2, long)
    expect(await ends()).toEqual([7, 7, null, null])
    await db.run(sql`DELETE FROM users WHERE id = 1`)
    await lift(1, short)
    expect(await ends()).toEqual([null, null, null])
  })
})

describe.each(engines)('a ban on %s', (engine) => {
  it('logs out everywhere and takes the listings down; lifted, they are as they were', async () => {
    const { app, db, clock, ada, bob, visitor, post, newest } = await openLifecycleSite(engine)
    const plus = await createLoggedInClient(app, plusAda)
    const { url } = await post()
    const states: ListingStatus[] = ['available', 'pending', 'sold', 'expired', 'hidden', 'removed']
    const ids: number[] = []
    for (const status of states) {
      const { id } = await post()
      ids.push(id)
      await db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${id}`)
    }
    const { id: idOfBob } = (await bob.post('/api/misc', listingInputs.misc)).body
    const hidden = Number(ids[4])
    await db.run(sql`UPDATE listings SET status = 'available' WHERE id = ${hidden}`)
    const hide = await suspendTestStudent(db, { studentId: 2, now: clock.now })
    await db.transaction((tx) =>
      takeDown(tx, { category: 'misc', id: hidden }, { status: 'hidden', logId: hide, now }),
    )
    expect((await visitor.get(url)).status).toBe(200)
    const logId = await banTestStudent(db, { studentId: 3, now: clock.now })
    for (const client of [ada, plus]) {
      expect((await client.get(apiPaths.me)).body).toEqual({ error: 'Not signed in' })
      expect((await client.post(apiPaths.refresh)).body).toEqual({ error: 'Not signed in' })
    }
    expect((await bob.get(apiPaths.me)).body).toMatchObject({ firstName: 'Bob' })
    expect((await visitor.get(url)).status).toBe(410)
    expect(await newest()).toEqual([idOfBob])
    const stored = async () =>
      (
        await db.all<{ status: string }>(sql`
        SELECT status FROM listings WHERE seller_id = 1 ORDER BY id`)
      ).map(({ status }) => status)
    expect(await stored()).toEqual(Array(7).fill('removed'))

    await db.transaction(async (tx) => {
      await liftRestriction(tx, { studentId: 3, logId, now: clock.now })
      await putBackListings(tx, logId, clock.now)
    })
    expect(await stored()).toEqual([
      'available',
      'available',
      'pending',
      'sold',
      'expired',
      'available',
      'removed',
    ])
    expect((await visitor.get(url)).status).toBe(200)
    expect((await createClient(app).logIn()).status).toBe(200)
  })

  it('refuses the right password with the reason, and a wrong one like that of nobody', async () => {
    const { app, db, clock } = await openLifecycleSite(engine)
    await banTestStudent(db, { studentId: 1, now: clock.now })
    const client = createClient(app)
    // A wrong password could not be tried this often.
    for (let tries = 0; tries < 11; tries++) {
      const response = await client.logIn()
      expect(response).toMatchObject({
        status: 403,
        setCookie: undefined,
        body: {
          code: 'banned',
          error: expect.stringMatching(
            /^Your account was closed on Nov 15, 2026\. The reason: Scam/,
          ),
        },
      })
    }
    const wrong = await client.logIn({ password: 'wrong horse 1!' })
    const nobody = await client.logIn({ email: at('nobody') })
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body])
    expect(wrong.status).toBe(401)
  })

  it('covers a login that has begun', async () => {
    const { app, db, clock } = await openLifecycleSite(engine)
    const { release, waits } = await holdTransaction(db, (tx) => lockUser(tx, 1))
    const banning = banTestStudent(db, { studentId: 1, now: clock.now })
    await waits(1)
    const login = createClient(app).logIn()
    await waits(2)
    release()
    await banning
    expect((await login).status).toBe(403)
    expect(await db.all(sql`SELECT 1 AS found FROM sessions WHERE user_id = 1`)).toEqual([])
  })

  it('and a suspension of two accounts of a mailbox at once both hold', async () => {
    const db = await openTestDatabase(engine)
    const emails = [at('ada', 1, 1), at('ada+books', 1, 1), at('bob', 1, 1)]
    for (const email of emails) await insertTestUser(db, email)
    await Promise.all([
      banTestStudent(db, { studentId: 1, now }),
      suspendTestStudent(db, { studentId: 2, now }),
    ])
    const held = { banned_at: now, suspended_until: now + 7 * dayMs }
    expect(await db.all(sql`SELECT banned_at, suspended_until FROM users ORDER BY id`)).toEqual([
      held,
      held,
      { banned_at: null, suspended_until: null },
    ])
  })

  it('covers a sign-up that has begun', async () => {
    const { app, db, clock } = await openLifecycleSite(engine)
    // The first sign-up of a site creates the key whose row is locked, so the test creates it before.
    await db.transaction(lockRestrictions)
    const { release, waits } = await holdTransaction(db, lockRestrictions)
    const banning = banTestStudent(db, { studentId: 1, now: clock.now })
    await waits(1)
    const signUp = createClient(app).post('/api/users', plusAda)
    await waits(2)
    release()
    await banning
    expect((await signUp).status).toBe(409)
    expect(await db.all(sql`SELECT email FROM users`)).toHaveLength(2)
  })
})

const newAda = { ...ada, email: at('Ada+New') }

describe.each(engines)('a new account on %s', (engine) => {
  it('goes on with the suspension of one that was deleted, until it would have ended', async () => {
    const { app, db, clock } = await buildTestApp(engine)
    const first = await createLoggedInClient(app)
    await suspendTestStudent(db, { studentId: 1, now: clock.now, note: 'To Ada' })
    const payload = { password: ada.password }
    expect((await first.send({ method: 'DELETE', url: apiPaths.account, payload })).status).toBe(
      204,
    )
    const { restrictions, ...others } = await readAllTables(db)
    expect(restrictions).toHaveLength(1)
    expect(JSON.stringify([restrictions, others])).not.toContain(domainOf(ada.email))

    clock.now += 6 * dayMs
    const second = await createLoggedInClient(app, newAda)
    expect((await second.get(apiPaths.me)).body).toMatchObject({
      suspension: { until: '2026-11-22T12:00:00.000Z' },
    })
    clock.now += dayMs
    expect((await second.get(apiPaths.me)).body).toMatchObject({ suspension: null })
  })

  it('is refused to a banned mailbox in the words for an address that is taken', async () => {
    const { app, db, clock } = await buildTestApp(engine)
    await createLoggedInClient(app)
    const client = createClient(app)
    const { status, body } = await client.post(apiPaths.users, ada)
    const refused = { status, body }
    expect(status).toBe(409)
    await banTestStudent(db, { studentId: 1, now: clock.now })
    expect(await client.post(apiPaths.users, ada)).toMatchObject(refused)
    expect(await client.post(apiPaths.users, newAda)).toMatchObject(refused)
    await db.run(sql`DELETE FROM users`)
    expect(await client.post(apiPaths.users, ada)).toMatchObject(refused)
    const another = { ...ada, email: at('ada', 1, 1) }
    expect((await client.post(apiPaths.users, another)).status).toBe(201)
  })

  it('is refused to a banned mailbox on a site restored from a backup, with another APP_SECRET', async () => {
    const site = await openTestSite(engine)
    await banTestStudent(site.db, { studentId: 1, now: site.clock.now })
    await site.db.run(sql`DELETE FROM users WHERE id = 1`)
    const path = await createBackupPath()
    await writeBackup({ ...site, path, now: site.clock.now })
    const other = await openTestSite(engine)
    // The other site has its own key before the restore.
    await suspendTestStudent(other.db, { studentId: 1, now: other.clock.now })
    await restoreBackup({ ...other, backup: await checkBackup(path), overwrite: true })
    const refused = await createClient(other.app).post(apiPaths.users, ada)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
