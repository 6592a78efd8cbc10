import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Question } from './ask.ts'

/** Sends a request with only half of its body; `finish` sends the rest and tells the answer's first line, `abandon` breaks off. */
export async function beginRequest(
  url: string,
  { method = 'POST', cookie = '', headers, body }: Question,
) {
  const { hostname, port, pathname } = new URL(url)
  const whole = body ?? Buffer.alloc(0)
  const half = Math.floor(whole.length / 2)
  const socket = connect(Number(port), hostname)
  const answer = socket.setEncoding('utf8').toArray()
  answer.catch(() => undefined)
  const head = {
    host: `${hostname}:${port}`,
    cookie,
    connection: 'close',
    'content-length': String(whole.length),
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  socket.write(whole.subarray(0, half))
  // Long enough for the half to have arrived.
  await pause(100)
  return {
    async finish(): Promise<string> {
      socket.write(whole.subarray(half))
      return (await answer).join('').split('\r\n')[0] ?? ''
    },
    abandon() {
      socket.resetAndDestroy()
    },
  }
}
