import { connect, type Socket } from 'node:net'
import { percentile } from './figures.ts'

/** The plan of a process that sends more requests than a server can serve, and prints a `FloodResult`. */
export interface FloodPlan {
  port: number
  seconds: number
  connections: number
  /** The rate of an open loop. Without it, each connection sends its next request when it has a response. */
  perSecond?: number
}

export interface FloodResult {
  sent: number
  /** The number of requests not sent, because every connection was waiting for a response. */
  unsent: number
  accepted: number
  /** The number of 503 responses with Retry-After. */
  refused: number
  failed: number
  seconds: number
  p50: number
  p99: number
}

interface Connection {
  socket: Socket
  sentAt: number
  head: string
  remainingBytes: number
  status: number
  hasRetryAfter: boolean
}

async function flood({ port, seconds, connections, perSecond }: FloodPlan): Promise<FloodResult> {
  const idle: Connection[] = []
  const latencies: number[] = []
  const counts = { sent: 0, unsent: 0, accepted: 0, refused: 0, failed: 0 }
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > seconds * 1_000
  let inFlight = 0
  let due = 0

  function open() {
    const socket = connect(port, '127.0.0.1')
    const connection: Connection = {
      socket,
      sentAt: 0,
      head: '',
      remainingBytes: 0,
      status: 0,
      hasRetryAfter: false,
    }
    socket.once('connect', () => release(connection))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => read(connection, Buffer.from(chunk)))
    socket.once('close', () => {
      if (connection.sentAt) settle(connection, 0)
      else if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1)
      if (!isOver()) setTimeout(open, 100)
    })
  }

  function release(connection: Connection) {
    if (perSecond === undefined && !isOver()) send(connection)
    else idle.push(connection)
  }

  /** Sends a request with a random filter, so that no request is a cache hit. */
  function send(connection: Connection) {
    counts.sent++
    inFlight++
    Object.assign(connection, {
      sentAt: performance.now(),
      head: '',
      remainingBytes: 0,
      status: 0,
    })
    const price = Math.floor(Math.random() * 1_000_000)
    connection.socket.write(
      `GET /misc?max_price=${price} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`,
    )
  }

  function read(connection: Connection, chunk: Buffer) {
    let bodyBytes = chunk.length
    if (!connection.status) {
      connection.head += chunk.toString('latin1')
      const end = connection.head.indexOf('\r\n\r\n')
      if (end < 0) return
      connection.status = Number(connection.head.slice(9, 12))
      connection.hasRetryAfter = /\r\nretry-after: \d/i.test(connection.head)
      const contentLength = /\r\ncontent-length: (\d+)/i.exec(connection.head)?.[1]
      connection.remainingBytes = Number(contentLength)
      bodyBytes = connection.head.length - end - 4
    }
    connection.remainingBytes -= bodyBytes
    if (connection.remainingBytes > 0) return
    settle(connection, connection.status)
    release(connection)
  }

  function settle(connection: Connection, status: number) {
    inFlight--
    if (status === 200) {
      counts.accepted++
      latencies.push(performance.now() - connection.sentAt)
    } else if (status === 503 && connection.hasRetryAfter) counts.refused++
    else counts.failed++
    connection.sentAt = 0
  }

  for (let opened = 0; opened < connections; opened++) open()
  const pace = setInterval(() => {
    if (perSecond === undefined || isOver()) return
    due += perSecond / 200
    for (; due >= 1; due--) {
      const connection = idle.shift()
      if (connection) send(connection)
      else counts.unsent++
    }
  }, 5)
  const deadline = startedAt + seconds * 1_000 + 30_000
  while (!isOver() || (inFlight > 0 && performance.now() < deadline)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  clearInterval(pace)
  return { ...counts, seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

const result = await flood(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write(JSON.stringify(result), () => process.exit(0))
