import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { createBackupPath, openTestSite } from '#tests/support/backup-site.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { ada, createClient, createLoggedInClient } from '#tests/support/http-client.ts'
import { readAllTables } from '#tests/support/read-tables.ts'
import { banTestStudent, suspendTestStudent } from '#tests/support/restrict-test-student.ts'
import { checkBackup } from '../../backup/check-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { dayMs } from '../../durations.ts'

const plusAda = { ...ada, email: 'Ada+New@uwaterloo.ca' }

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
    expect(JSON.stringify([restrictions, others])).not.toContain('uwaterloo')

    clock.now += 6 * dayMs
    const second = await createLoggedInClient(app, plusAda)
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
    expect(await client.post(apiPaths.users, plusAda)).toMatchObject(refused)
    await db.run(sql`DELETE FROM users`)
    expect(await client.post(apiPaths.users, ada)).toMatchObject(refused)
    const another = { ...ada, email: 'ada@mylaurier.ca' }
    expect((await client.post(apiPaths.users, another)).status).toBe(201)
  })

  it('is refused to a banned mailbox on a site restored from a backup, with another APP_SECRET', async () => {
    const site = await openTestSite(engine)
    await banTestStudent(site.db, { studentId: 1, now: site.clock.now })
    await site.db.run(sql`DELETE FROM users WHERE id = 1`)
    const path = await createBackupPath()
    await writeBackup({ ...site, path, now: site.clock.now })
    const other = await openTestSite(engine)
    // It has a key of its own before.
    await suspendTestStudent(other.db, { studentId: 1, now: other.clock.now })
    await restoreBackup({ ...other, backup: await checkBackup(path), overwrite: true })
    const refused = await createClient(other.app).post(apiPaths.users, ada)
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
