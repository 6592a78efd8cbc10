import { once } from 'node:events'
import { connect } from 'node:net'

export interface Exchange {
  /** The statuses of all responses, in order. */
  statuses: number[]
  text: string
}

/** Writes raw bytes and reads until the server closes the connection. `halfClose` sends FIN right after the bytes. */
export async function exchange(
  url: string,
  bytes: string | Buffer,
  { halfClose = false } = {},
): Promise<Exchange> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  // EPIPE occurs when the server rejects a request that is still being written.
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  if (halfClose) socket.end()
  await Promise.race([once(socket, 'end'), once(socket, 'close')])
  socket.destroy()
  const text = Buffer.concat(chunks).toString('latin1')
  const lines = text.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)
  const statuses = [...lines].map(([, status]) => Number(status))
  return { statuses, text }
}

/** Returns an HTTP request as text, by default with Host and Connection: close. */
export function request(
  line: string,
  headers: string[] = [],
  { body = '', close = true, host = true } = {},
): string {
  const all = [
    ...(host ? ['Host: localhost'] : []),
    ...(close ? ['Connection: close'] : []),
    ...headers,
  ]
  return `${[line, ...all].join('\r\n')}\r\n\r\n${body}`
}
