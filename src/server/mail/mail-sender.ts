import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { claimMail, dropMail, markSent, type QueuedMail, retryLater } from './mail-queue.ts'
import { DeliveryUnknown, type MailTransport } from './transport.ts'

const second = 1_000
/** Pauses after each failed try; a mail that fails once more is given up. */
const pauses = [2, 5, 15, 30, 60, 120, 600, 1_800, 3_600, 7_200].map((seconds) => seconds * second)
const pollMs = 2 * second
const atOnce = 4
const farewellMs = 5 * second

interface Parts {
  db: Db
  transport: MailTransport
  now: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export interface MailSender {
  /** Sends what is due without waiting for the next look; call it after the commit. */
  nudge(): void
  /** For a student who has left: removes what was written to them. */
  forget(address: string): Promise<void>
  /** Waits for mails under way, for a few seconds. */
  stop(): Promise<void>
}

export function startMailSender({ db, transport, now, log }: Parts): MailSender {
  const farewell = new AbortController()
  const lines = new Set<Promise<void>>()
  let stopping = false

  function nudge() {
    if (stopping || lines.size >= atOnce) return
    const line = sendAllDue()
      .catch((error) => log.warn({ err: error }, 'mail queue not reached'))
      .finally(() => lines.delete(line))
    lines.add(line)
  }

  async function sendAllDue() {
    while (!stopping) {
      const mail = await claimMail(db, now())
      if (!mail) return
      nudge()
      await deliver(mail)
    }
  }

  async function deliver(mail: QueuedMail) {
    const { id, kind, subject } = mail
    try {
      await transport.send(mail, farewell.signal)
    } catch (error) {
      return settleFailure(mail, error)
    }
    if (!(await markSent(db, id, now()))) await forget(mail.to)
    log.info({ kind, subject }, 'mail sent')
  }

  async function forget(address: string) {
    await transport.forget?.(address)
  }

  async function settleFailure({ id, kind, attempts }: QueuedMail, error: unknown) {
    const reason = reasonOf(error)
    if (error instanceof DeliveryUnknown) {
      await dropMail(db, id)
      return log.warn({ kind, reason }, 'mail may or may not have arrived; not sent again')
    }
    const pause = farewell.signal.aborted ? 0 : pauses[attempts - 1]
    if (pause === undefined) {
      await dropMail(db, id)
      return log.warn({ kind, reason, attempts }, 'mail given up')
    }
    await retryLater(db, id, now() + pause)
    log.warn({ kind, reason, attempts }, 'mail not sent, will be tried again')
  }

  const poll = setInterval(nudge, pollMs)
  poll.unref()
  nudge()

  return {
    nudge,
    forget,
    async stop() {
      stopping = true
      clearInterval(poll)
      const abort = setTimeout(() => farewell.abort(), farewellMs)
      await Promise.all(lines)
      clearTimeout(abort)
    },
  }
}

/** Codes only: what a mail server says may quote the student's address. */
function reasonOf(error: unknown) {
  const cause = error instanceof DeliveryUnknown ? error.cause : error
  if (!(cause instanceof Error)) return {}
  return {
    code: 'code' in cause ? cause.code : cause.name,
    status: 'responseCode' in cause ? cause.responseCode : undefined,
  }
}
