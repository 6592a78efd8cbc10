import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import type { App } from './app-types.ts'
import { loggerOptions, registerRequestLog } from './request-log.ts'

describe('request log', () => {
  it('adds the request id to each line logged inside a route and to the line of the response', async () => {
    const lines: string[] = []
    const options = loggerOptions({ LOG_LEVEL: 'info', NODE_ENV: 'test' })
    const stream = { write: (line: string) => void lines.push(line) }
    const app = fastify({ logger: { ...options, stream } }) as unknown as App
    onTestFinished(() => app.close())
    registerRequestLog(app)
    app.post('/items/:id', { logLevel: 'info' }, async ({ id, log }) => {
      log.info('in the route')
      return { id }
    })
    const { id } = (await app.inject({ method: 'POST', url: '/items/7?secret' })).json()
    const logged = lines.map((line) => JSON.parse(line)).filter(({ req, res }) => !req && !res)
    expect(logged).toMatchObject([
      { reqId: id, msg: 'in the route' },
      { reqId: id, msg: 'request completed', method: 'POST', route: '/items/:id', status: 200 },
    ])
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
