import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  to: string
  /** Of the link in it. */
  token: string
}

/** A mail server that keeps what it is given; `beforeThanks` runs when it has a mail and has not yet said so. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const habits = { beforeThanks: () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      text(stream).then((message) => {
        const token = /token=(?:3D)?([\w-]+)/.exec(message.replaceAll('=\r\n', ''))?.[1] ?? ''
        received.push({ to: envelope.rcptTo[0]?.address ?? '', token })
        habits.beforeThanks()
        done()
      }, done)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())))
  const { port } = server.server.address() as AddressInfo
  return { port, received, habits }
}
