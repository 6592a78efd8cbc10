import sql from 'sql-template-tag'
import { expect, it, onTestFinished } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { anyEngine } from '#tests/support/databases.ts'
import { ada, bob, createClient, strongPassword } from '#tests/support/http-client.ts'
import { type OutboxMail, parseMail } from '#tests/support/outbox.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
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

    unknown.clear()
    const news = { template: 'test', subject: 'News', text: 'News', html: '' }
    for (const [index, { email }] of [ada, bob].entries()) {
      await enqueueMail(db, { ...news, to: email }, { userId: index + 1 }, clock.now)
    }
    const countUnfinished = async () =>
      (await db.all(sql`SELECT id FROM jobs WHERE kind = 'mail' AND state <> 'done'`)).length
    await expect.poll(countUnfinished).toBe(0)
    expect(mailsTo(bob.email)).toEqual(['Reset your Quad password', 'News'])
    expect(mailsTo(ada.email)).toEqual([])

    await requestReset()
    await expect.poll(() => mailsTo(ada.email)).toEqual(['Reset your Quad password'])
    const { text = '' } = received.find(({ to }) => to === ada.email) ?? {}
    const token = /#token=(\S+)/.exec(text)?.[1]
    await client.post('/api/auth/change-password', { token, password: `new ${strongPassword}` })
    expect(await readBounces()).toEqual([{ bounced_at: null }, { bounced_at: null }])
    await expect.poll(() => mailsTo(ada.email)).toContain('Your Quad password was changed')
  },
)
