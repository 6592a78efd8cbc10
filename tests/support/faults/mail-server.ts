import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  to: string
  messageId: string
  /** Of the link in the mail. */
  token: string
}

/** An SMTP server that stores what it receives; it acknowledges a mail after `hooks.beforeAccept`. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const hooks: { beforeAccept: () => unknown } = { beforeAccept: () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      text(stream)
        .then((message) => {
          const token = /token=(?:3D)?([\w-]+)/.exec(message.replaceAll('=\r\n', ''))?.[1] ?? ''
          const messageId = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? ''
          received.push({ to: envelope.rcptTo[0]?.address ?? '', messageId, token })
          return hooks.beforeAccept()
        })
        .then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, received, hooks }
}
