import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Overview } from '#contract/operations.ts'
import { apiPaths } from '#contract/paths.ts'
import { at } from '#tests/support/campus-email.ts'
import { anyEngine, engines } from '#tests/support/databases.ts'
import { mountSmallDiskIfPossible } from '#tests/support/faults/small-disk.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { openModerationSite } from '#tests/support/moderation-site.ts'
import { runJob } from '#tests/support/run-job.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { readBackupState } from '../backup/backup-state.ts'
import { dailyBackup } from '../backup/daily-backup.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { enqueueMail } from '../mail/mail-jobs.ts'
import { alertNames, alertsJob, alertTexts, webhookJob } from './alerts.ts'
import { type ReadBackups, type ReadDisk, readDiskOf, startHeartbeat } from './site-health.ts'

/** Starts a chat program that takes what is posted to it. It answers 500 to the first post. */
async function startWebhook() {
  const posts: string[] = []
  let answered = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    response.statusCode = answered++ === 0 ? 500 : 200
    if (response.statusCode === 200) posts.push(JSON.parse(body).text)
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook?secret=1`, posts }
}

const roomyDisk: ReadDisk = async () => ({ totalBytes: 100, freeBytes: 50 })

describe.each(engines)('alerts on %s', { timeout: 60_000 }, (engine) => {
  async function open(
    settings: Record<string, string> = {},
    readDisk = roomyDisk,
    readBackups: ReadBackups = readBackupState,
  ) {
    const webhook = await startWebhook()
    const site = await openModerationSite(engine, { WEBHOOK_URL: webhook.url, ...settings })
    const { db, clock, eve, app } = site
    await site.addPerson('Zoe', 'admin')
    await db.run(sql`UPDATE users SET role_active_on = '2026-11-15' WHERE role = 'admin'`)
    /** Adds a machine with its own disk. */
    const addMachine = (read: ReadDisk) => {
      const heartbeat = startHeartbeat({ db, readDisk: read, now: () => clock.now, log: app.log })
      onTestFinished(() => heartbeat.stop())
      machines.push(heartbeat)
    }
    const machines: ReturnType<typeof startHeartbeat>[] = []
    addMachine(readDisk)
    const job = alertsJob({
      appUrl: 'https://quad.example',
      makesBackups: true,
      isTryOut: false,
      hasWebhook: true,
      readBackups,
    })
    /** Lets so much time pass, and looks what is wrong. */
    async function check(afterMs = minuteMs) {
      clock.now += Math.max(minuteMs, afterMs)
      for (const machine of machines) await machine.beat()
      await db.run(sql`UPDATE jobs SET attempts = 0, run_at = 0 WHERE kind = 'alerts'`)
      await runJob(job, { db, now: () => clock.now })
    }
    /** Returns the texts of the alerts that were queued so far, to each admin and to the webhook. */
    async function sent() {
      const rows = await db.all<{ cause: string }>(sql`
        SELECT cause FROM jobs WHERE cause LIKE 'alert %' ORDER BY id`)
      return rows.map(({ cause }) => cause.split(' ').slice(1, 3).join(' '))
    }
    const shown = async () =>
      ((await eve.get(apiPaths.overview)).body as unknown as Overview).waiting.alerts
    /** An alert is sent to two admins and to the webhook. */
    const three = (name: string) => [name, name, name]
    return { ...site, webhook, addMachine, check, sent, shown, three }
  }

  it('say once that the mail server is down, and once that it works again', async () => {
    const received: string[] = []
    const receive = ({ message }: { message: string }) =>
      received.push(/^Subject: (.*)$/m.exec(message)?.[1]?.trim() ?? '')
    const smtp = await startSmtpServer(receive)
    const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, VERIFY_EMAIL: 'off' }
    const { db, clock, ada, check, sent, webhook, three } = await open(settings)
    const until = async (condition: () => boolean | Promise<boolean>) => {
      while (!(await condition())) await sleep(50)
    }
    const send = (subject: string) =>
      enqueueMail(
        db,
        { template: 'test', to: at('ada'), subject, text: 'x', html: 'x' },
        { studentId: ada.id, cause: subject },
        clock.now,
      )
    const stateOf = async (cause: string) => {
      const job = await db.get<{ state: string }>(
        sql`SELECT state FROM jobs WHERE cause = ${cause}`,
      )
      return job?.state
    }
    await send('before')
    await until(async () => (await stateOf('before')) === 'done')
    await check()
    await smtp.stop()
    clock.now += hourMs
    await send('during')
    /** Whether a job has failed and waits for a later attempt. */
    const waitsAgain = async (cause: string) =>
      (await db.get(sql`
        SELECT 1 AS found FROM jobs
        WHERE cause = ${cause} AND error IS NOT NULL AND run_at > ${clock.now}`)) !== undefined
    const hasFailed = () => waitsAgain('during')
    await until(hasFailed)
    await check(14 * minuteMs)
    expect(await sent()).toEqual([])
    await until(hasFailed)
    await check(2 * minuteMs)
    expect(await sent()).toEqual(three('mail begins'))
    // The webhook answered 500 at first, and was tried again.
    const { begins, ends } = alertTexts.mail
    const cause = `alert mail begins ${clock.now}`
    await until(() => waitsAgain(cause))
    clock.now += minuteMs
    await until(() => webhook.posts.length > 0)
    expect(webhook.posts).toEqual([expect.stringContaining(begins)])
    await until(hasFailed)
    await check()
    expect(await sent()).toEqual(three('mail begins'))
    const again = await startSmtpServer(receive, new Set(), new Set(), smtp.port)
    onTestFinished(() => again.stop())
    clock.now += hourMs
    // The server has the email before the job says so.
    await until(async () => (await stateOf('during')) === 'done')
    await check()
    expect(await sent()).toEqual([...three('mail begins'), ...three('mail ends')])
    await until(() => webhook.posts.length === 2)
    expect(webhook.posts[1]).toContain(`All clear: ${ends}`)
    await until(() => received.filter((subject) => subject.includes('All clear')).length === 2)
    await check(hourMs)
    expect(await sent()).toHaveLength(6)
  })

  it('say that there was no backup for 36 hours', async () => {
    const { db, clock, dataDir, check, sent, three } = await open()
    const backUp = () =>
      runJob(
        dailyBackup({ folder: join(dataDir, 'backups'), bucket: undefined, log: { info() {} } }),
        {
          db,
          now: () => clock.now,
        },
      )
    await backUp()
    await check(35 * hourMs)
    expect(await sent()).toEqual([])
    await check(hourMs)
    expect(await sent()).toEqual(three('backup begins'))
    await backUp()
    await check()
    expect(await sent()).toEqual([...three('backup begins'), ...three('backup ends')])
  })

  it('say that the disk is nearly full, once', async () => {
    const disk = await mountSmallDiskIfPossible()
    let isFull = false
    const madeUp: ReadDisk = async () => ({ totalBytes: 100, freeBytes: isFull ? 9 : 50 })
    const readDisk = disk ? readDiskOf(disk.folder) : madeUp
    const { check, sent, shown, three, addMachine } = await open({}, readDisk)
    // Another machine has room, and any of them may run the job. A third cannot read its disk.
    addMachine(roomyDisk)
    addMachine(() => Promise.reject(new Error('no disk')))
    await check()
    expect(await sent()).toEqual([])
    await disk?.fill()
    isFull = true
    await check()
    await check()
    expect(await sent()).toEqual(three('disk begins'))
    expect(await shown()).toMatchObject([{ text: alertTexts.disk.begins }])
    await disk?.free()
    isFull = false
    await check()
    expect(await sent()).toEqual([...three('disk begins'), ...three('disk ends')])
    expect(await shown()).toEqual([])
  })

  it('say that a severe report has waited for four hours', async () => {
    const { db, check, sent, report, bob, three } = await open()
    await report(bob.id)
    await check(4 * hourMs - minuteMs)
    expect(await sent()).toEqual([])
    await check()
    expect(await sent()).toEqual(three('report begins'))
    await db.run(sql`UPDATE reports SET state = 'rejected'`)
    await check()
    expect(await sent()).toEqual([...three('report begins'), ...three('report ends')])
  })

  it('say that there are fewer than two active admins, to those who are left', async () => {
    const { db, clock, check, sent } = await open()
    await check()
    // An admin who never used the role may have no second factor.
    await db.run(sql`UPDATE users SET role_active_on = NULL WHERE first_name = 'Zoe'`)
    await check()
    expect(await sent()).toEqual(['admins begins', 'admins begins', 'admins begins'])
    await db.run(sql`DELETE FROM jobs`)
    await db.run(sql`DELETE FROM alerts`)
    await db.run(sql`UPDATE users SET role_active_on = '2026-11-15' WHERE first_name = 'Zoe'`)
    await db.run(sql`
      UPDATE users SET suspended_until = ${clock.now + hourMs} WHERE first_name = 'Zoe'`)
    await check()
    expect(await sent()).toEqual(['admins begins', 'admins begins'])
    await check(2 * hourMs)
    expect(await sent()).toHaveLength(2 + 3)
    await db.run(sql`UPDATE users SET role_ends_at = ${clock.now} WHERE first_name = 'Zoe'`)
    await check()
    expect(await sent()).toHaveLength(2 + 3 + 2)
  })

  it('about emails stay until one is sent, and one broken check stops no other', async () => {
    const { db, clock, ada } = await openModerationSite(engine)
    const deps = { appUrl: '', makesBackups: true, isTryOut: true, hasWebhook: false }
    const readBackups: ReadBackups = async (tx) => {
      await tx.run(sql`SELECT * FROM nothing`)
      return readBackupState(tx)
    }
    const job = alertsJob({ ...deps, readBackups })
    const check = async () => {
      await db.run(sql`DELETE FROM jobs WHERE kind = 'alerts'`)
      await runJob(job, { db, now: () => clock.now, onLog: () => undefined })
      return (await db.all<{ name: string }>(sql`SELECT name FROM alerts`)).map(({ name }) => name)
    }
    await db.run(sql`
      INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, created_at, finished_at, error)
      VALUES ('mail', 'a', '{}', ${ada.id}, 'failed', 0, ${clock.now - hourMs}, ${clock.now},
        'mail not sent ECONNREFUSED')`)
    expect(await check()).toEqual(['mail'])
    // Nobody writes for two days, and nothing is tried any more.
    await db.run(sql`DELETE FROM jobs WHERE cause <> 'a'`)
    clock.now += 48 * hourMs
    expect(await check()).toEqual(['mail'])
    await db.run(sql`UPDATE jobs SET state = 'done', finished_at = ${clock.now} WHERE cause = 'a'`)
    expect(await check()).toEqual([])
  })
})

describe.each(anyEngine)('alerts on %s', (engine) => {
  it('are not about mailboxes that are full, and name nobody', async () => {
    const { db, clock, ada } = await openModerationSite(engine)
    await enqueueMail(
      db,
      { template: 'test', to: at('ada'), subject: 'x', text: 'x', html: 'x' },
      { studentId: ada.id },
      clock.now - hourMs,
    )
    await db.run(sql`
      UPDATE jobs SET error = 'mail not sent EENVELOPE 452', finished_at = ${clock.now},
        run_at = ${clock.now + hourMs}`)
    const deps = {
      appUrl: 'https://quad.example',
      makesBackups: true,
      isTryOut: true,
      hasWebhook: false,
    }
    const job = alertsJob({ ...deps, readBackups: readBackupState })
    await runJob(job, { db, now: () => clock.now })
    expect(await db.all(sql`SELECT name FROM alerts`)).toEqual([])
    for (const name of alertNames) {
      expect(Object.values(alertTexts[name]).join(' ')).not.toMatch(/@|\$\{/)
    }
  })

  it('do not begin again and again because some mailboxes are full', async () => {
    const site = await openModerationSite(engine)
    const { db, clock, addPerson } = site
    const students = [site.ada, site.bob, site.sam, await addPerson('Kim')]
    const deps = { appUrl: '', makesBackups: true, isTryOut: true, hasWebhook: false }
    const job = alertsJob({ ...deps, readBackups: readBackupState })
    const check = async (afterMs = minuteMs) => {
      clock.now += afterMs
      await db.run(sql`DELETE FROM jobs WHERE kind = 'alerts'`)
      await runJob(job, { db, now: () => clock.now })
      return (await db.all(sql`SELECT name FROM alerts`)).length > 0
    }
    const insert = (student: { id: number }, state: 'waiting' | 'done', template = 'test') =>
      db.run(sql`
        INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, created_at, finished_at, error)
        VALUES ('mail', ${randomUUID()}, ${JSON.stringify({ template, subject: 'x' })},
          ${student.id}, ${state}, ${clock.now + hourMs}, ${clock.now}, ${clock.now},
          ${state === 'done' ? null : 'mail not sent EENVELOPE 451'})`)
    const tryAgain = () =>
      db.run(
        sql`UPDATE jobs SET finished_at = ${clock.now} WHERE state = 'waiting' AND cause NOT LIKE 'alert%'`,
      )
    /** The transport is the outbox, so the emails about an alert are taken at once. */
    const sendAlerts = () =>
      db.run(sql`
        UPDATE jobs SET state = 'done', payload = '{"template":"admin-alert","subject":"x"}',
          finished_at = ${clock.now} WHERE cause LIKE 'alert%' AND state <> 'done'`)
    const [ada, bob, sam, kim] = students as [typeof site.ada, ...(typeof site.ada)[]]
    // Several emails to two full mailboxes are no outage.
    for (const student of [ada, ada, bob as typeof ada]) await insert(student, 'waiting')
    expect(await check(hourMs)).toBe(false)
    // The emails of three students wait, and nobody gets one.
    await insert(sam as typeof ada, 'waiting')
    expect(await check(14 * minuteMs)).toBe(false)
    expect(await check()).toBe(true)
    await sendAlerts()
    await tryAgain()
    expect(await check()).toBe(true)
    // Somebody else gets one, so it is about the mailboxes, and stays so.
    clock.now += minuteMs
    await insert(kim as typeof ada, 'done')
    expect(await check()).toBe(false)
    await sendAlerts()
    for (let hour = 0; hour < 5; hour++) {
      await tryAgain()
      expect(await check(hourMs)).toBe(false)
    }
    const begun = await db.all(sql`SELECT 1 FROM jobs WHERE cause LIKE 'alert mail begins%'`)
    expect(begun).toHaveLength(1)
  })

  it('about a server that cannot be used end once it takes the email about the alert', async () => {
    const { db, clock, ada } = await openModerationSite(engine)
    const deps = { appUrl: '', makesBackups: true, isTryOut: true, hasWebhook: false }
    const job = alertsJob({ ...deps, readBackups: readBackupState })
    const check = async () => {
      clock.now += minuteMs
      await db.run(sql`DELETE FROM jobs WHERE kind = 'alerts'`)
      await runJob(job, { db, now: () => clock.now })
      return (await db.all(sql`SELECT name FROM alerts`)).length > 0
    }
    await db.run(sql`
      INSERT INTO jobs (kind, cause, payload, user_id, state, run_at, created_at, finished_at, error)
      VALUES ('secret-mail', 'a', 'null', ${ada.id}, 'failed', 0, ${clock.now - hourMs}, ${clock.now},
        'mail not sent ECONNREFUSED')`)
    expect(await check()).toBe(true)
    expect(await check()).toBe(true)
    await db.run(sql`
      UPDATE jobs SET state = 'done', payload = '{"template":"admin-alert","subject":"x"}',
        finished_at = ${clock.now} WHERE cause LIKE 'alert%'`)
    expect(await check()).toBe(false)
    expect(await check()).toBe(false)
  })

  it('keep the address of the webhook out of errors', async () => {
    const { db, clock } = await openModerationSite(engine)
    const lines: unknown[] = []
    const kind = webhookJob(`http://127.0.0.1:${await findFreePort()}/hook?secret=1`)
    const { enqueueJob } = await import('../jobs/job-queries.ts')
    await enqueueJob(db, { kind: 'webhook', payload: { text: 'x' } }, clock.now)
    await runJob(kind, { db, now: () => clock.now, onLog: (...line) => lines.push(line) })
    const row = await db.get<{ error: string }>(sql`SELECT error FROM jobs WHERE kind = 'webhook'`)
    expect(row?.error).toBe('webhook not reached ECONNREFUSED')
    expect(
      lines
        .flat()
        .map((line) => (line as { err?: Error }).err?.stack ?? '')
        .join(),
    ).not.toContain('secret')
  })
})
