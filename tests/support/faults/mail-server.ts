import { onTestFinished } from 'vitest'
import { startSmtpServer } from '../smtp-server.ts'

export interface ReceivedMail {
  to: string
  messageId: string
  /** The token of the link in the email. */
  token: string
}

/** Starts an SMTP server that stores what it receives. It acknowledges an email after `hooks.beforeAccept`. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const hooks: { beforeAccept: () => unknown } = { beforeAccept: () => {} }
  const { port, stop } = await startSmtpServer(({ to, message }) => {
    const token = /token=(?:3D)?([\w-]+)/.exec(message.replaceAll('=\r\n', ''))?.[1] ?? ''
    const messageId = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? ''
    received.push({ to, messageId, token })
    return hooks.beforeAccept()
  })
  onTestFinished(stop)
  return { port, received, hooks }
}
