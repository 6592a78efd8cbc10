import fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { csrfHook } from './csrf.ts'
import { handleError } from './error-handler.ts'
import { createOwnOriginCheck } from './own-origin.ts'

async function status(
  settings: Record<string, string>,
  headers: Record<string, string>,
  method: 'POST' | 'PUT' | 'DELETE' | 'GET' = 'POST',
  url = '/plain',
) {
  const app = fastify().withTypeProvider<ZodTypeProvider>()
  app.setErrorHandler(handleError)
  app.addHook('onRequest', csrfHook(createOwnOriginCheck(app, readConfig(settings))))
  app.all('/plain', async () => 'done')
  app.post('/form', { config: { isProvenByToken: true } }, async () => 'done')
  app.get('/leave', { config: { changesState: true } }, async () => 'done')
  return (await app.inject({ method, url, headers })).statusCode
}

describe('writes', () => {
  const local = { PORT: '3000' }
  const published = { APP_URL: 'https://quad.example' }

  it.each([
    ['its own origin', published, { origin: 'https://quad.example' }],
    ['localhost', local, { origin: 'http://localhost:3000' }],
    ['127.0.0.1', local, { origin: 'http://127.0.0.1:3000' }],
    ['[::1]', local, { origin: 'http://[::1]:3000' }],
    ['port 80', { PORT: '80' }, { origin: 'http://localhost' }],
    ['any port while none is known', { PORT: '0' }, { origin: 'http://localhost:41234' }],
    ['a same-origin fetch', published, { 'sec-fetch-site': 'same-origin' }],
    ['a script', published, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
    ['no browser at all', published, {}],
  ])('are taken from %s', async (_from, settings, headers) => {
    expect(await status(settings, headers)).toBe(200)
  })

  it.each([
    ['another origin', published, { origin: 'https://evil.example' }],
    ['its own name over http', published, { origin: 'http://quad.example' }],
    ['localhost once it has a name', published, { origin: 'http://localhost:3000' }],
    ['the null origin', local, { origin: 'null' }],
    ['an empty origin', local, { origin: '' }],
    ['another port', local, { origin: 'http://localhost:4000' }],
    ['https on a local try-out', local, { origin: 'https://localhost:3000' }],
    ['a name that begins alike', local, { origin: 'http://localhost:3000.evil.example' }],
    ['another host while no port is known', { PORT: '0' }, { origin: 'http://evil.example' }],
    ['a cross-site fetch', published, { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', published, { 'sec-fetch-site': 'same-site' }],
    [
      'another origin that claims to be the same',
      published,
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['a form', published, { origin: 'https://quad.example', 'sec-fetch-dest': 'document' }],
    ['a form in a frame', published, { 'sec-fetch-dest': 'iframe' }],
    ['an empty destination', published, { 'sec-fetch-dest': '' }],
    ['two destinations', published, { 'sec-fetch-dest': 'empty, image' }],
  ])('are refused from %s', async (_from, settings, headers) => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect(await status(settings, headers, method)).toBe(403)
    }
  })

  it('are no concern of reads', async () => {
    expect(await status(published, { origin: 'https://evil.example' }, 'GET')).toBe(200)
  })
})

it('a form that a token proves is taken from everywhere', async () => {
  const settings = { APP_URL: 'https://quad.example' }
  const all: Record<string, string>[] = [
    {},
    { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
    { origin: 'https://evil.example' },
  ]
  for (const headers of all) {
    expect(await status(settings, headers, 'POST', '/form')).toBe(200)
  }
})

describe('a read that changes something', () => {
  it.each([
    ['no page', { 'sec-fetch-site': 'none' }, 200],
    ['this site', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, 200],
    ['a photo', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, 403],
    ['a link', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }, 403],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' }, 403],
    ['an old prefetch', { purpose: 'prefetch' }, 403],
  ])('from %s', async (_from, headers, expected) => {
    expect(await status({ APP_URL: 'https://quad.example' }, headers, 'GET', '/leave')).toBe(
      expected,
    )
  })
})

it('knows the port it listens on when the system chose it', async () => {
  const app = fastify().withTypeProvider<ZodTypeProvider>()
  app.setErrorHandler(handleError)
  app.addHook('onRequest', csrfHook(createOwnOriginCheck(app, readConfig({ PORT: '0' }))))
  app.post('/plain', async () => 'done')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const from = (origin: string) =>
    fetch(`${address}/plain`, { method: 'POST', headers: { origin } })
  expect((await from(address)).status).toBe(200)
  expect((await from('http://localhost:1')).status).toBe(403)
  await app.close()
})
