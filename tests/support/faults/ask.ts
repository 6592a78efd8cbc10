import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Question {
  method?: string
  cookie?: string
  headers?: Record<string, string>
  json?: unknown
  /** A whole body, with its type among the headers. */
  body?: Buffer
  agent?: Agent
  patienceMs?: number
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** When it was asked and how long it took, in milliseconds. */
  askedAt: number
  ms: number
}

const keptConnections = new Agent({ keepAlive: true, maxSockets: 200 })

/** One request and its whole answer; rejects when the connection breaks or patience ends, and never tries again. */
export function ask(url: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', cookie, json, agent = keptConnections, patienceMs = 30_000 } = question
  const body = json === undefined ? question.body : Buffer.from(JSON.stringify(json))
  const headers = {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(cookie && { cookie }),
    ...(body && { 'content-length': String(body.length) }),
    ...question.headers,
  }
  return new Promise((resolve, reject) => {
    const askedAt = performance.now()
    const call = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () => {
        clearTimeout(patience)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes: Buffer.concat(chunks),
          askedAt,
          ms: performance.now() - askedAt,
        })
      })
      answer.once('close', () => answer.complete || reject(new Error('the answer was cut off')))
    })
    const patience = setTimeout(() => call.destroy(new Error('no answer')), patienceMs)
    call.once('error', (error) => {
      clearTimeout(patience)
      reject(error)
    })
    call.end(body)
  })
}

export function bodyOf<Body>({ bytes }: Answer): Body {
  return JSON.parse(bytes.toString())
}

/** The documented way to say "not now". */
export function isTryLater({ status, headers, bytes }: Answer): boolean {
  return status === 503 && Number(headers['retry-after']) > 0 && bytes.length > 0
}
