import { once } from 'node:events'
import { connect } from 'node:net'
import type { RequestOptions } from './send-request.ts'

/**
 * Sends the first half of a request's body. `finish` sends the rest and returns the status line; `abort` resets the
 * connection.
 */
export async function sendPartialRequest(
  url: string,
  { method = 'POST', cookie = '', headers, body }: RequestOptions,
) {
  const { hostname, port, pathname } = new URL(url)
  const bytes = body ?? Buffer.alloc(0)
  const half = Math.floor(bytes.length / 2)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const received: string[] = []
  socket.on('data', (text: string) => received.push(text))
  socket.on('error', () => undefined)
  const allHeaders = {
    host: `${hostname}:${port}`,
    cookie,
    connection: 'close',
    expect: '100-continue',
    'content-length': String(bytes.length),
    ...headers,
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  // "100 Continue" means that the server has accepted the request.
  await once(socket, 'data')
  socket.write(bytes.subarray(0, half))
  return {
    async finish(): Promise<string> {
      socket.write(bytes.subarray(half))
      if (!socket.closed) await once(socket, 'close')
      // The first status line is "100 Continue".
      const statusLines = received.join('').match(/HTTP\/1\.1 [^\r]+/g)
      return statusLines?.at(-1) ?? 'no response'
    },
    abort() {
      socket.resetAndDestroy()
    },
  }
}
