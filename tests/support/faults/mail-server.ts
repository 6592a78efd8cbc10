import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  to: string
  /** Of the link in the mail. */
  token: string
}

/** An SMTP server that stores what it receives; `hooks.beforeAccept` runs before it acknowledges a mail. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const hooks = { beforeAccept: () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      text(stream).then((message) => {
        const token = /token=(?:3D)?([\w-]+)/.exec(message.replaceAll('=\r\n', ''))?.[1] ?? ''
        received.push({ to: envelope.rcptTo[0]?.address ?? '', token })
        hooks.beforeAccept()
        done()
      }, done)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, received, hooks }
}
