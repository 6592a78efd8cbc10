import sql from 'sql-template-tag'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { engines, openTestDatabase } from '#tests/support/databases.ts'
import { deleteMailTo, enqueueMail, type QueuedMail, sweepMail } from './mail-queue.ts'
import { startMailSender } from './mail-sender.ts'
import { DeliveryUnknown, type MailTransport } from './transport.ts'

const secret = 'https://quad.example/reset-password?token=s3cret'
const mail = { kind: 'reset', to: 'ada@uwaterloo.ca', subject: 'Reset', text: secret, html: secret }
const minute = 60_000
const hour = 60 * minute

describe.each(engines)('mail on %s', (engine) => {
  async function queue(mails = 1, expiresAt = hour) {
    const db = await openTestDatabase(engine)
    const clock = { now: 0 }
    const lines: unknown[] = []
    const log = {
      info: (...line: unknown[]) => lines.push(line),
      warn: (...line: unknown[]) => lines.push(line),
    }
    for (let i = 0; i < mails; i++) await enqueueMail(db, { ...mail, expiresAt }, clock.now)
    function start(send: MailTransport['send'], forget?: MailTransport['forget']) {
      const transport = { send, ...(forget && { forget }) }
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
    return { db, clock, lines, start, rows }
  }

  it('that waits is sent at the start, once, and forgotten but for the fact', async () => {
    const { start, rows, lines } = await queue()
    const send = vi.fn(async (_mail: QueuedMail) => {})
    start(send)
    await vi.waitFor(async () =>
      expect(await rows()).toMatchObject([{ sent_at: 0, text_body: '' }]),
    )
    expect(send).toHaveBeenCalledOnce()
    expect(send.mock.lastCall?.[0]).toMatchObject(mail)
    const line = [{ kind: 'reset', subject: 'Reset' }, 'mail sent']
    await vi.waitFor(() => expect(lines).toEqual([line]))
  })

  it('is sent once by however many processes', async () => {
    const { start, rows } = await queue(30)
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

  it('to a student who left while it was under way is forgotten', async () => {
    const { db, start } = await queue()
    const forget = vi.fn(async () => {})
    start(() => deleteMailTo(db, mail.to), forget)
    await vi.waitFor(() => expect(forget).toHaveBeenCalledExactlyOnceWith(mail.to))
  })

  it('that failed is tried again after growing pauses', async () => {
    const { start, rows, clock, lines } = await queue()
    const failure = Object.assign(new Error('550 <ada@uwaterloo.ca> away'), { code: 'ECONNECTION' })
    const send = vi.fn(async () => {
      throw failure
    })
    const sender = start(send)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await vi.waitFor(async () => {
        const [row] = await rows()
        expect(row?.attempts).toBe(attempt)
        expect(row?.next_attempt_at).toBeGreaterThan(clock.now)
        pauses[attempt - 1] = (row?.next_attempt_at ?? 0) - clock.now
      })
      clock.now += pauses[attempt - 1] ?? 0
      sender.nudge()
    }
    expect(pauses).toEqual([2_000, 5_000, 15_000, 30_000])
    await vi.waitFor(() => expect(JSON.stringify(lines)).toContain('ECONNECTION'))
    expect(JSON.stringify(lines)).not.toMatch(/ada@|s3cret/)
  })

  it('is given up after many tries', async () => {
    const { db, start, rows, lines } = await queue()
    await db.run(sql`UPDATE outgoing_mail SET attempts = 10`)
    start(() => Promise.reject(new Error('away')))
    await vi.waitFor(async () => expect(await rows()).toEqual([]))
    await vi.waitFor(() => expect(JSON.stringify(lines)).toContain('mail given up'))
  })

  it('is never sent after it expired', async () => {
    const { start, clock, rows } = await queue(1, 5 * minute)
    const send = vi.fn(() => Promise.reject(new Error('away')))
    const sender = start(send)
    await vi.waitFor(async () => expect((await rows())[0]?.next_attempt_at).toBe(2_000))
    clock.now = 5 * minute
    sender.nudge()
    await sender.stop()
    expect(send).toHaveBeenCalledOnce()
  })

  it('is not sent again when nobody knows whether it arrived', async () => {
    const { start, rows } = await queue()
    start(() => Promise.reject(new DeliveryUnknown('no answer')))
    await vi.waitFor(async () => expect(await rows()).toEqual([]))
  })

  it('is not sent again when a process died while sending', async () => {
    const { db, start, clock } = await queue()
    await db.run(sql`UPDATE outgoing_mail SET claimed_until = 60000, attempts = 1`)
    clock.now = 10 * minute
    const send = vi.fn(async () => {})
    await start(send).stop()
    expect(send).not.toHaveBeenCalled()
  })

  it('under way is waited for at the end', async () => {
    const { start, rows } = await queue()
    const { promise, resolve } = Promise.withResolvers<void>()
    const send = vi.fn(() => promise)
    const sender = start(send)
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
    const stopped = sender.stop()
    resolve()
    await stopped
    expect(await rows()).toMatchObject([{ sent_at: 0 }])
  })

  it('goes back in the queue when the end comes first', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { db, start } = await queue()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const sender = start((_mail, signal) => {
      begin()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
    await begun
    const stopped = sender.stop()
    vi.advanceTimersByTime(5_000)
    await stopped
    expect(await db.all(sql`SELECT claimed_until, next_attempt_at FROM outgoing_mail`)).toEqual([
      { claimed_until: null, next_attempt_at: 0 },
    ])
  })

  it('is cleared away when it is old', async () => {
    const { db, rows } = await queue(3)
    await db.run(sql`UPDATE outgoing_mail SET sent_at = 1 WHERE id = 1`)
    await db.run(sql`UPDATE outgoing_mail SET claimed_until = 1 WHERE id = 2`)
    await sweepMail(db, 24 * hour)
    expect(await rows()).toHaveLength(3)
    await sweepMail(db, 25 * hour)
    expect(await rows()).toMatchObject([{ sent_at: 1 }])
    await sweepMail(db, 8 * 24 * hour)
    expect(await rows()).toEqual([])
  })
})
