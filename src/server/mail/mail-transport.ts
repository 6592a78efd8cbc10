export interface Mail {
  /** The name of the template, which is logged. */
  template: string
  to: string
  subject: string
  text: string
  html: string
  /** The unsubscribe link, if a setting can turn the email off. */
  unsubscribeUrl?: string
}

export interface OutgoingMail extends Mail {
  /** The id in the Message-ID and in the name of the outbox file. It is unique, and an email that is sent again keeps it. */
  id: string
}

export interface MailTransport {
  /** Whether email leaves the site. Otherwise it is only stored. */
  isRemote: boolean
  /**
   * Resolves once the server has accepted the message. Rejects if it certainly has not, with MailRefusedError if it
   * never will, and with DeliveryUnknownError if neither is certain. After `signal` is aborted no message is sent.
   * `onReply` gets what the server said when it accepted the message.
   */
  send(mail: OutgoingMail, signal: AbortSignal, onReply?: (reply: string) => void): Promise<void>
  /** Ends open connections. Call it when nothing is sent any more. */
  close?(): void
  /** Deletes stored messages to this address. Only transports that store messages have this method. */
  purge?(address: string): Promise<void>
}

/** The delivery is unknown: the connection broke after the message body was sent and before the server replied. */
export class DeliveryUnknownError extends Error {}

/** The server refused this sender, recipient or message for good. */
export class MailRefusedError extends Error {}

/** The server refused the recipient's address: a hard bounce. */
export class RecipientRefusedError extends MailRefusedError {}
