import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { campus } from '#campus/campus.ts'
import { at } from '#tests/support/campus-email.ts'
import { mailCertificate } from '#tests/support/mail-certificate.ts'
import { DeliveryUnknownError, MailRefusedError, RecipientRefusedError } from './mail-transport.ts'
import { createSmtpTransport, refusesAddress, requireTls } from './smtp-transport.ts'

const mail = {
  id: '2026-11-15T12-00-00-000Z-000007',
  template: 'test',
  to: at('ada'),
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Drawn words</p>',
}
const shortTimeouts = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
const { signal } = new AbortController()

function openTransport(url: string, timeouts?: typeof shortTimeouts) {
  const transport = createSmtpTransport({ url, from: 'post@mail.example' }, timeouts)
  onTestFinished(() => transport.close?.())
  return transport
}

async function startSmtpServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

async function startSilentServer(): Promise<{ url: string; connected: Promise<unknown> }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, connected: once(server, 'connection') }
}

describe('SMTP transport', () => {
  it('sends the message as text and HTML, from the brand to the recipient', async () => {
    const received: string[] = []
    let sender: unknown
    const url = await startSmtpServer({
      onMailFrom: ({ address }, _session, done) => {
        sender = address
        done()
      },
      onData: (stream, _session, done) => {
        text(stream).then((message) => {
          received.push(message)
          done()
        }, done)
      },
    })
    await openTransport(url).send(mail, signal)
    expect(sender).toBe('post@mail.example')
    expect(received).toHaveLength(1)
    for (const part of [
      'Message-ID: <2026-11-15T12-00-00-000Z-000007@mail.example>',
      `From: ${campus.brand} <post@mail.example>`,
      `To: ${at('ada')}`,
      'Subject: Hello',
      'Auto-Submitted: auto-generated',
      'Plain words',
      '<p>Drawn words</p>',
    ]) {
      expect(received[0]).toContain(part)
    }
  })

  it('sends one message after the other over one connection, and ends it when closed', async () => {
    const connections: string[] = []
    const closed = Promise.withResolvers<void>()
    const url = await startSmtpServer({
      onConnect: ({ id }, done) => {
        connections.push(id)
        done()
      },
      onClose: () => closed.resolve(),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    })
    const transport = openTransport(url)
    for (const id of ['1', '2', '3']) await transport.send({ ...mail, id }, signal)
    expect(connections).toHaveLength(1)
    transport.close?.()
    await closed.promise
  })

  it('sends a message over a new connection when the server has closed the idle one', async () => {
    const received: string[] = []
    let sockets = 0
    const { promise: isClosed, resolve: onClosed } = Promise.withResolvers<void>()
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) =>
        void text(stream).then((message) => {
          received.push(/^Message-ID: <(\d)@/m.exec(message)?.[1] ?? '')
          done()
        }, done),
    })
    server.server.on('connection', (socket: Socket) => {
      sockets += 1
      socket.on('close', () => onClosed())
      if (sockets === 1) server.once('first sent', () => socket.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.server.address() as AddressInfo
    const transport = openTransport(`smtp://127.0.0.1:${port}`)
    await transport.send({ ...mail, id: '1' }, signal)
    server.emit('first sent')
    await isClosed
    await transport.send({ ...mail, id: '2' }, signal)
    expect(received).toEqual(['1', '2'])
    expect(sockets).toBe(2)
  })

  it('authenticates with the credentials of the URL', async () => {
    let credentials = ''
    const url = await startSmtpServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        credentials = `${username}:${password}`
        done(null, { user: username })
      },
    })
    await openTransport(url.replace('//', '//quad:s%40cret@')).send(mail, signal)
    expect(credentials).toBe('quad:s@cret')
  })

  const reply = (status: number) => Object.assign(new Error('no'), { responseCode: status })
  const refusals: [string, (error: Error) => SMTPServerOptions][] = [
    ['sender', (error) => ({ onMailFrom: (_address, _session, done) => done(error) })],
    ['recipient', (error) => ({ onRcptTo: (_address, _session, done) => done(error) })],
    [
      'message',
      (error) => ({
        onData: (stream, _session, done) => void stream.resume().on('end', () => done(error)),
      }),
    ],
  ]

  it.each(refusals)(
    'rejects with MailRefusedError when the %s is refused for good',
    async (part, refuse) => {
      const url = await startSmtpServer(refuse(reply(550)))
      const rejection = await openTransport(url)
        .send(mail, signal)
        .catch((error) => error)
      expect(rejection).toBeInstanceOf(MailRefusedError)
      expect(rejection instanceof RecipientRefusedError).toBe(part === 'recipient')
      expect(rejection.cause).toMatchObject({ responseCode: 550 })
    },
  )

  it.each([
    ['5.1.1 no such user', true],
    ['5.7.1 we do not relay for you', false],
  ])('the refusal "%s" of a recipient is about its address: %s', async (text, isIt) => {
    const error = Object.assign(new Error(text), { responseCode: 550 })
    const url = await startSmtpServer({ onRcptTo: (_address, _session, done) => done(error) })
    const rejection = await openTransport(url)
      .send(mail, signal)
      .catch((reason) => reason)
    expect(rejection).toBeInstanceOf(MailRefusedError)
    expect(rejection instanceof RecipientRefusedError).toBe(isIt)
  })

  it.each(refusals)(
    'rejects so that it is retried when the %s is refused for now',
    async (_, refuse) => {
      const url = await startSmtpServer(refuse(reply(450)))
      const rejection = await openTransport(url)
        .send(mail, signal)
        .catch((error) => error)
      expect(rejection).not.toBeInstanceOf(MailRefusedError)
      expect(rejection).not.toBeInstanceOf(DeliveryUnknownError)
      expect(rejection).toMatchObject({ responseCode: 450 })
    },
  )

  it('rejects so that it is retried when our own login is refused', async () => {
    const url = await startSmtpServer({ onAuth: (_auth, _session, done) => done(reply(535)) })
    const rejection = await openTransport(url.replace('//', '//quad:old@'))
      .send(mail, signal)
      .catch((error) => error)
    expect(rejection).not.toBeInstanceOf(MailRefusedError)
    expect(rejection).toMatchObject({ responseCode: 535 })
  })

  it('rejects when the server is down', async () => {
    await expect(openTransport('smtp://127.0.0.1:1').send(mail, signal)).rejects.toMatchObject({
      code: expect.stringMatching(/ESOCKET|ECONNREFUSED|ECONNECTION/),
    })
  })

  it('rejects with a timeout when the server never greets, so that the mail can be retried', async () => {
    const { url } = await startSilentServer()
    const failure = await openTransport(url, shortTimeouts)
      .send(mail, signal)
      .catch((error) => error)
    expect(failure).not.toBeInstanceOf(DeliveryUnknownError)
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
  })

  it('rejects with DeliveryUnknownError when the server hangs after the message body', async () => {
    const url = await startSmtpServer({ onData: (stream) => stream.resume() })
    await expect(openTransport(url, shortTimeouts).send(mail, signal)).rejects.toBeInstanceOf(
      DeliveryUnknownError,
    )
  })

  it('disconnects at once when the signal is aborted', async () => {
    const { url, connected } = await startSilentServer()
    const stop = new AbortController()
    const sending = openTransport(url).send(mail, stop.signal)
    await connected
    stop.abort()
    const failure = await sending.catch((error) => error)
    expect(failure).not.toBeInstanceOf(DeliveryUnknownError)
    expect(failure).toMatchObject({ name: 'AbortError' })
  })
})

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

