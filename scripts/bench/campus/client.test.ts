import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CampusRequest, type Client, createClient } from './client.ts'

const server = createServer((request, response) => {
  if (request.url === '/reset') return void request.socket.destroy()
  response.setHeader('etag', '"1"')
  const isKnown = request.headers['if-none-match'] === '"1"'
  response.statusCode = request.url === '/busy' ? 503 : isKnown ? 304 : 200
  request.resume().on('end', () => response.end(`${request.headers['content-length']} bytes`))
})
let client: Client

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = createClient(`http://localhost:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  client.close()
  server.close()
})

it('resolves with the status or error code of a failure', async () => {
  const get = (path: string) => client.send({ path, headers: {} })
  expect((await get('/')).failure).toBeUndefined()
  expect((await get('/busy')).failure).toBe('503')
  expect((await get('/reset')).failure).toBe('ECONNRESET')
})

it('sends a body with its length, and reads the response', async () => {
  const post = {
    method: 'POST',
    path: '/',
    headers: {},
    body: [Buffer.from('né'), Buffer.from('!')],
  } satisfies CampusRequest
  expect(await client.send(post)).toEqual({ body: '4 bytes', etag: '"1"' })
})

it('counts "not modified" as a success', async () => {
  const headers = { 'if-none-match': '"1"' }
  expect(await client.send({ path: '/', headers })).toEqual({ body: '', etag: '"1"' })
})
