import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { engines } from '#tests/support/databases.ts'
import { createLoggedInClient } from '#tests/support/http-client.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { DatabaseUnavailable } from './database/database.ts'
import { AppError } from './errors.ts'
import type { App } from './http/app-types.ts'
import { decompress } from './http/compression.ts'
import { toAppError } from './http/error-handler.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

describe.each(engines)('the app on %s', (engine) => {
  it('says it is healthy once the database answers, and its version', async () => {
    const { app } = await buildTestApp(engine)
    const answer = await app.inject('/api/health')
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', version }])
  })

  it('says 503 when the database is gone', async () => {
    const { app, db } = await buildTestApp(engine)
    await db.close()
    const answer = await app.inject('/api/health')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toEqual({
      error: 'The database cannot be reached.',
      code: 'unavailable',
    })
  })
})

describe('answers', () => {
  it('describe the API in OpenAPI 3.1 and on a page without scripts', async () => {
    const { app } = await buildTestApp('sqlite')
    const description = (await app.inject('/api/openapi.json')).json()
    expect(description.openapi).toBe('3.1.0')
    expect(description.info.version).toBe(version)
    expect(Object.keys(description.paths)).toContain('/api/health')
    const page = await app.inject('/api/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    // A long path may break before each slash.
    expect(page.payload.replaceAll('<wbr>', '')).toContain('/api/health')
    expect(page.payload).not.toContain('<script')
  })

  it('carry security headers that leave no room for inline scripts', async () => {
    const { app } = await buildTestApp('sqlite')
    const { headers } = await app.inject('/api/health')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('ask browsers to stay on https when the site is on https', async () => {
    const { app } = await buildTestApp('sqlite', { APP_URL: 'https://quad.example' })
    const { headers } = await app.inject('/api/health')
    expect(headers['strict-transport-security']).toContain('max-age=')
  })

  it('are compressed as the browser asks, when they are long enough', async () => {
    const long = { text: 'a room near campus '.repeat(200) }
    const { app } = await buildTestApp(
      'sqlite',
      {},
      {
        extend: (early) => {
          early.get('/api/long', () => long)
        },
      },
    )
    const ask = (encoding: string) =>
      app.inject({ url: '/api/long', headers: { 'accept-encoding': encoding } })
    for (const [asked, encoding] of [
      ['gzip, br, zstd', 'zstd'],
      ['gzip, br', 'br'],
      ['GZIP ; q=0.5 , br;q=0', 'gzip'],
    ] as const) {
      const { headers, rawPayload } = await ask(asked)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(JSON.parse((await decompress(rawPayload, encoding)).toString())).toEqual(long)
    }
    expect((await ask('identity')).json()).toEqual(long)
    expect((await app.inject('/api/health')).headers['content-encoding']).toBeUndefined()
  })
})

describe.each(engines)('a request on %s', (engine) => {
  it('that violates a foreign key has met a bug of ours', async () => {
    const { db } = await buildTestApp(engine)
    const error = await db
      .run(sql`INSERT INTO password_resets (token_hash, user_id, created_at, expires_at)
        VALUES ('x', 999, 0, 0)`)
      .catch((reason) => reason)
    expect(error.message).toMatch(/foreign key/i)
    expect(toAppError(error)).toBeUndefined()
  })

  it('that outlives its account is one of a stranger', async () => {
    let beforeHandler = async () => {}
    // The hook runs after the session was looked up and before the route.
    const extend = (early: App) => {
      early.addHook('preHandler', () => beforeHandler())
    }
    const { app, db } = await buildTestApp(engine, {}, { extend })
    const client = await createLoggedInClient(app)
    beforeHandler = async () => {
      await db.run(sql`DELETE FROM users`)
    }
    const { status, body } = await client.post('/api/misc', listingInputs.misc)
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })
})

describe('what is not a request', () => {
  it.each([
    ['GARBAGE\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('is refused in the usual shape', async (text, status) => {
    const { app } = await buildTestApp('sqlite', { PORT: '0' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(text)
    const answer = Buffer.concat(await socket.toArray()).toString()
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('"code":"bad_request"')
  })
})

describe('errors', () => {
  /** Builds an app whose routes fail in all the ways that routes can. */
  async function failingApp() {
    const { app } = await buildTestApp(
      'sqlite',
      {},
      {
        extend: (early) => {
          early.get('/api/fail/refusal', () => {
            throw new AppError('conflict', 'Taken.', { fields: { email: 'Taken' } })
          })
          early.get('/api/fail/later', () => {
            throw new AppError('too_many', 'Slow down.', { retryAfterSeconds: 30 })
          })
          early.get('/api/fail/fault', () => {
            throw new Error('secret detail')
          })
          early.get('/api/fail/database', () => {
            throw new DatabaseUnavailable('connection lost')
          })
          early.post(
            '/api/fail/input',
            { schema: { body: z.object({ a: z.string(), b: z.number('Must be a number') }) } },
            () => 'fine',
          )
        },
      },
    )
    return { app }
  }

  it('are the sentence, the code and the fields of a refusal', async () => {
    const { app } = await failingApp()
    const answer = await app.inject('/api/fail/refusal')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ error: 'Taken.', code: 'conflict', fields: { email: 'Taken' } })
  })

  it('say when to come back', async () => {
    const { app } = await failingApp()
    const answer = await app.inject('/api/fail/later')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '30'])
  })

  it('tell nothing about a fault but the id to ask about', async () => {
    const { app } = await failingApp()
    const answer = await app.inject('/api/fail/fault')
    expect(answer.statusCode).toBe(500)
    expect(answer.payload).not.toContain('secret')
    expect(answer.json()).toMatchObject({ code: 'internal', id: expect.stringMatching(/.{8,}/) })
  })

  it('are 503 while the database is away', async () => {
    const { app } = await failingApp()
    const answer = await app.inject('/api/fail/database')
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  })

  it('name all wrong fields at once', async () => {
    const { app } = await failingApp()
    const answer = await app.inject({ method: 'POST', url: '/api/fail/input', payload: { b: 'x' } })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual(['a', 'b'])
    expect(answer.json().fields.b).toBe('Must be a number')
  })

  it.each([
    ['text/plain', 'hello', 415, 'wrong_type'],
    ['application/x-www-form-urlencoded', 'a=1', 415, 'wrong_type'],
    ['application/json', '{"a":', 400, 'bad_request'],
    ['application/json', '', 400, 'bad_request'],
    ['application/json', `{"a":"${'x'.repeat(300_000)}"}`, 413, 'too_large'],
    ['application/json', '{"__proto__":{"a":1}}', 400, 'bad_request'],
  ])('refuse a body of %s', async (type, payload, status, code) => {
    const { app } = await failingApp()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/fail/input',
      headers: { 'content-type': type },
      payload,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('are a page for whoever follows an address that cannot be read', async () => {
    const { app } = await failingApp()
    const answer = await app.inject('/rentals/%zz')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    })
    expect(answer.payload).toContain("There's nothing here.")
  })

  it.each(['/api/nothing/here', '/api/%zz', `/api/${'x'.repeat(5_000)}`])(
    'are 404 in the same shape for an unknown call',
    async (url) => {
      const { app } = await failingApp()
      for (const method of ['GET', 'PATCH'] as const) {
        const answer = await app.inject({ method, url })
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
      }
    },
  )
})
