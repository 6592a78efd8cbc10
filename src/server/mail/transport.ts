import { brand, contactEmail } from '#campus.ts'
import type { Config } from '../config.ts'
import type { QueuedMail } from './mail-queue.ts'
import { outboxTransport } from './outbox-transport.ts'
import { smtpTransport } from './smtp-transport.ts'

export interface MailTransport {
  /**
   * Resolves once the message is accepted and rejects when it certainly was not; DeliveryUnknown lies between.
   * Once `signal` is aborted, no message leaves any more.
   */
  send(mail: QueuedMail, signal: AbortSignal): Promise<void>
  /** Removes what it keeps of mails to this address. */
  forget?(address: string): Promise<void>
}

/** The connection broke after the message had gone out and before anyone said what became of it. */
export class DeliveryUnknown extends Error {}

export function createMailTransport(
  { SMTP_URL, DATA_DIR }: Pick<Config, 'SMTP_URL' | 'DATA_DIR'>,
  now: () => number,
): MailTransport {
  return SMTP_URL ? smtpTransport(SMTP_URL) : outboxTransport(DATA_DIR, now)
}

/** One mail in the words of the message format. */
export function toMessage({ to, subject, text, html }: QueuedMail) {
  return {
    from: { name: brand, address: contactEmail },
    to,
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Neither files nor other sites are read for a message, whatever its fields say.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
