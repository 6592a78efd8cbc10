import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { handleError } from '../error-handler.ts'
import type { App } from '../http.ts'
import { refuseOverload } from './refuse-overload.ts'

async function startLimited(limits: Parameters<typeof refuseOverload>[1]) {
  const app = fastify({ forceCloseConnections: true }) as unknown as App
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  refuseOverload(app, limits)
  const slow = Promise.withResolvers<string>()
  app.get('/page', async () => 'page')
  app.get('/block', async () => blockEventLoop(limits.behindMs + 10))
  app.get('/slow', async () => slow.promise)
  app.get('/file', { config: { isFile: true } }, async () => 'file')
  app.get('/composed', async () => (await app.inject('/page')).payload)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { port, slow, get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

function blockEventLoop(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
  return 'blocked'
}

const told = ({ status, headers }: Response) => [status, headers.get('retry-after')]
const patient = { behindMs: 60_000, readsAtOnce: 1 }

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

it('counts a page and the data it is made of once', async () => {
  const { get } = await startLimited(patient)
  expect(await (await get('/composed')).text()).toBe('page')
})

it('refuses what arrived while the process was busy with something else', async () => {
  const { port, get } = await startLimited({ behindMs: 1_000, readsAtOnce: 100 })
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
