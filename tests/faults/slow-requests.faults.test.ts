import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startApp } from '../support/faults/app-process.ts'
import { median, milliseconds, percentile, reportFigures } from '../support/faults/figures.ts'
import { signUpStudent } from '../support/faults/students.ts'
import { countByOutcome, isSuccess, startVisitors } from '../support/faults/visitors.ts'

const countPerKind = 150
const byteIntervalMs = 2_000
/** The longest times for slow requests. A slow phone gets a minute for a photo; timeouts are checked every few seconds. */
const maxHeadersMs = 20_000
const maxBodyMs = 75_000

interface SlowRequest {
  socket: Socket
  closedAfterMs?: number
}

/** Sends the start of a request and then single bytes until the server closes the connection. */
function sendSlowly(port: number, start: string): SlowRequest {
  const startedAt = performance.now()
  const request: SlowRequest = { socket: connect(port, '127.0.0.1') }
  const { socket } = request
  socket.on('error', () => undefined).resume()
  socket.write(start)
  const timer = setInterval(() => socket.writable && socket.write('a'), byteIntervalMs)
  socket.once('close', () => {
    clearInterval(timer)
    request.closedAfterMs = performance.now() - startedAt
  })
  return request
}

// Fails with Node's default connectionsCheckingInterval of 30 s: headers then take 30 s, and bodies 90 s.
it('server closes connections that send headers or bodies slowly, and serves others meanwhile', async () => {
  const app = await startApp('sqlite')
  const { cookie } = await signUpStudent(app.url, 'Ada')
  const port = Number(new URL(app.url).port)
  const sendMany = (start: string) =>
    Array.from({ length: countPerKind }, () => sendSlowly(port, start))
  const headers = sendMany('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  const bodies = sendMany(
    `POST /api/misc HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"title":"`,
  )
  const uploads = sendMany(
    `POST /api/upload HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`,
  )
  const visitors = startVisitors(2, () => ({ kind: 'page', url: `${app.url}/misc` }))
  const deadline = performance.now() + maxBodyMs + 30_000
  const all = [...headers, ...bodies, ...uploads]
  while (all.some(({ closedAfterMs }) => !closedAfterMs) && performance.now() < deadline)
    await pause(500)
  await visitors.stop()
  for (const { socket } of all) socket.destroy()

  const latest = (group: SlowRequest[]) =>
    Math.max(...group.map(({ closedAfterMs = Number.POSITIVE_INFINITY }) => closedAfterMs))
  const latencies = visitors.outcomes.map(({ ms }) => ms)
  reportFigures('slow requests', {
    connections: all.length,
    'slow headers closed after at most': milliseconds(latest(headers)),
    'slow bodies': milliseconds(latest(bodies)),
    'slow uploads': milliseconds(latest(uploads)),
    'others served meanwhile': visitors.outcomes.length,
    p50: milliseconds(median(latencies)),
    p99: milliseconds(percentile(latencies, 0.99)),
  })
  expect(latest(headers)).toBeLessThan(maxHeadersMs)
  expect(latest(bodies)).toBeLessThan(maxBodyMs)
  expect(latest(uploads)).toBeLessThan(maxBodyMs)
  expect(countByOutcome(visitors.outcomes.filter((outcome) => !isSuccess(outcome)))).toBe('')
})
