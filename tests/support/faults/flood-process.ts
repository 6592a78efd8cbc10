import { connect, type Socket } from 'node:net'
import { percentile } from './figures.ts'

/** A process that asks more than a server can answer, and prints what became of it. */
export interface FloodPlan {
  port: number
  seconds: number
  connections: number
  /** Asked for at this pace whether or not answers come; without it, each connection asks as it is answered. */
  perSecond?: number
}

export interface FloodResult {
  asked: number
  /** Nobody was free to ask: every connection was waiting for an answer. */
  unasked: number
  accepted: number
  refused: number
  otherwise: number
  seconds: number
  p50: number
  p99: number
}

interface Line {
  socket: Socket
  askedAt: number
  head: string
  remaining: number
  status: number
  retryAfter: boolean
}

async function flood({ port, seconds, connections, perSecond }: FloodPlan): Promise<FloodResult> {
  const idle: Line[] = []
  const waits: number[] = []
  const counts = { asked: 0, unasked: 0, accepted: 0, refused: 0, otherwise: 0 }
  const began = performance.now()
  const isOver = () => performance.now() - began > seconds * 1_000
  let waiting = 0
  let due = 0

  function open() {
    const socket = connect(port, '127.0.0.1')
    const line: Line = { socket, askedAt: 0, head: '', remaining: 0, status: 0, retryAfter: false }
    socket.once('connect', () => free(line))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => read(line, Buffer.from(chunk)))
    socket.once('close', () => {
      if (line.askedAt) settle(line, 0)
      else if (idle.includes(line)) idle.splice(idle.indexOf(line), 1)
      if (!isOver()) setTimeout(open, 100)
    })
  }

  function free(line: Line) {
    if (perSecond === undefined && !isOver()) sendOn(line)
    else idle.push(line)
  }

  /** No two visitors filter alike, so that no cache answers for the server. */
  function sendOn(line: Line) {
    counts.asked++
    waiting++
    Object.assign(line, { askedAt: performance.now(), head: '', remaining: 0, status: 0 })
    const price = Math.floor(Math.random() * 1_000_000)
    line.socket.write(
      `GET /misc?max_price=${price} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`,
    )
  }

  function read(line: Line, chunk: Buffer) {
    let body = chunk.length
    if (!line.status) {
      line.head += chunk.toString('latin1')
      const end = line.head.indexOf('\r\n\r\n')
      if (end < 0) return
      line.status = Number(line.head.slice(9, 12))
      line.retryAfter = /\r\nretry-after: \d/i.test(line.head)
      line.remaining = Number(/\r\ncontent-length: (\d+)/i.exec(line.head)?.[1])
      body = line.head.length - end - 4
    }
    line.remaining -= body
    if (line.remaining > 0) return
    settle(line, line.status)
    free(line)
  }

  function settle(line: Line, status: number) {
    waiting--
    if (status === 200) {
      counts.accepted++
      waits.push(performance.now() - line.askedAt)
    } else if (status === 503 && line.retryAfter) counts.refused++
    else counts.otherwise++
    line.askedAt = 0
  }

  for (let opened = 0; opened < connections; opened++) open()
  const pace = setInterval(() => {
    if (perSecond === undefined || isOver()) return
    due += perSecond / 200
    for (; due >= 1; due--) {
      const line = idle.shift()
      if (line) sendOn(line)
      else counts.unasked++
    }
  }, 5)
  const patience = began + seconds * 1_000 + 30_000
  while (!isOver() || (waiting > 0 && performance.now() < patience)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  clearInterval(pace)
  return { ...counts, seconds, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) }
}

const result = await flood(JSON.parse(process.argv[2] ?? '{}'))
process.stdout.write(JSON.stringify(result), () => process.exit(0))
