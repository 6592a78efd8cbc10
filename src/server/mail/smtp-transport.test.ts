import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DeliveryUnknownError, MailRefusedError, RecipientRefusedError } from './mail-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'

const mail = {
  id: '2026-11-15T12-00-00-000Z-000007',
  template: 'test',
  to: 'ada@uwaterloo.ca',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Drawn words</p>',
}
const shortTimeouts = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
const { signal } = new AbortController()

const openTransport = (url: string, timeouts?: typeof shortTimeouts) =>
  createSmtpTransport({ url, from: 'post@mail.example' }, timeouts)

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
      'From: Quad <post@mail.example>',
      'To: ada@uwaterloo.ca',
      'Subject: Hello',
      'Auto-Submitted: auto-generated',
      'Plain words',
      '<p>Drawn words</p>',
    ]) {
      expect(received[0]).toContain(part)
    }
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