/** Starts a server on this machine, at an address that does not look like a loopback one. */
async function startRemoteServer(options: SMTPServerOptions) {
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
  const transport = openTransport(url)
  const mail = { id: '1', template: 'test', to: at('ada'), subject: 'Hello' }
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
    const { send, received } = await startRemoteServer(mailCertificate)
    await send()
    expect(received).toEqual([true])
  })

  it.each([
    ['offers no TLS', { disabledCommands: ['STARTTLS'] }],
    ['has a certificate that nobody vouches for', mailCertificate],
  ])('that %s gets none, and the mail is tried again', async (_, options) => {
    const { send, received } = await startRemoteServer(options)
    const failure = await send().catch((error) => error)
    expect(failure).toMatchObject({ code: expect.stringMatching(/^(ETLS|ESOCKET)$/) })
    expect(failure).not.toBeInstanceOf(MailRefusedError)
    expect(received).toEqual([])
  })
})

it.each([
  '550 5.1.1 no such user',
  '550 5.1.2 no such domain',
  '553 5.1.3 bad address',
  '551 5.1.6 the mailbox has moved',
  '556 5.1.10 the domain takes no mail',
  '521 5.2.1 the mailbox is disabled',
  '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please check it.',
  '550-The account does not exist.\n550 5.1.1 no such user',
  '550 no such user',
  '550 #5.1.0 Address rejected.',
  '551 user not local',
  '553 mailbox name not allowed',
])('"%s" is about the address', (reply) => {
  expect(refusesAddress(reply)).toBe(true)
})

it.each([
  '550 5.1.8 <hello@quad.example>: Sender address rejected: Domain not found',
  '553 5.1.7 bad sender',
  '552 5.2.2 mailbox full',
  '554 5.2.2 mailbox over quota',
  '550 5.4.5 Daily sending quota exceeded',
  '550 5.3.4 message too big',
  '550 5.5.0 pipelining',
  '550 5.7.1 relay denied',
  '551 5.7.1 no',
  '550-5.7.26 unauthenticated\n550 5.7.26 no such user',
  '550 5.1.15 unknown',
  '554 Service unavailable; Client host blocked using zen.spamhaus.org',
  '550 rejected by local policy, poor reputation',
  '550 sender verification failed',
  '550 your host is on a blacklist',
  '550 your host is on a blocklist',
  '550 you may not relay',
  '550 this looks like SPAM',
  '550 quota of mails exceeded',
  '530 log in first',
  '552 storage exceeded',
  '554 no valid recipients',
  '452 4.2.2 full',
])('"%s" is not', (reply) => {
  expect(refusesAddress(reply)).toBe(false)
})
