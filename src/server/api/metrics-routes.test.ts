import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { at } from '#tests/support/campus-email.ts'
import { engines } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListingIn, insertTestSignalAnswer } from '#tests/support/moderation-rows.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import { firefox } from '#tests/support/user-agents.ts'
import { recordBackup, recordRehearsal } from '../backup/backup-state.ts'
import { dayMs, minuteMs } from '../durations.ts'
import { enqueueJob } from '../jobs/job-queries.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'

const token = 'a-token-for-monitoring'
const authorized = { authorization: `Bearer ${token}` }

describe('metrics', () => {
  it('are not served without METRICS_TOKEN', async () => {
    const { app } = await buildTestApp('sqlite')
    const response = await app.inject({ url: '/api/metrics', headers: authorized })
    expect(response.statusCode).toBe(404)
  })

  it.each([undefined, token, 'Bearer ', `Bearer ${token}x`, `bearer ${token}`])(
    'reject the authorization header %s',
    async (authorization) => {
      const { app } = await buildTestApp('sqlite', { METRICS_TOKEN: token })
      const headers = authorization === undefined ? {} : { authorization }
      const response = await app.inject({ url: '/api/metrics', headers })
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'unauthenticated' })
    },
  )
})

describe.each(engines)('metrics on %s', (engine) => {
  it('count responses by route pattern, never by URL', async () => {
    const { app } = await buildTestApp(engine, { METRICS_TOKEN: token })
    await app.inject('/api/rentals/17?secret=yes')
    await app.inject('/api/misc')
    const { body, headers } = await app.inject({ url: '/api/metrics', headers: authorized })
    expect(headers['content-type']).toContain('text/plain')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain(
      'quad_http_request_duration_seconds_count{method="GET",route="/api/rentals/:id",status="404"} 1',
    )
    expect(body).toContain('route="/api/misc",status="200"} 1')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
    const free = Number(/^quad_disk_free_ratio (\S+)$/m.exec(body)?.[1])
    expect(free > 0 && free < 1).toBe(true)
    expect(body).not.toMatch(/secret|\/17/)
  })

  it('report jobs that are due or failed', async () => {
    const { app, db, clock } = await buildTestApp(engine, { METRICS_TOKEN: token })
    await enqueueJob(db, { kind: 'due' }, clock.now)
    await enqueueJob(db, { kind: 'later', runAt: clock.now + minuteMs }, clock.now)
    await enqueueJob(db, { kind: 'failed' }, clock.now)
    await db.run(sql`UPDATE jobs SET state = 'failed' WHERE kind = 'failed'`)
    const { body } = await app.inject({ url: '/api/metrics', headers: authorized })
    expect(body).toContain('quad_jobs{kind="due",state="waiting"} 1')
    expect(body).toContain('quad_jobs{kind="failed",state="failed"} 1')
    expect(body).not.toContain('kind="later"')
  })

  it('report what waits for moderators', async () => {
    const { app, db, clock } = await buildTestApp(engine, { METRICS_TOKEN: token })
    const read = async () => {
      const { body } = await app.inject({ url: '/api/metrics', headers: authorized })
      return [...body.matchAll(/^quad_moderat\S* \S+$/gm)].map(([line]) => line)
    }
    expect(await read()).toEqual([
      'quad_moderation_waiting{kind="reports"} 0',
      'quad_moderation_waiting{kind="appeals"} 0',
      'quad_moderation_waiting{kind="signal_answers"} 0',
      'quad_moderation_waiting{kind="hidden"} 0',
      'quad_moderation_oldest_seconds 0',
      'quad_moderators 0',
    ])
    const { id: adaId } = await insertTestUser(db)
    const { id: bobId } = await insertTestUser(db, at('bob', 1, 1))
    await db.run(sql`UPDATE users SET role = 'moderator' WHERE id = ${bobId}`)
    await db.run(sql`
      UPDATE listings SET status = 'hidden' WHERE id = ${await insertTestListing(db, adaId)}`)
    await insertTestSignalAnswer(db, {
      // This listing ends in the far future, so the job that ends listings does not touch it during the test.
      listingId: await insertTestListingIn(db, adaId, { category: 'misc', status: 'available' }),
      createdAt: clock.now,
    })
    await db.run(sql`
      INSERT INTO reports (reporter_id, student_id, reason, note, half_weight, is_established,
        created_at)
      VALUES (${bobId}, ${adaId}, 'scam', '', 2, 1, ${clock.now - minuteMs})`)
    expect(await read()).toEqual([
      'quad_moderation_waiting{kind="reports"} 1',
      'quad_moderation_waiting{kind="appeals"} 0',
      'quad_moderation_waiting{kind="signal_answers"} 1',
      'quad_moderation_waiting{kind="hidden"} 1',
      'quad_moderation_oldest_seconds 60',
      'quad_moderators 1',
    ])
  })

  it('report the last backup and the last rehearsal of a restore, once there is one', async () => {
    const { app, db } = await buildTestApp(engine, { METRICS_TOKEN: token })
    const read = async () => {
      const { body } = await app.inject({ url: '/api/metrics', headers: authorized })
      return [...body.matchAll(/^quad_backup\S* \S+$/gm)].map(([line]) => line)
    }
    expect(await read()).toEqual([])
    const backup = { bytes: 9_000, contents: 'database', place: '/backups/quad.tar' } as const
    await recordBackup(db, { ...backup, at: 1_700_000_000_500 })
    const restored = { bytes: 9_000, backup: '', rows: 1, photos: 0, database: engine }
    const problem = 'The backup is damaged or was cut off.'
    await recordRehearsal(db, { ...restored, at: 1_700_000_060_000, problem })
    const expected = [
      'quad_backup_timestamp_seconds 1700000000.5',
      'quad_backup_size_bytes 9000',
      'quad_backup_rehearsal_timestamp_seconds 1700000060',
    ]
    expect(await read()).toEqual([...expected, 'quad_backup_rehearsal_ok 0'])
    await recordRehearsal(db, { ...restored, at: 1_700_000_060_000, problem: null })
    expect(await read()).toEqual([...expected, 'quad_backup_rehearsal_ok 1'])
  })

  it('count failed attempts of jobs', async () => {
    const { app, db, clock } = await buildTestApp(engine, {
      METRICS_TOKEN: token,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const { id: studentId } = await insertTestUser(db)
    const mail = { template: 'test', to: at('ada'), subject: '', text: '', html: '' }
    await enqueueMail(db, mail, { studentId }, clock.now)
    const readMetrics = async () =>
      (await app.inject({ url: '/api/metrics', headers: authorized })).body
    const options = { timeout: 5_000 }
    await expect.poll(readMetrics, options).toContain('quad_job_failures_total{kind="mail"} 1')
    // The alarm for a mail server that is down counts the emails that wait for their next attempt.
    await expect.poll(readMetrics, options).toContain('quad_jobs{kind="mail",state="waiting"} 1')
  })

  it('report the visits of the day by page pattern', async () => {
    const { app, visits, clock } = await buildTestApp(engine, { METRICS_TOKEN: token })
    const readVisits = async () => {
      await visits.flush()
      const { body } = await app.inject({ url: '/api/metrics', headers: authorized })
      return [...body.matchAll(/^quad_visits_today\S* \d+$/gm)].map(([line]) => line).toSorted()
    }
    expect(await readVisits()).toEqual([])
    for (const path of ['/about', '/about', '/rentals/17']) {
      const payload = { path, userAgent: firefox, timestamp: 0 }
      const headers = { 'user-agent': firefox }
      await app.inject({ method: 'POST', url: '/api/logs', payload, headers })
    }
    expect(await readVisits()).toEqual([
      'quad_visits_today{page="/about"} 2',
      'quad_visits_today{page="other"} 1',
    ])
    clock.now += dayMs
    expect(await readVisits()).toEqual([])
  })
})
