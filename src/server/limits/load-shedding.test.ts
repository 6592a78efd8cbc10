import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { minuteMs } from '../durations.ts'
import type { App } from '../http/app-types.ts'
import { handleError } from '../http/error-handler.ts'
import { registerLoadShedding } from './load-shedding.ts'
import { createSemaphore } from './queues.ts'

async function startApp(options: Parameters<typeof registerLoadShedding>[1]) {
  const lines: string[] = []
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  const app = fastify({ forceCloseConnections: true, logger }) as unknown as App
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  registerLoadShedding(app, options)
  const slow = Promise.withResolvers<string>()
  app.get('/page', async () => 'page')
  app.get('/block', async () => blockEventLoop(options.maxEventLoopLagMs + 10))
  app.get('/short-block', async () => blockEventLoop(20))
  app.get('/slow', async () => slow.promise)
  const whenFree = createSemaphore({ concurrency: 0, maxWaiting: 0 })
  app.get('/full', async () => whenFree(async () => 'free'))
  app.get('/file', { config: { skipLoadShedding: true } }, async () => 'file')
  app.get('/composed', async () => (await app.inject('/page')).payload)
  const seen = { arrived: 0, closed: 0, handled: [] as string[], onSend: () => {} }
  app.server.prependListener('request', (_request, response) => {
    seen.arrived += 1
    response.once('close', () => (seen.closed += 1))
  })
  app.addHook('preHandler', async ({ url }) => void seen.handled.push(url))
  app.addHook('onSend', async () => seen.onSend())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const get = (path: string, signal: AbortSignal | null = null) => fetch(url + path, { signal })
  const head = (path: string) => fetch(url + path, { method: 'HEAD' })
  return { app, port, slow, seen, lines, get, head }
}

function blockEventLoop(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
  return 'blocked'
}

const outcome = ({ status, headers }: Response) => [status, headers.get('retry-after')]
const oneRead = { maxEventLoopLagMs: minuteMs, maxConcurrentReads: 1, maxWaiting: 0 }

it('rejects reads above the concurrency limit and accepts them again afterwards', async () => {
  const { get, head, slow } = await startApp(oneRead)
  const first = get('/slow')
  await expect.poll(async () => outcome(await get('/page'))).toEqual([503, '5'])
  expect(outcome(await head('/page'))).toEqual([503, '5'])
  expect(outcome(await get('/file'))).toEqual([200, null])
  slow.resolve('done')
  expect(await (await first).text()).toBe('done')
  await expect.poll(async () => outcome(await get('/page'))).toEqual([200, null])
})

it('frees the slot of a read when its response is sent', async () => {
  const { get } = await startApp(oneRead)
  for (let round = 0; round < 5; round++) expect((await get('/page')).status).toBe(200)
})

it('keeps the slot of a read whose client has left until its work is done', async () => {
  const { get, slow, seen } = await startApp(oneRead)
  const client = new AbortController()
  const left = get('/slow', client.signal).catch(() => undefined)
  await expect.poll(() => seen.arrived).toBe(1)
  client.abort()
  await left
  await expect.poll(() => seen.closed).toBe(1)
  expect(outcome(await get('/page'))).toEqual([503, '5'])
  slow.resolve('done')
  await expect.poll(async () => outcome(await get('/page'))).toEqual([200, null])
})

it('queues reads in FIFO order and drops those whose client disconnects', async () => {
  const { get, slow, seen } = await startApp({
    maxEventLoopLagMs: minuteMs,
    maxConcurrentReads: 1,
    maxWaiting: 3,
  })
  const aborted = new AbortController()
  const responses: Promise<unknown>[] = []
  for (const path of ['/slow', '/page?1', '/page?2', '/page?3']) {
    responses.push(get(path, path === '/page?1' ? aborted.signal : null).catch(() => undefined))
    await expect.poll(() => seen.arrived).toBe(responses.length)
  }
  expect(outcome(await get('/page?4'))).toEqual([503, '5'])
  const { closed } = seen
  aborted.abort()
  await expect.poll(() => seen.closed).toBe(closed + 1)
  slow.resolve('done')
  await Promise.all(responses)
  expect(seen.handled).toEqual(['/slow', '/page?2', '/page?3'])
})

