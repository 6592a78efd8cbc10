export interface Mail {
  /** The name of its template, which is logged. */
  template: string
  to: string
  subject: string
  text: string
  html: string
  /** The link in a mail that a setting can turn off. */
  unsubscribeUrl?: string
}

export interface OutgoingMail extends Mail {
  /** Its Message-ID and its file in the outbox. No other mail ever has it, and a mail that is sent again keeps it. */
  id: string
}

export interface MailTransport {
  /** Whether mail leaves the site; otherwise it is only stored. */
  isRemote: boolean
  /**
   * Resolves once the message is accepted, rejects when it certainly was not, with MailRefusedError when it never
   * will be, and with DeliveryUnknownError when neither is certain. After `signal` is aborted no message is sent.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  /** Deletes stored messages to this address. Only transports that store messages have it. */
  purge?(address: string): Promise<void>
}

/** The connection broke after the message body was sent and before the server replied. */
export class DeliveryUnknownError extends Error {}

/** The server refused this sender, recipient or message for good. */
export class MailRefusedError extends Error {}

/** The server refused the recipient's address: a hard bounce. */
export class RecipientRefusedError extends MailRefusedError {}
