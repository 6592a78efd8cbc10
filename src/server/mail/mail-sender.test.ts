import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { DatabaseUnavailable } from '../database/database.ts'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { deleteExpiredMails, deleteMailsTo, enqueueMail, type QueuedMail } from './mail-queue.ts'
import { startMailSender } from './mail-sender.ts'
import { DeliveryUnknownError, MailRefusedError, type MailTransport } from './mail-transport.ts'

const secret = 'https://quad.example/reset-password?token=s3cret'
const mail = { kind: 'reset', to: 'ada@uwaterloo.ca', subject: 'Reset', text: secret, html: secret }

describe.each(engines)('mail sender on %s', (engine) => {
  async function openQueue(mails = 1, expiresAt = hourMs) {
    const db = await openTestDatabase(engine)
    const clock = { now: 0 }
    const logLines: unknown[] = []
    const log = {
      info: (...line: unknown[]) => logLines.push(line),
      warn: (...line: unknown[]) => logLines.push(line),
    }
    for (let i = 0; i < mails; i++) await enqueueMail(db, { ...mail, expiresAt }, clock.now)
    function start(send: MailTransport['send'], purge?: MailTransport['purge']) {
      const transport = { send, ...(purge && { purge }) }
      const sender = startMailSender({ db, transport, now: () => clock.now, log })
      onTestFinished(() => sender.stop())
      return sender
    }
    const rows = () =>
      db.all<{
        sent_at: number | null
        attempts: number
        next_attempt_at: number
        text_body: string
      }>(sql`SELECT sent_at, attempts, next_attempt_at, text_body FROM outgoing_mail ORDER BY id`)
    return { db, clock, logLines, start, rows }
  }

  it('sends a queued mail once at start and erases its body', async () => {
    const { start, rows, logLines } = await openQueue()
    const send = vi.fn(async (_mail: QueuedMail) => {})
    start(send)
    await vi.waitFor(async () =>
      expect(await rows()).toMatchObject([{ sent_at: 0, text_body: '' }]),
    )
    expect(send).toHaveBeenCalledOnce()
    expect(send.mock.lastCall?.[0]).toMatchObject(mail)
    const line = [{ kind: 'reset', subject: 'Reset' }, 'mail sent']
    await vi.waitFor(() => expect(logLines).toEqual([line]))
  })

  it('sends each mail once across several senders', async () => {
    const { start, rows } = await openQueue(30)
    const send = vi.fn(async (_mail: QueuedMail) => {})
    start(send)
    start(send)
    start(send)
    await vi.waitFor(async () =>
      expect((await rows()).every((row) => row.sent_at === 0)).toBe(true),
    )
    expect(new Set(send.mock.calls.map(([{ id }]) => id)).size).toBe(30)
    expect(send).toHaveBeenCalledTimes(30)
  })

  it('purges a mail whose account was removed while it was being sent', async () => {
    const { db, start } = await openQueue()
    const purge = vi.fn(async () => {})
    start(() => deleteMailsTo(db, mail.to), purge)
    await vi.waitFor(() => expect(purge).toHaveBeenCalledExactlyOnceWith(mail.to))
  })

  it('retries a failed mail with growing delays', async () => {
    const { start, rows, clock, logLines } = await openQueue()
    const failure = Object.assign(new Error('550 <ada@uwaterloo.ca> away'), { code: 'ECONNECTION' })
    const send = vi.fn(async () => {
      throw failure
    })
    const sender = start(send)
    const delays: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await vi.waitFor(async () => {
        const [row] = await rows()
        expect(row?.attempts).toBe(attempt)
        expect(row?.next_attempt_at).toBeGreaterThan(clock.now)
        delays[attempt - 1] = (row?.next_attempt_at ?? 0) - clock.now
      })
      clock.now += delays[attempt - 1] ?? 0
      sender.wake()
    }
    expect(delays).toEqual([2_000, 5_000, 15_000, 30_000])
    await vi.waitFor(() => expect(JSON.stringify(logLines)).toContain('ECONNECTION'))
    expect(JSON.stringify(logLines)).not.toMatch(/ada@|s3cret/)
  })

  it('retries a failed mail although the database was away when that was to be recorded', async () => {
    const { db, start, rows, clock } = await openQueue()
    const run = vi.spyOn(db, 'run')
    const send = vi.fn(async () => {
      if (send.mock.calls.length > 1) return
      run.mockRejectedValueOnce(new DatabaseUnavailable('away'))
      throw new Error('not now')
    })
    const sender = start(send)
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    clock.now = minuteMs
    await vi.waitFor(async () => {
      sender.wake()
      expect(await rows()).toMatchObject([{ attempts: 2, sent_at: minuteMs }])
    })
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('releases a mail on stop if the database was away before', async () => {
    const { db, start } = await openQueue()
    const run = vi.spyOn(db, 'run').mockRejectedValueOnce(new DatabaseUnavailable('away'))
    const sender = start(() => Promise.reject(new Error('not now')))
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    await sender.stop()
    expect(await db.all(sql`SELECT claimed_until, next_attempt_at FROM outgoing_mail`)).toEqual([
      { claimed_until: null, next_attempt_at: 2_000 },
    ])
  })

  it('does not retry a mail that was refused for good', async () => {
    const { start, rows, logLines } = await openQueue()
    const cause = Object.assign(new Error('550 <ada@uwaterloo.ca>'), {
      code: 'EENVELOPE',
      responseCode: 550,
    })
    const send = vi.fn(() => Promise.reject(new MailRefusedError('refused', { cause })))
    start(send)
    await vi.waitFor(async () => expect(await rows()).toEqual([]))
    expect(send).toHaveBeenCalledOnce()
    const reason = { code: 'EENVELOPE', status: 550 }
    const line = [{ kind: 'reset', reason, attempts: 1 }, 'mail given up']
    await vi.waitFor(() => expect(logLines).toEqual([line]))
  })

  it('deletes a mail after the last attempt fails', async () => {
    const { db, start, rows, logLines } = await openQueue()
    await db.run(sql`UPDATE outgoing_mail SET attempts = 10`)
    start(() => Promise.reject(new Error('away')))
    await vi.waitFor(async () => expect(await rows()).toEqual([]))
    await vi.waitFor(() => expect(JSON.stringify(logLines)).toContain('mail given up'))
  })

  it('does not send an expired mail', async () => {
    const { start, clock, rows } = await openQueue(1, 5 * minuteMs)
    const send = vi.fn(() => Promise.reject(new Error('away')))
    const sender = start(send)
    await vi.waitFor(async () => expect((await rows())[0]?.next_attempt_at).toBe(2_000))
    clock.now = 5 * minuteMs
    sender.wake()
    await sender.stop()
    expect(send).toHaveBeenCalledOnce()
  })

  it('does not retry when delivery is unknown', async () => {
    const { start, rows } = await openQueue()
    start(() => Promise.reject(new DeliveryUnknownError('no answer')))
    await vi.waitFor(async () => expect(await rows()).toEqual([]))
  })

  it('does not retry a mail whose process crashed while sending', async () => {
    const { db, start, clock } = await openQueue()
    await db.run(sql`UPDATE outgoing_mail SET claimed_until = 60000, attempts = 1`)
    clock.now = 10 * minuteMs
    const send = vi.fn(async () => {})
    await start(send).stop()
    expect(send).not.toHaveBeenCalled()
  })

  it('waits on stop for a mail being sent', async () => {
    const { start, rows } = await openQueue()
    const { promise, resolve } = Promise.withResolvers<void>()
    const send = vi.fn(() => promise)
    const sender = start(send)
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    const stopped = sender.stop()
    resolve()
    await stopped
    expect(await rows()).toMatchObject([{ sent_at: 0 }])
  })

  it('returns a mail to the queue when the shutdown timeout aborts it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { db, start } = await openQueue()
    const { promise: sending, resolve: startSending } = Promise.withResolvers<void>()
    const sender = start((_mail, signal) => {
      startSending()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    await sending
    const stopped = sender.stop()
    vi.advanceTimersByTime(5_000)
    await stopped
    expect(await db.all(sql`SELECT claimed_until, next_attempt_at FROM outgoing_mail`)).toEqual([
      { claimed_until: null, next_attempt_at: 0 },
    ])
  })

  it('deletes sent mails after a week and abandoned ones after a day', async () => {
    const { db, rows } = await openQueue(3)
    await db.run(sql`UPDATE outgoing_mail SET sent_at = 1 WHERE id = 1`)
    await db.run(sql`UPDATE outgoing_mail SET claimed_until = 1 WHERE id = 2`)
    await deleteExpiredMails(db, dayMs)
    expect(await rows()).toHaveLength(3)
    await deleteExpiredMails(db, 25 * hourMs)
    expect(await rows()).toMatchObject([{ sent_at: 1 }])
    await deleteExpiredMails(db, 8 * dayMs)
    expect(await rows()).toEqual([])
  })
})
