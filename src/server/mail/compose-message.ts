import { createTransport } from 'nodemailer'
import type { OutgoingMail } from './mail-transport.ts'
import { toNodemailerMessage } from './nodemailer-message.ts'

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** The message as it is sent, headers first. `from` is the address of the sender. */
export async function composeMessage(mail: OutgoingMail, from: string): Promise<Buffer> {
  const { message } = await composer.sendMail(toNodemailerMessage(mail, from))
  if (!Buffer.isBuffer(message)) throw new Error('the message was not composed in memory')
  return message
}
