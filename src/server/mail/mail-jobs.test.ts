import sql from 'sql-template-tag'
import { describe, expect, it, vi } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { insertTestUser } from '#tests/support/insert-test-user.ts'
import { insertTestListing } from '#tests/support/photo-app.ts'
import type { Db } from '../database/database.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { enqueueJob } from '../jobs/job-queries.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { mailedThreadRules } from '../messages/mails/message-mail-job.ts'
import { isTurnedOff } from '../students/mail-settings.ts'
import { markConfirmed } from '../students/user-queries.ts'
import { enqueueMail, enqueueSecretMail, findMailsTo, mailJobs } from './mail-jobs.ts'
import { mailKinds } from './mail-kinds.ts'
import { createMailSender } from './mail-sender.ts'
import {
  DeliveryUnknownError,
  type Mail,
  MailRefusedError,
  type MailTransport,
  type OutgoingMail,
  RecipientRefusedError,
} from './mail-transport.ts'

const secret = 'https://quad.example/reset-password#token=s3cret'
const mail: Mail = {
  template: 'reset',
  to: at('ada'),
  subject: 'Reset',
  text: secret,
  html: secret,
}

const refusal = () =>
  new MailRefusedError('refused', {
    cause: Object.assign(new Error(`550 <${at('ada')}> away`), {
      code: 'EENVELOPE',
      responseCode: 550,
    }),
  })

