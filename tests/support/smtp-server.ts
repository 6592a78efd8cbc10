import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMessage {
  to: string
  /** The message as it was sent, headers first. */
  message: string
}

/**
 * Starts a real SMTP server, on a free port unless one is given. It acknowledges an email once `receive` has finished. It permanently refuses
 * emails to the addresses in `unknown` and, because the mailbox is full, in `full`.
 */
export async function startSmtpServer(
  receive: (received: ReceivedMessage) => unknown,
  unknown: ReadonlySet<string> = new Set(),
  full: ReadonlySet<string> = new Set(),
  port = 0,
) {
  const server = new SMTPServer({
    authOptional: true,
    // Clients keep idle connections open, and `stop` must not wait for them.
    closeTimeout: 100,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refuse = (responseCode: number, reason: string) =>
        done(Object.assign(new Error(reason), { responseCode }))
      if (unknown.has(address)) return refuse(550, '5.1.1 no such mailbox')
      if (full.has(address)) return refuse(552, '5.2.2 mailbox full')
      done(null)
    },
    onData(stream, { envelope }, done) {
      text(stream)
        .then((message) => receive({ to: envelope.rcptTo[0]?.address ?? '', message }))
        .then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
