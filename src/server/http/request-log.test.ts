import fastify from 'fastify'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { minuteMs } from '../durations.ts'
import { AppError, OverloadedError } from '../errors.ts'
import type { App } from './app-types.ts'
import { handleError } from './error-handler.ts'
import { loggerOptions, registerRequestLog } from './request-log.ts'

function createLoggedApp() {
  const lines: string[] = []
  const options = loggerOptions({ LOG_LEVEL: 'info', NODE_ENV: 'test' })
  const stream = { write: (line: string) => void lines.push(line) }
  const app = fastify({ logger: { ...options, stream } }) as unknown as App
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  registerRequestLog(app)
  const readLines = () =>
    lines.map((line) => JSON.parse(line)).filter(({ req, res }) => !req && !res)
  return { app, readLines }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('request log', () => {
  it('adds the request id to each line logged inside a route and to the line of the response', async () => {
    const { app, readLines } = createLoggedApp()
    app.post('/items/:id', { logLevel: 'info' }, async ({ id, log }) => {
      log.info('in the route')
      return { id }
    })
    const { id } = (await app.inject({ method: 'POST', url: '/items/7?secret' })).json()
    expect(readLines()).toMatchObject([
      { reqId: id, msg: 'in the route' },
      { reqId: id, msg: 'request completed', method: 'POST', route: '/items/:id', status: 200 },
    ])
  })

  it('has no line for what is refused, and counts requests beyond a rate limit once a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { app, readLines } = createLoggedApp()
    app.post('/login', async () => {
      throw new AppError('too_many', 'Please wait.', { retryAfterSeconds: 60 })
    })
    const sendFlood = async () => {
      for (let sent = 0; sent < 5; sent++) await app.inject({ method: 'POST', url: '/login' })
    }
    app.post('/busy', async () => {
      throw new OverloadedError()
    })
    await sendFlood()
    await app.inject({ method: 'POST', url: '/busy' })
    expect(readLines()).toEqual([])
    const line = { level: 40, msg: 'rate limited', route: '/login', refused: 5 }
    vi.advanceTimersByTime(minuteMs)
    vi.advanceTimersByTime(minuteMs)
    expect(readLines()).toMatchObject([line])
    await sendFlood()
    await app.close()
    expect(readLines()).toMatchObject([line, line])
  })

  it('has the stack of the first of several errors', () => {
    const { app, readLines } = createLoggedApp()
    const errors = [new Error('full'), new Error('away')]
    app.log.error({ err: new AggregateError(errors, '2 of 7 failed') })
    const err = { type: 'AggregateError', message: '2 of 7 failed', stack: errors[0]?.stack }
    expect(readLines()).toMatchObject([{ err }])
  })

  it('gives each request of the app a logger bound to its id', async () => {
    const extend = (app: App) =>
      app.get('/api/bindings', async ({ id, log }) => {
        const logger = log as unknown as { bindings: () => object }
        return { id, bindings: logger.bindings() }
      })
    const { app } = await buildTestApp('sqlite', {}, { extend })
    const responses = await Promise.all([app.inject('/api/bindings'), app.inject('/api/bindings')])
    const bodies = responses.map((response) => response.json())
    expect(bodies[0].id).not.toBe(bodies[1].id)
    for (const { id, bindings } of bodies) expect(bindings).toEqual({ reqId: id })
  })
})