it('keeps to the maximum queue length, also between the end of one read and the start of the next', async () => {
  const { app, get, slow, seen } = await startApp({
    maxEventLoopLagMs: minuteMs,
    maxConcurrentReads: 1,
    maxWaiting: 1,
  })
  const first = get('/slow')
  await expect.poll(() => seen.arrived).toBe(1)
  const second = get('/page')
  await expect.poll(() => seen.arrived).toBe(2)
  const response = Promise.withResolvers<ServerResponse>()
  seen.onSend = () => {
    seen.onSend = () => {}
    response.resolve(requestNow(app, '/page'))
  }
  slow.resolve('done')
  const { promise } = response
  await expect.poll(async () => (await promise).statusCode).toBe(503)
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

/** Routes a request synchronously. */
function requestNow(app: App, url: string): ServerResponse {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url })
  const response = new ServerResponse(request)
  app.routing(request, response)
  return response
}

it('logs the number of rejected requests once a second, and none of them alone', async () => {
  const { get, slow, seen, lines } = await startApp(oneRead)
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

it('counts what a semaphore rejects in the same line', async () => {
  const { get, lines } = await startApp(oneRead)
  for (let n = 0; n < 3; n++) expect((await get('/full')).status).toBe(503)
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const logged = lines.map((line) => JSON.parse(line))
  expect(new Set(logged.map(({ msg }) => msg))).toEqual(new Set(['too busy']))
  await expect.poll(() => lines.reduce((sum, line) => sum + JSON.parse(line).refused, 0)).toBe(3)
})

it('accepts waiting connections before it starts the next read', async () => {
  const { port, get, seen } = await startApp({
    maxEventLoopLagMs: minuteMs,
    maxConcurrentReads: 1,
    maxWaiting: 100,
  })
  const count = 40
  const reads = Array.from({ length: count }, () => openConnection(port))
  const blocked = (await Promise.all(reads)).map((connection) => connection.get('/short-block'))
  const files = Array.from({ length: count }, () => openConnection(port))
  await Promise.all(files)
  const isRead = (url: string) => url === '/short-block'
  expect(seen.handled.filter(isRead).length).toBeLessThan(count / 2)
  expect((await get('/file')).status).toBe(200)
  expect(new Set(await Promise.all(blocked))).toEqual(new Set(['200']))
})

it('counts a page and its in-process requests once', async () => {
  const { get } = await startApp(oneRead)
  expect(await (await get('/composed')).text()).toBe('page')
})

it('rejects requests that arrived while the event loop was blocked', async () => {
  const { port, get } = await startApp({
    maxEventLoopLagMs: 1_000,
    maxConcurrentReads: 100,
    maxWaiting: 0,
  })
  const [first, second] = [await openConnection(port), await openConnection(port)]
  // Both requests are sent in the same tick, so that both are readable in the same turn of the event loop.
  const statuses = [first.get('/block'), second.get('/page')]
  expect(await Promise.all(statuses)).toEqual(['200', '503'])
  await expect.poll(async () => (await get('/page')).status).toBe(200)
})

/** Opens a keep-alive connection. Its `get` resolves with the status. */
async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  const get = async (path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    const [response] = await once(socket, 'data')
    return String(response).slice(9, 12)
  }
  await get('/file')
  return { get }
}

it('refuses the site that holds the queue from several networks, not the one that comes later', async () => {
  const app = fastify({ trustProxy: true }) as unknown as App
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  registerLoadShedding(app, { maxEventLoopLagMs: minuteMs, maxConcurrentReads: 1, maxWaiting: 2 })
  const slow = Promise.withResolvers<string>()
  app.get('/slow', async () => slow.promise)
  app.get('/page', async () => 'page')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const statuses: string[] = []
  async function get(path: string, ip: string) {
    const headers = { 'x-forwarded-for': ip }
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    statuses.push(`${ip} ${status}`)
  }
  let arrived = 0
  app.server.prependListener('request', () => {
    arrived += 1
  })
  const requests: Promise<void>[] = []
  for (const [path, ip] of [
    ['/slow', '2001:db8:1:1::1'],
    ['/page', '2001:db8:1:2::1'],
    ['/page', '2001:db8:1:3::1'],
    ['/page', '192.0.2.2'],
  ] as const) {
    requests.push(get(path, ip))
    await expect.poll(() => arrived).toBe(requests.length)
  }
  await expect.poll(() => statuses).toEqual(['2001:db8:1:3::1 503'])
  slow.resolve('done')
  await Promise.all(requests)
  expect(statuses.toSorted()).toEqual([
    '192.0.2.2 200',
    '2001:db8:1:1::1 200',
    '2001:db8:1:2::1 200',
    '2001:db8:1:3::1 503',
  ])
})
