import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { campus } from '#campus/campus.ts'
import { apiPaths } from '#contract/paths.ts'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine } from '#tests/support/databases.ts'
import {
  ada,
  bob,
  createClient,
  createLoggedInClient,
  strongPassword,
} from '#tests/support/http-client.ts'
import { type OutboxMail, parseMail } from '#tests/support/outbox.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { minuteMs } from '../durations.ts'
import { enqueueMail } from './mail-jobs.ts'

it.each(anyEngine)(
  'mail to a mailbox that is not there stops until it is confirmed, on %s',
  async (engine) => {
    const unknown = new Set<string>()
    const received: OutboxMail[] = []
    const { port, stop } = await startSmtpServer(
      ({ message }) => received.push(parseMail(Buffer.from(message))),
      unknown,
    )
    onTestFinished(stop)
    const SMTP_URL = `smtp://127.0.0.1:${port}`
    const { app, db, clock } = await buildTestApp(engine, { SMTP_URL, VERIFY_EMAIL: 'off' })
    const client = createClient(app)
    for (const student of [ada, bob]) await client.post('/api/users', student)
    const requestReset = ({ email } = ada) => client.post('/api/auth/reset-password', { email })
    const mailsTo = (email: string) =>
      received.filter(({ to }) => to === email).map(({ subject }) => subject)
    const readBounces = () => db.all(sql`SELECT bounced_at FROM users ORDER BY id`)

    unknown.add(ada.email)
    await requestReset()
    await requestReset(bob)
    await expect.poll(readBounces).toEqual([{ bounced_at: clock.now }, { bounced_at: null }])
    await expect.poll(() => mailsTo(bob.email)).toEqual([`Reset your ${campus.brand} password`])

    unknown.clear()
    const news = { template: 'test', subject: 'News', text: 'News', html: '' }
    for (const [index, { email }] of [ada, bob].entries()) {
      await enqueueMail(db, { ...news, to: email }, { studentId: index + 1 }, clock.now)
    }
    const countUnfinished = async () =>
      (await db.all(sql`SELECT id FROM jobs WHERE kind = 'mail' AND state <> 'done'`)).length
    await expect.poll(countUnfinished).toBe(0)
    expect(mailsTo(bob.email)).toEqual([`Reset your ${campus.brand} password`, 'News'])
    expect(mailsTo(ada.email)).toEqual([])

    await requestReset()
    await expect.poll(() => mailsTo(ada.email)).toEqual([`Reset your ${campus.brand} password`])
    const { text = '' } = received.find(({ to }) => to === ada.email) ?? {}
    const token = /#token=(\S+)/.exec(text)?.[1]
    await client.post('/api/auth/change-password', { token, password: `new ${strongPassword}` })
    expect(await readBounces()).toEqual([{ bounced_at: null }, { bounced_at: null }])
    await expect
      .poll(() => mailsTo(ada.email))
      .toContain(`Your ${campus.brand} password was changed`)
  },
)

it.each(anyEngine)(
  'a code that a full mailbox refuses is told on the account page, on %s',
  async (engine) => {
    const full = new Set([ada.email])
    const received: unknown[] = []
    const { port, stop } = await startSmtpServer((mail) => received.push(mail), new Set(), full)
    onTestFinished(stop)
    const { app, db, clock } = await buildTestApp(engine, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const client = await createLoggedInClient(app)
    const readAccount = async () => (await client.get(apiPaths.account)).body
    await expect.poll(readAccount).toMatchObject({ isCodeRefused: true, bouncedAt: null })

    full.clear()
    clock.now += minuteMs
    await client.post(apiPaths.resendCode)
    await expect.poll(() => received).toHaveLength(1)
    expect(await readAccount()).toMatchObject({ isCodeRefused: false })

    // A refused reset link does not count as a refused code. Neither does a code that nobody needs any more.
    full.add(ada.email)
    await client.post(apiPaths.requestPasswordReset, { email: ada.email })
    const countFailed = async () =>
      (await db.all(sql`SELECT id FROM jobs WHERE state = 'failed'`)).length
    await expect.poll(countFailed).toBe(2)
    expect(await readAccount()).toMatchObject({ isCodeRefused: false })
    clock.now += minuteMs
    await client.post(apiPaths.resendCode)
    await expect.poll(readAccount).toMatchObject({ isCodeRefused: true })
    await db.run(sql`UPDATE users SET confirmed_at = ${clock.now}`)
    expect(await readAccount()).toMatchObject({ isCodeRefused: false })
  },
)
