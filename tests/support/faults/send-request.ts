import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface RequestOptions {
  method?: string
  cookie?: string
  headers?: Record<string, string>
  json?: unknown
  /** The raw body. `headers` contains its content type. */
  body?: Buffer
  agent?: Agent
  timeoutMs?: number
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The time of sending and the duration, both in milliseconds. */
  sentAt: number
  ms: number
}

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends one request without retries. Rejects when the connection breaks or the timeout passes. */
export function sendRequest(url: string, options: RequestOptions = {}): Promise<HttpResponse> {
  const { method = 'GET', cookie, json, agent = keepAliveAgent, timeoutMs = 30_000 } = options
  const body = json === undefined ? options.body : Buffer.from(JSON.stringify(json))
  const headers = {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(cookie && { cookie }),
    ...(body && { 'content-length': String(body.length) }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const sentAt = performance.now()
    const outgoing = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        clearTimeout(timeout)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
          sentAt,
          ms: performance.now() - sentAt,
        })
      })
      response.once(
        'close',
        () => response.complete || reject(new Error('the response was cut off')),
      )
    })
    const timeout = setTimeout(() => outgoing.destroy(new Error('no response')), timeoutMs)
    outgoing.once('error', (error) => {
      clearTimeout(timeout)
      reject(error)
    })
    outgoing.end(body)
  })
}

export function parseJson<Body>({ bytes }: HttpResponse): Body {
  return JSON.parse(bytes.toString())
}

/** Returns whether a response is a 503 with Retry-After, as documented. */
export function isTemporarilyUnavailable({ status, headers, bytes }: HttpResponse): boolean {
  return status === 503 && Number(headers['retry-after']) > 0 && bytes.length > 0
}
