import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mailCertificate } from '#tests/support/mail-certificate.ts'
import { MailRefusedError } from './mail-transport.ts'
import { requireTls } from './require-tls.ts'
import { createSmtpTransport } from './smtp-transport.ts'

it.each([
  'smtp://localhost:587',
  'smtp://LOCALHOST',
  'smtp://user:s%40cret@127.0.0.1:2525',
  'smtp://127.8.9.1',
  'smtp://[::1]:25/?ignoreTLS=true',
])('leaves %s alone', (url) => {
  expect(requireTls(url)).toBe(url)
})

it.each([
  'smtp://mail.example:587',
  'smtps://mail.example',
  'smtp://10.0.0.1',
  'smtp://localhost.mail.example',
  'smtp://user:s%40cret@mail.example/?requireTLS=false&ignoreTLS=true',
  'smtp://mail.example/?tls.rejectUnauthorized=false&name=quad.example',
])('requires TLS and a valid certificate of %s', (url) => {
  const { searchParams, href } = new URL(requireTls(url))
  expect(searchParams.get('requireTLS')).toBe('true')
  expect(searchParams.get('tls.rejectUnauthorized')).toBe('true')
  expect(href.split('?')[0]?.replace(/\/$/, '')).toBe(url.split('?')[0]?.replace(/\/$/, ''))
})

/** A server on this machine at an address that is not written as a loopback one. */
async function startSmtpServer(options: SMTPServerOptions) {
  const received: boolean[] = []
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, { secure }, done) => {
      received.push(secure)
      stream.resume().on('end', () => done())
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://[::ffff:127.0.0.1]:${port}/?servername=mail.quad.example`
  const transport = createSmtpTransport({ url, from: 'post@mail.example' })
  const mail = { id: '1', template: 'test', to: 'ada@uwaterloo.ca', subject: 'Hello' }
  const send = () =>
    transport.send({ ...mail, text: 'Hello', html: '' }, new AbortController().signal)
  return { send, received }
}

function trustMailCertificate() {
  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, mailCertificate.cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
}

describe('a mail server on another machine', () => {
  it('gets mail over TLS', async () => {
    trustMailCertificate()
    const { send, received } = await startSmtpServer(mailCertificate)
    await send()
    expect(received).toEqual([true])
  })

  it.each([
    ['offers no TLS', { disabledCommands: ['STARTTLS'] }],
    ['has a certificate that nobody vouches for', mailCertificate],
  ])('that %s gets none, and the mail is tried again', async (_, options) => {
    const { send, received } = await startSmtpServer(options)
    const failure = await send().catch((error) => error)
    expect(failure).toMatchObject({ code: expect.stringMatching(/^(ETLS|ESOCKET)$/) })
    expect(failure).not.toBeInstanceOf(MailRefusedError)
    expect(received).toEqual([])
  })
})