describe.each(engines)('mail jobs on %s', (engine) => {
  async function open(send: MailTransport['send'], other: Partial<MailTransport> = {}) {
    const db = await openTestDatabase(engine)
    const { id: studentId } = await insertTestUser(db)
    const clock = { now: dayMs }
    const logged: unknown[] = []
    const record = (...line: unknown[]) => logged.push(line)
    const log = { info: record, warn: record, error: record }
    const kinds = mailJobs({
      sender: createMailSender({ transport: { send, isRemote: true, ...other }, log }),
      threadRules: mailedThreadRules,
      isTurnedOff,
    })
    async function run() {
      const runner = startJobRunner({ db, kinds, now: () => clock.now, log, pollMs: hourMs })
      await runner.runDue()
      await runner.stop()
    }
    const rows = () =>
      db.all(sql`SELECT kind, state, attempts, error, payload FROM jobs ORDER BY id`)
    return { db, studentId, clock, logged, run, rows }
  }

  it('sends a mail once and erases its text', async () => {
    const send = vi.fn(async (_mail: OutgoingMail) => {})
    const { db, studentId, clock, logged, run, rows } = await open(send)
    await enqueueSecretMail(db, mail, { studentId }, clock.now)
    await run()
    await run()
    expect(send).toHaveBeenCalledOnce()
    expect(send.mock.lastCall?.[0]).toMatchObject(mail)
    expect(await rows()).toMatchObject([
      { kind: 'secret-mail', state: 'done', payload: '{"template":"reset","subject":"Reset"}' },
    ])
    expect(logged).toEqual([[{ template: 'reset', subject: 'Reset' }, 'mail sent']])
  })

  it('sends one mail for a cause', async () => {
    const send = vi.fn(async () => {})
    const { db, studentId, clock, run } = await open(send)
    for (const _ of [1, 2]) await enqueueMail(db, mail, { studentId, cause: 'ending-1' }, clock.now)
    await run()
    await enqueueMail(db, mail, { studentId, cause: 'ending-1' }, clock.now)
    await run()
    expect(send).toHaveBeenCalledOnce()
  })

  it('sends nothing that has expired', async () => {
    const send = vi.fn(async () => {})
    const { db, studentId, clock, run } = await open(send)
    await enqueueSecretMail(db, mail, { studentId, expiresAt: clock.now + minuteMs }, clock.now)
    clock.now += minuteMs
    await run()
    expect(send).not.toHaveBeenCalled()
  })

  it.each([
    ['enqueueSecretMail', enqueueSecretMail],
    ['enqueueMail', enqueueMail],
  ])('%s: is tried again when it was certainly not sent', async (_, enqueue) => {
    const failure = Object.assign(new Error(`<${at('ada')}>`), { code: 'ECONNECTION' })
    const send = vi.fn(async () => {}).mockRejectedValueOnce(failure)
    const { db, studentId, clock, logged, run, rows } = await open(send)
    await enqueue(db, mail, { studentId }, clock.now)
    await run()
    expect(await rows()).toMatchObject([{ state: 'waiting', error: 'mail not sent ECONNECTION' }])
    expect(JSON.stringify(logged)).not.toMatch(/ada@|s3cret/)
    clock.now += 2_000
    await run()
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  it('is not tried again after a refusal for good', async () => {
    const { db, studentId, clock, run, rows } = await open(() => Promise.reject(refusal()))
    await enqueueMail(db, mail, { studentId }, clock.now)
    await run()
    expect(await rows()).toMatchObject([
      { state: 'failed', error: 'mail not sent EENVELOPE 550', attempts: 1 },
    ])
  })

  describe('to an address that was refused', () => {
    const bounce = () =>
      Promise.reject(new RecipientRefusedError('refused', { cause: refusal().cause }))
    const readBounce = (db: Db) => db.all(sql`SELECT bounced_at FROM users ORDER BY id`)

    it('are not sent any more, but for links and codes', async () => {
      const send = vi.fn(async (_mail: OutgoingMail) => {}).mockImplementationOnce(bounce)
      const { db, studentId, clock, logged, run, rows } = await open(send)
      await insertTestUser(db, at('bob'))
      await enqueueMail(db, mail, { studentId }, clock.now)
      await run()
      expect(await readBounce(db)).toEqual([{ bounced_at: clock.now }, { bounced_at: null }])
      expect(await rows()).toMatchObject([{ state: 'failed' }])

      await enqueueMail(db, { ...mail, subject: 'Ends soon' }, { studentId }, clock.now)
      await run()
      expect(send).toHaveBeenCalledTimes(1)
      expect(await rows()).toMatchObject([{ state: 'failed' }, { state: 'done', attempts: 1 }])
      expect(JSON.stringify(logged)).not.toContain('ada@')
      const [, skipped] = await findMailsTo(db, studentId)
      expect(skipped).toMatchObject({ subject: 'Ends soon', sentAt: null })

      await enqueueSecretMail(db, mail, { studentId }, clock.now)
      await run()
      expect(send).toHaveBeenCalledTimes(2)
    })

    it('are sent again once it is confirmed', async () => {
      const send = vi.fn(async (_mail: OutgoingMail) => {}).mockImplementationOnce(bounce)
      const { db, studentId, clock, run } = await open(send)
      await enqueueSecretMail(db, mail, { studentId }, clock.now)
      await run()
      expect(await readBounce(db)).toEqual([{ bounced_at: clock.now }])
      await markConfirmed(db, studentId, clock.now)
      await enqueueMail(db, mail, { studentId }, clock.now)
      await run()
      expect(send).toHaveBeenCalledTimes(2)
    })

    it('go on when only the message or the sender was refused', async () => {
      const { db, studentId, clock, run } = await open(() => Promise.reject(refusal()))
      await enqueueMail(db, mail, { studentId }, clock.now)
      await run()
      expect(await readBounce(db)).toEqual([{ bounced_at: null }])
    })
  })

  it.each([
    ['enqueueSecretMail', enqueueSecretMail],
    ['enqueueMail', enqueueMail],
  ])('%s: to a sample student never leave the site', async (_, enqueue) => {
    for (const isRemote of [true, false]) {
      const send = vi.fn(async (_mail: OutgoingMail) => {})
      const { db, studentId, clock, run, rows } = await open(send, { isRemote })
      await db.run(sql`UPDATE users SET is_sample = 1`)
      await enqueue(db, mail, { studentId }, clock.now)
      await run()
      expect(send).toHaveBeenCalledTimes(isRemote ? 0 : 1)
      expect(await rows()).toMatchObject([{ state: 'done' }])
    }
  })

  it.each([
    ['hidden', 0],
    ['removed', 0],
    ['sold', 1],
    ['deleted', 1],
  ])('about a listing that is %s by then: %s are sent', async (status, count) => {
    const send = vi.fn(async (_mail: OutgoingMail) => {})
    const { db, studentId, clock, logged, run, rows } = await open(send)
    const listingIds = [
      await insertTestListing(db, studentId),
      await insertTestListing(db, studentId),
    ]
    await enqueueMail(db, mail, { studentId, listingIds }, clock.now)
    if (status === 'deleted') await db.run(sql`DELETE FROM listings`)
    else await db.run(sql`UPDATE listings SET status = ${status} WHERE id = ${listingIds[1]}`)
    await run()
    expect(send).toHaveBeenCalledTimes(count)
    expect(await rows()).toMatchObject([{ state: 'done' }])
    if (count > 0) return expect(send.mock.lastCall?.[0]).not.toHaveProperty('listingIds')
    const skipped = { template: 'reset', subject: 'Reset', skipped: 'taken down' }
    expect(logged).toEqual([[skipped, 'mail not sent']])
    expect(await findMailsTo(db, studentId)).toMatchObject([{ sentAt: null }])
  })

  it.each([
    ['off', 0, 'no longer due'],
    ['on', 1, undefined],
  ])('of a topic that is turned %s by then: %s are sent', async (setting, count, skipped) => {
    const send = vi.fn(async (_mail: OutgoingMail) => {})
    const { db, studentId, clock, run, rows } = await open(send)
    const topic = { kind: 'reminders', id: studentId } as const
    const subjects = { loggedSubject: 'Ends soon' }
    await enqueueMail(db, mail, { studentId, topic, ...subjects }, clock.now)
    await enqueueMail(db, mail, { studentId }, clock.now)
    await db.run(sql`
      UPDATE users SET mail_reminders = ${Number(setting === 'on')}, mail_messages = 'off'`)
    await run()
    expect(send).toHaveBeenCalledTimes(count + 1)
    expect(send.mock.lastCall?.[0]).not.toHaveProperty('topic')
    const kept = { template: 'reset', subject: 'Ends soon', skipped }
    expect(await rows()).toMatchObject([{ state: 'done', payload: JSON.stringify(kept) }, {}])
  })

  it('are all in the export of an account, with the subject that is logged', async () => {
    const { db, studentId, clock } = await open(async () => {})
    for (const kind of mailKinds) {
      const payload = { template: 'x', subject: `“Lamp”, ${kind}`, loggedSubject: kind }
      await enqueueJob(db, { kind, payload, studentId }, clock.now)
    }
    const subjects = (await findMailsTo(db, studentId)).map(({ subject }) => subject)
    expect(subjects).toEqual(['secret-mail', 'mail', 'saved-mail', 'reminder-mail'])
  })

  it.each([
    ['a link or code is not sent again', enqueueSecretMail, { state: 'failed', payload: 'null' }],
    ['other mail is sent again', enqueueMail, { state: 'waiting' }],
  ])('when nobody knows whether it arrived, %s', async (_, enqueue, after) => {
    const send = () => Promise.reject(new DeliveryUnknownError('no answer'))
    const { db, studentId, clock, run, rows } = await open(send)
    await enqueue(db, mail, { studentId }, clock.now)
    await run()
    expect(await rows()).toMatchObject([after])
  })

  it("has the same id, hence Message-ID, after a crash between the server's answer and the commit", async () => {
    const send = vi.fn(async (_mail: OutgoingMail) => {})
    const { db, studentId, clock, run } = await open(send)
    await enqueueMail(db, mail, { studentId }, clock.now)
    await run()
    clock.now += minuteMs
    await db.run(sql`
      UPDATE jobs SET state = 'running', claimed_until = ${clock.now}, payload = ${JSON.stringify(mail)}`)
    await run()
    const ids = send.mock.calls.map(([{ id }]) => id)
    expect(ids).toEqual(Array(2).fill('1970-01-02T00-00-00-000Z-000001'))
  })

  it('has an id of its own also when ids of jobs begin again after a restore', async () => {
    const send = vi.fn(async (_mail: OutgoingMail) => {})
    for (const later of [0, 1]) {
      const { db, studentId, clock, run } = await open(send)
      await enqueueMail(db, mail, { studentId }, clock.now + later)
      clock.now += later
      await run()
    }
    expect(new Set(send.mock.calls.map(([{ id }]) => id)).size).toBe(2)
  })

  it('sends a link or code before mail that has waited longer', async () => {
    const sent: string[] = []
    const { db, studentId, clock, run } = await open(async ({ subject }) => void sent.push(subject))
    for (const subject of ['1', '2', '3', '4', '5', '6', '7', '8']) {
      await enqueueMail(db, { ...mail, subject }, { studentId }, clock.now)
    }
    clock.now += 1
    await enqueueSecretMail(db, mail, { studentId }, clock.now)
    await run()
    expect(sent).toHaveLength(9)
    expect(sent.slice(0, 4)).toContain('Reset')
  })

  it('is purged when its account was deleted while it was being sent', async () => {
    const purge = vi.fn(async () => {})
    const deleteAda = async () => void (await db.run(sql`DELETE FROM users`))
    const { db, studentId, clock, run, rows } = await open(() => deleteAda(), { purge })
    await enqueueMail(db, mail, { studentId }, clock.now)
    await run()
    expect(purge).toHaveBeenCalledExactlyOnceWith(mail.to)
    expect(await rows()).toEqual([])
  })
})
