import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { parseMail } from './outbox.ts'

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

const text = `Hé Zoë, use this link = now:\nhttp://localhost/reset-password?token=${'abc'.repeat(40)}`

async function composed(options: object) {
  const { message } = await composer.sendMail({
    from: 'quad@quad.example',
    to: 'zoe@uwaterloo.ca',
    subject: 'Reset your password',
    ...options,
  })
  if (!Buffer.isBuffer(message)) throw new Error('not composed in memory')
  return message
}

describe('a mail in the outbox', () => {
  const html = '<p>Not this</p>'
  const ways = [
    { textEncoding: 'quoted-printable', text, html },
    { textEncoding: 'base64', text, html },
    { textEncoding: 'quoted-printable', text },
  ]
  for (const way of ways) {
    const parts = 'html' in way ? 'text and HTML' : 'text alone'
    it(`is read as it was written, in ${way.textEncoding} with ${parts}`, async () => {
      expect(parseMail(await composed(way))).toEqual({
        to: 'zoe@uwaterloo.ca',
        subject: 'Reset your password',
        text,
        html: 'html' in way ? html : '',
      })
    })
  }

  it('is read when it needs no encoding', async () => {
    expect(parseMail(await composed({ text: 'Plain words.', html })).text).toBe('Plain words.')
  })
})
