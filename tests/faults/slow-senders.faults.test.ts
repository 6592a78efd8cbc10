import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startApp } from '../support/faults/app-process.ts'
import { figures, median, milliseconds, percentile } from '../support/faults/figures.ts'
import { joinAsStudent } from '../support/faults/students.ts'
import { isSuccess, startVisitors, tally } from '../support/faults/visitors.ts'

const ofEach = 150
const byteEveryMs = 2_000
/** A slow phone gets a minute for a photo; whoever takes longer is looked for every few seconds. */
const headersWithinMs = 20_000
const bodiesWithinMs = 75_000

interface Slow {
  socket: Socket
  closedAfter?: number
}

/** Sends the beginning and then a byte now and then, until the server has enough of it. */
function sendSlowly(port: number, beginning: string): Slow {
  const began = performance.now()
  const slow: Slow = { socket: connect(port, '127.0.0.1') }
  slow.socket.on('error', () => undefined).resume()
  slow.socket.write(beginning)
  const dripping = setInterval(() => slow.socket.writable && slow.socket.write('a'), byteEveryMs)
  slow.socket.once('close', () => {
    clearInterval(dripping)
    slow.closedAfter = performance.now() - began
  })
  return slow
}

// Fails when slow senders are looked for every 30 s, as Node does by itself: headers then last 30 s, bodies 90 s.
it('closes connections that send headers or bodies slowly, and serves others meanwhile', async () => {
  const app = await startApp('sqlite')
  const { cookie } = await joinAsStudent(app.url, 'Ada')
  const port = Number(new URL(app.url).port)
  const many = (beginning: string) =>
    Array.from({ length: ofEach }, () => sendSlowly(port, beginning))
  const headers = many('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  const bodies = many(
    `POST /api/misc HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"title":"`,
  )
  const uploads = many(
    `POST /api/upload HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`,
  )
  const visitors = startVisitors(2, () => ({ kind: 'page', url: `${app.url}/misc` }))
  const deadline = performance.now() + bodiesWithinMs + 30_000
  const all = [...headers, ...bodies, ...uploads]
  while (all.some(({ closedAfter }) => !closedAfter) && performance.now() < deadline)
    await pause(500)
  await visitors.stop()
  for (const { socket } of all) socket.destroy()

  const latest = (group: Slow[]) =>
    Math.max(...group.map(({ closedAfter = Number.POSITIVE_INFINITY }) => closedAfter))
  const waits = visitors.outcomes.map(({ ms }) => ms)
  figures('slow senders', {
    connections: all.length,
    'slow headers closed after at most': milliseconds(latest(headers)),
    'slow bodies': milliseconds(latest(bodies)),
    'slow uploads': milliseconds(latest(uploads)),
    'others served meanwhile': visitors.outcomes.length,
    'in the median after': milliseconds(median(waits)),
    p99: milliseconds(percentile(waits, 0.99)),
  })
  expect(latest(headers)).toBeLessThan(headersWithinMs)
  expect(latest(bodies)).toBeLessThan(bodiesWithinMs)
  expect(latest(uploads)).toBeLessThan(bodiesWithinMs)
  expect(tally(visitors.outcomes.filter((one) => !isSuccess(one)))).toBe('')
})
