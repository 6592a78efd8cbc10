import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { smtpTransport } from './smtp-transport.ts'
import { DeliveryUnknown } from './transport.ts'

const mail = {
  id: 7,
  attempts: 1,
  kind: 'test',
  to: 'ada@uwaterloo.ca',
  subject: 'Hello',
  text: 'Plain words',
  html: '<p>Drawn words</p>',
}
const short = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 }
const never = new AbortController().signal

async function smtpServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

async function silentServer(): Promise<{ url: string; connected: Promise<unknown> }> {
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

describe('the mail server', () => {
  it('gets the message as text and HTML, from the brand to the student', async () => {
    const received: string[] = []
    const url = await smtpServer({
      onData: (stream, _session, done) => {
        text(stream).then((message) => {
          received.push(message)
          done()
        }, done)
      },
    })
    await smtpTransport(url).send(mail, never)
    expect(received).toHaveLength(1)
    for (const part of [
      'From: Quad <hello@quad.example>',
      'To: ada@uwaterloo.ca',
      'Subject: Hello',
      'Auto-Submitted: auto-generated',
      'Plain words',
      '<p>Drawn words</p>',
    ]) {
      expect(received[0]).toContain(part)
    }
  })

  it('is logged in to when the address says how', async () => {
    let login = ''
    const url = await smtpServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        login = `${username}:${password}`
        done(null, { user: username })
      },
    })
    await smtpTransport(url.replace('//', '//quad:s%40cret@')).send(mail, never)
    expect(login).toBe('quad:s@cret')
  })

  it('may refuse, and then the mail certainly did not arrive', async () => {
    const url = await smtpServer({
      onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')),
    })
    const refusal = await smtpTransport(url)
      .send(mail, never)
      .catch((error) => error)
    expect(refusal).not.toBeInstanceOf(DeliveryUnknown)
    expect(refusal).toMatchObject({ responseCode: 550 })
  })

  it('may refuse the message itself', async () => {
    const url = await smtpServer({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(new Error('no thanks')))
      },
    })
    const refusal = await smtpTransport(url)
      .send(mail, never)
      .catch((error) => error)
    expect(refusal).not.toBeInstanceOf(DeliveryUnknown)
  })

  it('may be away', async () => {
    await expect(smtpTransport('smtp://127.0.0.1:1').send(mail, never)).rejects.toMatchObject({
      code: expect.stringMatching(/ESOCKET|ECONNREFUSED|ECONNECTION/),
    })
  })

  it('may hang before it greets: that mail can be sent again', async () => {
    const { url } = await silentServer()
    const failure = await smtpTransport(url, short)
      .send(mail, never)
      .catch((error) => error)
    expect(failure).not.toBeInstanceOf(DeliveryUnknown)
    expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
  })

  it('may hang after taking the message: nobody knows then', async () => {
    const url = await smtpServer({ onData: (stream) => stream.resume() })
    await expect(smtpTransport(url, short).send(mail, never)).rejects.toBeInstanceOf(
      DeliveryUnknown,
    )
  })

  it('is left at once when the app stops', async () => {
    const { url, connected } = await silentServer()
    const stop = new AbortController()
    const sending = smtpTransport(url).send(mail, stop.signal)
    await connected
    stop.abort()
    const failure = await sending.catch((error) => error)
    expect(failure).not.toBeInstanceOf(DeliveryUnknown)
    expect(failure).toMatchObject({ name: 'AbortError' })
  })
})
