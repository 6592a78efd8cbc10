import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { at } from './campus-email.ts'
import { parseMail } from './outbox.ts'

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

const text = `Hé Zoë, use this link = now:\nhttp://localhost/reset-password?token=${'abc'.repeat(40)}`

async function composeMail(options: object) {
  const { message } = await composer.sendMail({
    from: 'quad@quad.example',
    to: at('zoe'),
    subject: 'Reset your password',
    ...options,
  })
  if (!Buffer.isBuffer(message)) throw new Error('not composed in memory')
  return message
}

describe('parseMail', () => {
  const html = '<p>Not this</p>'
  const encodings = [
    { textEncoding: 'quoted-printable', text, html },
    { textEncoding: 'base64', text, html },
    { textEncoding: 'quoted-printable', text },
  ]
  for (const options of encodings) {
    const parts = 'html' in options ? 'text and HTML' : 'text alone'
    it(`reads ${options.textEncoding} with ${parts}`, async () => {
      expect(parseMail(await composeMail(options))).toEqual({
        to: at('zoe'),
        subject: 'Reset your password',
        text,
        html: 'html' in options ? html : '',
      })
    })
  }

  it('reads a mail without transfer encoding', async () => {
    expect(parseMail(await composeMail({ text: 'Plain words.', html })).text).toBe('Plain words.')
  })
})
