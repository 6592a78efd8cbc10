import { once } from 'node:events'
import { connect } from 'node:net'
import type { Question } from './ask.ts'

/** Sends a request with only half of its body; `finish` sends the rest and tells the status, `abandon` breaks off. */
export async function beginRequest(
  url: string,
  { method = 'POST', cookie = '', headers, body }: Question,
) {
  const { hostname, port, pathname } = new URL(url)
  const whole = body ?? Buffer.alloc(0)
  const half = Math.floor(whole.length / 2)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const answer: string[] = []
  socket.on('data', (text: string) => answer.push(text))
  socket.on('error', () => undefined)
  const head = {
    host: `${hostname}:${port}`,
    cookie,
    connection: 'close',
    expect: '100-continue',
    'content-length': String(whole.length),
    ...headers,
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  // The server asks for the body once it has taken the request.
  await once(socket, 'data')
  socket.write(whole.subarray(0, half))
  return {
    async finish(): Promise<string> {
      socket.write(whole.subarray(half))
      if (!socket.closed) await once(socket, 'close')
      // The last one: the first asked for the body.
      return (
        answer
          .join('')
          .match(/HTTP\/1\.1 [^\r]+/g)
          ?.at(-1) ?? 'no answer'
      )
    },
    abandon() {
      socket.resetAndDestroy()
    },
  }
}
