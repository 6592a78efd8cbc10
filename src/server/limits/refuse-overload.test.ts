import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { handleError } from '../error-handler.ts'
import type { App } from '../http.ts'
import { refuseOverload } from './refuse-overload.ts'

async function startLimited(limits: Parameters<typeof refuseOverload>[1]) {
  const lines: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  const app = fastify({ forceCloseConnections: true, logger }) as unknown as App
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  refuseOverload(app, limits)
  const slow = Promise.withResolvers<string>()
  app.get('/page', async () => 'page')
  app.get('/block', async () => blockEventLoop(limits.behindMs + 10))
  app.get('/slow', async () => slow.promise)
  app.get('/file', { config: { isFile: true } }, async () => 'file')
  app.get('/composed', async () => (await app.inject('/page')).payload)
  const seen = { arrived: 0, left: 0, begun: [] as string[], ended: () => {} }
  app.server.prependListener('request', (_request, response) => {
    seen.arrived += 1
    response.once('close', () => (seen.left += 1))
  })
  app.addHook('preHandler', async ({ url }) => void seen.begun.push(url))
  app.addHook('onSend', async () => seen.ended())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const get = (path: string, signal: AbortSignal | null = null) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal })
  return { app, port, slow, seen, lines, get }
}

function blockEventLoop(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
  return 'blocked'
}

const told = ({ status, headers }: Response) => [status, headers.get('retry-after')]
const patient = { behindMs: 60_000, atOnce: 1, waiting: 0 }

it('refuses reads beyond those that may be under way, and takes them again afterwards', async () => {
  const { get, slow } = await startLimited(patient)
  const first = get('/slow')
  await expect.poll(async () => told(await get('/page'))).toEqual([503, '5'])
  expect(told(await get('/file'))).toEqual([200, null])
  slow.resolve('done')
  expect(await (await first).text()).toBe('done')
  await expect.poll(async () => told(await get('/page'))).toEqual([200, null])
})

it('takes a reader’s place back when they leave', async () => {
  const { get } = await startLimited(patient)
  for (let round = 0; round < 5; round++) expect((await get('/page')).status).toBe(200)
})

it('lets some wait, one after the other, and forgets who leaves the line', async () => {
  const { get, slow, seen } = await startLimited({ behindMs: 60_000, atOnce: 1, waiting: 3 })
  const leaving = new AbortController()
  const asked: Promise<unknown>[] = []
  for (const path of ['/slow', '/page?1', '/page?2', '/page?3']) {
    asked.push(get(path, path === '/page?1' ? leaving.signal : null).catch(() => undefined))
    await expect.poll(() => seen.arrived).toBe(asked.length)
  }
  expect(told(await get('/page?4'))).toEqual([503, '5'])
  const { left } = seen
  leaving.abort()
  await expect.poll(() => seen.left).toBe(left + 1)
  slow.resolve('done')
  await Promise.all(asked)
  expect(seen.begun).toEqual(['/slow', '/page?2', '/page?3'])
})

it('keeps the line as short as it may be, also in the moment when a place is free', async () => {
  const { app, get, slow, seen } = await startLimited({ behindMs: 60_000, atOnce: 1, waiting: 1 })
  const first = get('/slow')
  await expect.poll(() => seen.arrived).toBe(1)
  const second = get('/page')
  await expect.poll(() => seen.arrived).toBe(2)
  const place = Promise.withResolvers<ServerResponse>()
  seen.ended = () => {
    seen.ended = () => {}
    place.resolve(arriveNow(app, '/page'))
  }
  slow.resolve('done')
  expect((await place.promise).statusCode).toBe(503)
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

/** A request that is read at this very moment. */
function arriveNow(app: App, url: string): ServerResponse {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url })
  const response = new ServerResponse(request)
  app.routing(request, response)
  return response
}

it('says once a second how many it refused, and nothing of each', async () => {
  const { get, slow, seen, lines } = await startLimited(patient)
  const first = get('/slow')
  await expect.poll(() => seen.arrived).toBe(1)
  for (let n = 0; n < 3; n++) await get('/page')
  slow.resolve('done')
  await first
  const refused = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'too busy')
  const total = () => refused().reduce((sum, line) => sum + line.refused, 0)
  await expect.poll(total).toBe(3)
  expect(lines).toHaveLength(refused().length)
})

it('counts a page and the data it is made of once', async () => {
  const { get } = await startLimited(patient)
  expect(await (await get('/composed')).text()).toBe('page')
})

it('refuses what arrived while the process was busy with something else', async () => {
  const { port, get } = await startLimited({ behindMs: 1_000, atOnce: 100, waiting: 0 })
  const [first, second] = [await openLine(port), await openLine(port)]
  // Sent in one go, so that both lie ready when the process looks.
  const answers = [first.ask('/block'), second.ask('/page')]
  expect(await Promise.all(answers)).toEqual(['200', '503'])
  await expect.poll(async () => (await get('/page')).status).toBe(200)
})

/** A connection that is open already, and tells the status of what is asked on it. */
async function openLine(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  const ask = async (path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    return String(answer).slice(9, 12)
  }
  await ask('/file')
  return { ask }
}
