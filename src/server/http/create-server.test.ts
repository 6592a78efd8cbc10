import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { buildTestApp } from '#tests/support/build-test-app.ts'
import { buildTestAppWithUsers } from '#tests/support/build-test-app-with-users.ts'
import { listingInputs } from '#tests/support/listing-inputs.ts'
import { limitPipelining, maxPendingRequests } from './create-server.ts'

/** What these do on GET must not happen on HEAD, so they have none. */
const withoutHead = ['/api/auth/logout', '/api/auth/university/']

it('HEAD passes the same gates as GET on every route', async () => {
  const { app, ada } = await buildTestAppWithUsers('sqlite', { LISTING_ACCESS: 'members' })
  const { id } = (await ada.post('/api/misc', listingInputs.misc)).body
  const urls = app.routeList
    .filter(
      (route) => route.startsWith('GET ') && !withoutHead.some((path) => route.includes(path)),
    )
    .map((route) =>
      route
        .slice(4)
        .replace(':id', `${id}`)
        .replace(/:part\(.*?\)/, '0'),
    )
  const statuses = new Set<number>()
  for (const url of urls) {
    for (const headers of [{}, { cookie: ada.cookie() }]) {
      const get = await app.inject({ method: 'GET', url, headers })
      const head = await app.inject({ method: 'HEAD', url, headers })
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, ''])
      statuses.add(get.statusCode)
    }
  }
  expect(statuses).toContain(401)
})

it('HEAD does not log out', async () => {
  const { app, ada } = await buildTestAppWithUsers('sqlite')
  const headers = { cookie: ada.cookie() }
  await app.inject({ method: 'HEAD', url: '/api/auth/logout', headers })
  expect((await ada.get('/api/auth/me')).body).toHaveProperty('email')
})

async function imageSources(settings: Record<string, string>) {
  const { app } = await buildTestApp('sqlite', settings)
  const policy = String((await app.inject('/robots.txt')).headers['content-security-policy'])
  return /img-src ([^;]*)/.exec(policy)?.[1]
}

it('allows images of this site and of PHOTO_URL only', async () => {
  expect(await imageSources({})).toBe("'self' data: blob:")
  expect(await imageSources({ PHOTO_URL: 'https://cdn.example/q/' })).toBe(
    "'self' data: blob: https://cdn.example",
  )
})

const request = 'GET / HTTP/1.1\r\nHost: quad\r\n\r\n'

async function start() {
  const seen = { handled: 0 }
  const server = createServer(
    limitPipelining((_request, response) => {
      seen.handled += 1
      setImmediate(() => response.end('ok'))
    }),
  )
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  const responses = () => received.split('HTTP/1.1 200').length - 1
  return { seen, socket, responses }
}

it('answers any number of requests, one after the other', async () => {
  const { socket, responses } = await start()
  for (let sent = 1; sent <= 20; sent++) {
    socket.write(request)
    await expect.poll(responses, { interval: 1 }).toBe(sent)
  }
})

it('answers as many requests at once as it allows', async () => {
  const { socket, responses } = await start()
  socket.write(request.repeat(maxPendingRequests))
  await expect.poll(responses).toBe(maxPendingRequests)
})

it('ends a connection that sends more, and handles no more of them', async () => {
  const { seen, socket } = await start()
  socket.on('error', () => {})
  socket.write(request.repeat(1_000))
  await once(socket, 'close')
  expect(seen.handled).toBe(maxPendingRequests)
})
