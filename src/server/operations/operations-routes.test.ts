import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import { campus, setCampus } from '#campus/campus.ts'
import type { Overview } from '#contract/operations.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { strongPassword } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { insertTestAppeal, insertTestReport } from '#tests/support/moderation-rows.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { runJob } from '#tests/support/run-job.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { findPlaceholders } from '../campus/placeholders.ts'
import { dayMs, hourMs, minuteMs, toIso } from '../durations.ts'
import { enqueueJob } from '../jobs/job-queries.ts'
import { countEmptySearches, findEmptySearches } from '../listings/search/empty-searches.ts'
import { writeLog } from '../moderation/moderation-log.ts'
import { measureSizes, projectFullDay, readDiskOf, startHeartbeat } from './site-health.ts'

const domain = at('x').split('@')[1] ?? ''

describe.each(engines)('the overview on %s', (engine) => {
  async function open(
    settings: Record<string, string> = {},
    options: Parameters<typeof openModerationSite>[2] = {},
  ) {
    const site = await openModerationSite(engine, settings, options)
    const read = async () => (await site.eve.get(apiPaths.overview)).body as unknown as Overview
    return { ...site, read }
  }

  it('shows words that three students did not find on one day, and nothing about who', async () => {
    const { db, app, clock, emptySearches, read, ada, bob, sam, mia } = await open()
    const search = async (cookie: string | undefined, q: string, path = 'misc') => {
      const url = `/api/${path}?${new URLSearchParams({ q })}`
      const response = await app.inject({ url, ...(cookie && { headers: { cookie } }) })
      expect(response.statusCode).toBe(200)
    }
    await db.run(sql`DELETE FROM listings`)
    expect((await ada.post('/api/misc', listingInputs.misc)).status).toBe(201)
    const students = [ada, bob, sam, mia].map(({ cookie }) => cookie)
    for (const cookie of students.slice(0, 3)) await search(cookie, 'Kajak')
    for (const cookie of students.slice(0, 2)) await search(cookie, 'kazoo')
    // One student on three days is one student.
    for (const _ of [1, 2, 3]) {
      await search(ada.cookie, 'accordion')
      await emptySearches.flush()
      clock.now += dayMs
    }
    for (const cookie of students) {
      await search(cookie, 'piccolo b21 me@example.com 5551234 www.example.com/x')
      // Another process may have answered for the category that has Ada's lamp.
      await search(cookie, 'lamp', 'rentals')
      // The page searches while the student types, and another process may get each part.
      await search(cookie, 'theo')
      await emptySearches.flush()
      await search(cookie, 'theorb')
      await search(cookie, 'theorbo lamp')
      await emptySearches.flush()
    }
    for (const _ of [1, 2, 3]) await search(undefined, 'zither')
    await emptySearches.flush()
    const { signal } = new AbortController()
    const readWords = async () => {
      await countEmptySearches(db, clock.now, signal)
      return (await read()).students.emptySearches
    }
    const shown = [
      { word: 'piccolo', searches: 4 },
      { word: 'theorbo', searches: 4 },
      { word: 'kajak', searches: 3 },
    ]
    // Today is not over.
    expect(await readWords()).toEqual(shown.slice(2))
    clock.now += dayMs
    expect(await readWords()).toEqual(shown)
    // The difference of two reads is never one student.
    await search(ada.cookie, 'piccolo')
    await emptySearches.flush()
    clock.now += dayMs
    expect(await readWords()).toEqual(shown)
    const rows = await db.all<object>(sql`SELECT * FROM empty_searches ORDER BY day, word`)
    expect(new Set(rows.flatMap((row) => Object.keys(row)))).toEqual(
      new Set(['day', 'word', 'searcher']),
    )
    const words = await db.all<{ word: string }>(sql`SELECT DISTINCT word FROM empty_searches`)
    expect(words.map(({ word }) => word).toSorted()).toEqual([
      'accordion',
      'kajak',
      'kazoo',
      'piccolo',
      'theorbo',
    ])
    // The key of a hash is gone after its day, and the words after 30 days.
    const { expiredRowCleanup } = await import('../maintenance/expired-row-cleanup.ts')
    clock.now += dayMs
    await runJob(expiredRowCleanup, { db, now: () => clock.now })
    expect(await db.all(sql`SELECT day FROM day_salts`)).toEqual([])
    expect(await readWords()).toHaveLength(3)
    clock.now += 30 * dayMs
    await db.run(sql`DELETE FROM jobs`)
    await runJob(expiredRowCleanup, { db, now: () => clock.now })
    expect(await db.all(sql`SELECT word FROM empty_searches`)).toEqual([])
    await countEmptySearches(db, clock.now, signal)
    expect(await findEmptySearches(db)).toEqual([])
  })

  it('says whether new students prove their address', async () => {
    const asksForCodes = async (settings: Record<string, string>) =>
      (await (await open(settings)).read()).access.asksForCodes
    expect(await asksForCodes({ VERIFY_EMAIL: 'off' })).toBe(false)
    expect(await asksForCodes({ VERIFY_EMAIL: 'on' })).toBe(true)
    const university = {
      OIDC_ISSUER: 'https://login.northshore.example',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_LABEL: 'ShoreID',
    }
    const settings = { ...university, VERIFY_EMAIL: 'off', PASSWORD_LOGIN: 'off' }
    expect(await asksForCodes(settings)).toBe(true)
  })

  it('counts codes and refused addresses by domain, without addresses', async () => {
    const refused = new Set(['gone1', 'gone2', 'gone3'].map((name) => at(name)))
    const codes: string[] = []
    const smtp = await startSmtpServer(({ message }) => {
      codes.push(/\b\d{6}\b/.exec(message.split('\r\n\r\n').slice(1).join(' '))?.[0] ?? '')
    }, refused)
    onTestFinished(() => smtp.stop())
    const { app, db, counts, read, clock } = await open({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'post@mail.example',
      RATE_LIMIT: 'off',
    })
    const untilSent = async (count: number) => {
      for (;;) {
        const row = await db.get<{ count: number }>(sql`
          SELECT count(*) AS count FROM jobs WHERE kind = 'secret-mail' AND state IN ('done', 'failed')`)
        if (row?.count === count) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const password = strongPassword
    const names = ['new1', 'new2', 'new3', 'new4', 'gone1', 'gone2', 'gone3']
    for (const [index, name] of names.entries()) {
      const email = at(name)
      const names = { firstName: 'Nora', lastName: 'Stone' }
      const signUp = { ...names, email, password, confirmPassword: password }
      const send = (url: string, payload: object, cookie = '') =>
        app.inject({ method: 'POST', url, payload, headers: { cookie } })
      expect((await send(apiPaths.users, signUp)).statusCode).toBe(201)
      await untilSent(index + 1)
      if (index >= 3) continue
      const { cookies } = await send(apiPaths.login, { email, password })
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const confirmed = await send(apiPaths.confirmEmail, { code: codes.at(-1) }, cookie)
      expect(confirmed.statusCode).toBe(200)
    }
    await counts.flush()
    await db.run(sql`UPDATE users SET bounced_at = 1 WHERE email LIKE 'gone%' OR email LIKE 'new%'`)
    await db.run(sql`UPDATE users SET email = 'b1@rare.example' WHERE email LIKE 'new1%'`)
    const { access } = await read()
    expect(access.sender).toBe('post@mail.example')
    // One bounced mailbox of a domain is a group of one.
    expect(access.domains).toMatchObject([{ domain, refused: 3, bounced: 6 }])
    expect(access.domains[0]?.days.at(-1)).toEqual({
      day: toIso(clock.now).slice(0, 10),
      sent: 4,
      typed: 3,
    })
    const rows = await db.all(sql`SELECT * FROM day_counts`)
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  it('shows what waits, what failed, sizes, processes and errors', async () => {
    const { db, app, clock, counts, read, eve, ada, bob, sam, mia, dataDir } = await open()
    await enqueueJob(db, { kind: 'mail', cause: 'a', payload: { to: 'x' } }, clock.now - hourMs)
    await db.run(sql`
      UPDATE jobs SET error = 'mail not sent ECONNREFUSED', attempts = 3, run_at = ${clock.now + hourMs}`)
    for (const [cause, payload] of [
      ['b', '{"a":1}'],
      ['c', 'null'],
    ]) {
      await enqueueJob(db, { kind: 'photo-check', cause, runAt: clock.now + dayMs }, clock.now)
      await db.run(sql`
        UPDATE jobs SET state = 'failed', payload = ${payload}, error = ${`Broken ${cause}\nsecond line`},
          finished_at = ${clock.now} WHERE cause = ${cause}`)
    }
    const readDisk = readDiskOf(dataDir)
    const heartbeat = startHeartbeat({ db, readDisk, now: () => clock.now, log: app.log })
    await heartbeat.beat()
    await runJob(measureSizes, { db, now: () => clock.now })
    for (const _ of [1, 2]) counts.addError('GET /api/items/:id')
    await counts.flush()
    const report = { reporterId: bob.id, studentId: ada.id }
    await insertTestReport(db, { ...report, createdAt: clock.now - hourMs })
    const logId = await writeLog(
      db,
      { action: 'warn', studentId: ada.id, actorId: null },
      clock.now,
    )
    await insertTestAppeal(db, { logId, studentId: ada.id, createdAt: clock.now - 4 * dayMs })
    const endRole = (who: { id: number }, endsAt: number) =>
      db.run(sql`UPDATE users SET role_ends_at = ${endsAt} WHERE id = ${who.id}`)
    await endRole(sam, clock.now + 10 * dayMs)
    await endRole(mia, clock.now + 31 * dayMs)
    const { health, waiting } = await read()
    expect(health.mail).toEqual({
      waiting: 1,
      isMore: false,
      oldest: toIso(clock.now - hourMs),
      reason: 'mail not sent ECONNREFUSED',
    })
    expect(health.failedJobs).toMatchObject([
      { kind: 'photo-check', reason: 'Broken c', canRetry: false },
      { kind: 'photo-check', reason: 'Broken b', canRetry: true },
    ])
    expect(health.sizes?.databaseBytes).toBeGreaterThan(10_000)
    expect(health.sizes?.freeBytes).toBeGreaterThan(0)
    expect(health.processes).toMatchObject([{ name: expect.stringContaining(String(process.pid)) }])
    expect(health.errors).toEqual([{ route: 'GET /api/items/:id', count: 2 }])
    expect(waiting.cases).toEqual([
      { kind: 'reports', byAge: [1, 0, 0] },
      { kind: 'appeals', byAge: [0, 0, 1] },
    ])
    expect(waiting.rolesToConfirm).toBe(2)
    expect(waiting.roles).toEqual([{ name: 'Sam Lee', role: 'moderator', endsOn: '2026-11-25' }])
    // A job that is tried again is no longer failed. One whose payload is gone cannot be.
    const [erased, kept] = health.failedJobs
    expect((await eve.post(apiPaths.retryJob(erased?.id ?? 0))).status).toBe(409)
    const response = await app.inject({
      method: 'POST',
      url: apiPaths.retryJob(kept?.id ?? 0),
      headers: { cookie: eve.cookie },
    })
    expect(response.statusCode).toBe(204)
    expect((await read()).health.failedJobs).toHaveLength(1)
    // A process that is silent is not shown, and one that stops leaves no row.
    clock.now += 5 * minuteMs
    expect((await read()).health.processes).toEqual([])
    await heartbeat.stop()
    expect(await db.all(sql`SELECT id FROM processes`)).toEqual([])
    clock.now += 25 * hourMs
    expect((await read()).health.errors).toEqual([])
  })
})

describe.each(anyEngine)('the overview on %s', (engine) => {
  it('counts the errors of a route, without its ids', async () => {
    const { app, counts, db } = await openModerationSite(
      engine,
      {},
      {
        extend: (test) => {
          test.get('/api/broken/:id', async () => {
            throw new Error('broken')
          })
        },
      },
    )
    for (const id of [1, 2]) await app.inject(`/api/broken/${id}?secret=1`)
    await app.inject('/api/unknown')
    await counts.flush()
    expect(await db.all(sql`SELECT route, count FROM route_errors`)).toEqual([
      { route: 'GET /api/broken/:id', count: 2 },
    ])
  })

  it('names the settings that nobody has changed', () => {
    const before = campus.settings
    onTestFinished(() => setCampus(before))
    const real = { appUrlIsSet: true, SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.example' }
    setCampus({
      ...before,
      contactEmail: 'us@campus.example',
      postalAddress: '1 Main St',
      founders: [],
    })
    expect(findPlaceholders(real)).toEqual([])
    const person = { name: 'Ada Osei', studyField: 'Math', bio: 'Counts.' }
    for (const [name, count] of [
      ['Ada Osei', 0],
      ['Engineering lead', 1],
      // Settings saved by an earlier version.
      ['Founder Two', 1],
    ] as const) {
      setCampus({ ...campus.settings, founders: [person, { ...person, name }] })
      expect(findPlaceholders(real), name).toHaveLength(count)
    }
    setCampus({ ...campus.settings, founders: [], postalAddress: null })
    expect(findPlaceholders(real)).toHaveLength(1)
    expect(
      findPlaceholders({ appUrlIsSet: false, SMTP_URL: undefined, MAIL_FROM: undefined }),
    ).toHaveLength(3)
  })

  it('projects when the disk is full', () => {
    const row = (day: number, free: number) => ({ day, disk_bytes: 1_000, free_bytes: free })
    expect(projectFullDay([row(0, 900), row(10, 800)])).toBe('1970-04-01')
    expect(projectFullDay([row(0, 900), row(10, 900)])).toBeNull()
    expect(projectFullDay([row(0, 900), row(10, 950)])).toBeNull()
    expect(projectFullDay([row(10, 900)])).toBeNull()
    expect(projectFullDay([])).toBeNull()
  })
})
