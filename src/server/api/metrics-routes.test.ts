import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { enqueueMail } from '../mail/mail-queue.ts'

const token = 'a-token-for-monitoring'
const allowed = { authorization: `Bearer ${token}` }

describe('metrics', () => {
  it('do not exist without a token', async () => {
    const { app } = await buildTestApp('sqlite')
    const answer = await app.inject({ url: '/api/metrics', headers: allowed })
    expect(answer.statusCode).toBe(404)
  })

  it.each([undefined, token, 'Bearer ', `Bearer ${token}x`, `bearer ${token}`])(
    'are refused to %s',
    async (authorization) => {
      const { app } = await buildTestApp('sqlite', { METRICS_TOKEN: token })
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await app.inject({ url: '/api/metrics', headers })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'unauthenticated' })
    },
  )
})

describe.each(engines)('metrics on %s', (engine) => {
  it('count answers by route, never by address', async () => {
    const { app } = await buildTestApp(engine, { METRICS_TOKEN: token })
    await app.inject('/api/rentals/17?secret=yes')
    await app.inject('/api/misc')
    const { body, headers } = await app.inject({ url: '/api/metrics', headers: allowed })
    expect(headers['content-type']).toContain('text/plain')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain(
      'quad_http_request_duration_seconds_count{method="GET",route="/api/rentals/:id",status="404"} 1',
    )
    expect(body).toContain('route="/api/misc",status="200"} 1')
    expect(body).toContain('nodejs_eventloop_lag_seconds')
    expect(body).not.toMatch(/secret|\/17/)
  })

  it('tell how many mails wait', async () => {
    const { app, db, clock } = await buildTestApp(engine, { METRICS_TOKEN: token })
    const waiting = async () => {
      const { body } = await app.inject({ url: '/api/metrics', headers: allowed })
      return /^quad_mails_waiting (\S+)$/m.exec(body)?.[1]
    }
    expect(await waiting()).toBe('0')
    const mail = { kind: 'test', to: 'ada@uwaterloo.ca', subject: 'Hi', text: 'Hi', html: 'Hi' }
    const expired = { ...mail, expiresAt: clock.now - 1 }
    await enqueueMail(db, { ...mail, expiresAt: clock.now + 60_000 }, clock.now + 30_000)
    await enqueueMail(db, expired, clock.now - 60_000)
    expect(await waiting()).toBe('1')
  })
})
