import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/database.ts'
import { secondMs } from '../durations.ts'
import {
  claimMail,
  deleteMail,
  markMailSent,
  type QueuedMail,
  scheduleRetry,
} from './mail-queue.ts'
import { DeliveryUnknownError, MailRefusedError, type MailTransport } from './mail-transport.ts'

/** Delays after the first, second, … failed attempt; after the last one the mail is deleted. */
const retryDelaysMs = [2, 5, 15, 30, 60, 120, 600, 1_800, 3_600, 7_200].map(
  (seconds) => seconds * secondMs,
)
const pollMs = 2 * secondMs
const maxWorkers = 4
const shutdownTimeoutMs = 5 * secondMs

interface MailSenderDeps {
  db: Db
  transport: MailTransport
  now: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export interface MailSender {
  /** Sends due mails without waiting for the next poll; call it after the commit. */
  wake(): void
  /** Deletes the messages the transport stored for this address. */
  purge(address: string): Promise<void>
  /** Waits for mails being sent, aborting them after a timeout. */
  stop(): Promise<void>
}

export function startMailSender({ db, transport, now, log }: MailSenderDeps): MailSender {
  const shutdown = new AbortController()
  const workers = new Set<Promise<void>>()
  /** Mails that were certainly not sent, and when to try them again: claims that the database has yet to release. */
  const unreleased = new Map<QueuedMail, number>()
  let isStopping = false

  const logUnreached = (error: unknown) => log.warn({ err: error }, 'mail queue not reached')

  function wake() {
    if (isStopping || workers.size >= maxWorkers) return
    const worker = sendDueMails()
      .catch(logUnreached)
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function sendDueMails() {
    await releaseClaims()
    while (!isStopping) {
      const mail = await claimMail(db, now())
      if (!mail) return
      // More mails may be due: start another worker.
      wake()
      await deliver(mail)
    }
  }

  /** Kept until it succeeds: nobody else takes a claimed mail, since it may be on its way. */
  async function releaseClaims() {
    for (const [mail, retryAt] of unreleased) {
      await scheduleRetry(db, mail, retryAt)
      unreleased.delete(mail)
    }
  }

  async function deliver(mail: QueuedMail) {
    const { id, kind, subject } = mail
    try {
      await transport.send(mail, shutdown.signal)
    } catch (error) {
      return handleFailure(mail, error)
    }
    // The row was deleted while sending: the account was removed.
    if (!(await markMailSent(db, id, now()))) await purge(mail.to)
    log.info({ kind, subject }, 'mail sent')
  }

  async function purge(address: string) {
    await transport.purge?.(address)
  }

  async function handleFailure(mail: QueuedMail, error: unknown) {
    const { id, kind, attempts } = mail
    const reason = deliveryFailureCode(error)
    if (error instanceof DeliveryUnknownError) {
      await deleteMail(db, id)
      return log.warn({ kind, reason }, 'mail may or may not have arrived; not sent again')
    }
    const delayMs = shutdown.signal.aborted ? 0 : retryDelaysMs[attempts - 1]
    if (error instanceof MailRefusedError || delayMs === undefined) {
      await deleteMail(db, id)
      return log.warn({ kind, reason, attempts }, 'mail given up')
    }
    log.warn({ kind, reason, attempts }, 'mail not sent, will be tried again')
    unreleased.set(mail, now() + delayMs)
    await releaseClaims()
  }

  const pollTimer = setInterval(wake, pollMs)
  pollTimer.unref()
  wake()

  return {
    wake,
    purge,
    async stop() {
      isStopping = true
      clearInterval(pollTimer)
      const abort = setTimeout(() => shutdown.abort(), shutdownTimeoutMs)
      await Promise.all(workers)
      clearTimeout(abort)
      await releaseClaims().catch(logUnreached)
    },
  }
}

/** Codes only: an SMTP response text may quote the recipient's address, which must not be logged. */
function deliveryFailureCode(error: unknown) {
  const isWrapped = error instanceof DeliveryUnknownError || error instanceof MailRefusedError
  const cause = isWrapped ? error.cause : error
  if (!(cause instanceof Error)) return {}
  return {
    code: 'code' in cause ? cause.code : cause.name,
    status: 'responseCode' in cause ? cause.responseCode : undefined,
  }
}
