import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { engines } from '../support/databases.ts'
import { startApp } from '../support/faults/app-process.ts'
import { milliseconds, reportFigures } from '../support/faults/figures.ts'
import { startMailServer } from '../support/faults/mail-server.ts'
import { type HttpResponse, sendRequest } from '../support/faults/send-request.ts'
import { signUpStudent } from '../support/faults/students.ts'
import { startProxy } from '../support/faults/tcp-proxy.ts'
import { ada, bob, createLoggedInClient } from '../support/http-client.ts'

const minuteMs = 60_000
/** The longest response time. It is well below the delays of the mail server, with room for a busy machine. */
const maxResponseMs = 2_000
const pollOptions = { timeout: 60_000, interval: 100 }

async function startMail() {
  const mailServer = await startMailServer()
  const proxy = await startProxy({ host: '127.0.0.1', port: mailServer.port }, 500)
  // Without this, sign-ups would send emails too.
  const settings = { SMTP_URL: `smtp://127.0.0.1:${proxy.port}`, VERIFY_EMAIL: 'off' }
  return { mailServer, proxy, settings }
}

// Fails if a connection that breaks after the body counts as not sent (two emails), and if expired emails stay due.
describe.each(engines)('reset mails on %s', (engine) => {
  it('are sent exactly once through mail server faults, without delaying the response', async () => {
    const { mailServer, proxy, settings } = await startMail()
    const { received } = mailServer
    const app = await startApp(engine, settings)
    const names = ['Ok', 'Slow', 'Hanging', 'Cut', 'Down']
    const students = new Map<string, string>()
    for (const name of names) students.set(name, (await signUpStudent(app.url, name)).email)
    const responses: HttpResponse[] = []
    const requestReset = async (name: string) => {
      const options = { method: 'POST', json: { email: students.get(name) } }
      const response = await sendRequest(`${app.url}/api/auth/reset-password`, options)
      expect(response.status).toBe(200)
      responses.push(response)
    }
    const mailsTo = (name: string) => received.filter(({ to }) => to === students.get(name)).length

    await requestReset('Ok')
    await expect.poll(() => mailsTo('Ok'), pollOptions).toBe(1)
    proxy.setMode('delay')
    await requestReset('Slow')
    await expect.poll(() => mailsTo('Slow'), pollOptions).toBe(1)

    proxy.setMode('hang')
    await requestReset('Hanging')
    await pause(3_000)
    expect(mailsTo('Hanging')).toBe(0)
    proxy.setMode('pass')
    await expect.poll(() => mailsTo('Hanging'), pollOptions).toBe(1)

    // The mail server receives the email, but its acknowledgement is lost. A retry would send it twice.
    mailServer.hooks.beforeAccept = () => proxy.setMode('drop')
    await requestReset('Cut')
    await expect.poll(() => mailsTo('Cut'), pollOptions).toBe(1)
    mailServer.hooks.beforeAccept = () => {}

    const before = proxy.connectedAt.length
    await requestReset('Down')
    await expect
      .poll(() => proxy.connectedAt.length, pollOptions)
      .toBeGreaterThanOrEqual(before + 3)
    expect(mailsTo('Down')).toBe(0)
    proxy.setMode('pass')
    await expect.poll(() => mailsTo('Down'), pollOptions).toBe(1)

    const attempts = proxy.connectedAt.slice(before)
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0))
    reportFigures(`mail server slow, hanging, down, ${engine}`, {
      'responses after': responses.map(({ ms }) => milliseconds(ms)).join(' / '),
      'pauses between attempts': pauses.map(milliseconds).join(' / '),
      mails: names.map((name) => mailsTo(name)).join(' '),
    })
    expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(maxResponseMs)
    for (const [index, longer] of pauses.slice(1).entries()) {
      expect(longer).toBeGreaterThan((pauses[index] ?? 0) * 1.1)
    }
    expect(names.map(mailsTo)).toEqual(names.map(() => 1))
    expect(new Set(received.map(({ token }) => token)).size).toBe(names.length)
  })

  it('are not sent after their link has expired', async () => {
    const { mailServer, proxy, settings } = await startMail()
    const { app, clock } = await buildTestApp(engine, settings)
    await createLoggedInClient(app)
    await createLoggedInClient(app, bob)
    const requestReset = ({ email }: { email: string }) =>
      app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { email } })

    proxy.setMode('drop')
    await requestReset(ada)
    await expect.poll(() => proxy.connectedAt.length, pollOptions).toBeGreaterThan(0)
    clock.now += 6 * minuteMs
    proxy.setMode('pass')
    await requestReset(bob)
    await expect.poll(() => mailServer.received.length, pollOptions).toBe(1)
    // The job runner polls several times in this pause.
    await pause(2_000)
    reportFigures(`mail server back after the link expired, ${engine}`, {
      'mails sent': mailServer.received.length,
    })
    expect(mailServer.received.map(({ to }) => to)).toEqual([bob.email])
  })
})
