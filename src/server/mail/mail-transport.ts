import type { Mail } from './mail-jobs.ts'

export interface OutgoingMail extends Mail {
  /** Of its job: the Message-ID follows from it, and stays the same when the mail is sent again. */
  id: number
}

export interface MailTransport {
  /**
   * Resolves once the message is accepted, rejects when it certainly was not, with MailRefusedError when it never
   * will be, and with DeliveryUnknownError when neither is certain. After `signal` is aborted no message is sent.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  /** Deletes stored messages to this address; only for transports that store them. */
  purge?(address: string): Promise<void>
}

/** The connection broke after the message body was sent and before the server replied. */
export class DeliveryUnknownError extends Error {}

/** The server refused this sender, recipient or message for good. */
export class MailRefusedError extends Error {}
