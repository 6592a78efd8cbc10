import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { S3Config } from '#server/files/s3-url.ts'
import { verifySignature } from './signature.ts'

interface StoredObject {
  bytes: Buffer
  headers: Record<string, string>
  modifiedAt: Date
}

/** An upload in parts that has not ended. */
interface StartedUpload {
  key: string
  startedAt: Date
  parts: Map<number, Buffer>
}

export type Fault =
  /** Closes every connection at once. */
  | { kind: 'down' }
  /** Accepts requests and never responds. */
  | { kind: 'silent' }
  | { kind: 'status'; status: number }
  /** Responds 200 with this body. */
  | { kind: 'body'; body: string }
  /** Closes the connection after half of the body. */
  | { kind: 'truncates' }
  /** Sends half of the body and keeps the connection open. */
  | { kind: 'stalls' }
  /** Changes one byte of the body. */
  | { kind: 'corrupts' }

export interface FakeS3 {
  config: S3Config
  /** The value for the setting S3_URL. */
  url: string
  objects: Map<string, StoredObject>
  uploads: Map<string, StartedUpload>
  /** The method and key of every request, in order. */
  requests: string[]
  maxConcurrentRequests(): number
  openConnections(): number
  /**
   * Injects a fault for the next `times` requests that match `when`. By default it affects all requests until `clearFault`.
   */
  injectFault(fault: Fault, options?: { times?: number; when?: (request: string) => boolean }): void
  clearFault(): void
}

const credentials = { key: 'quad:tester', secret: 'se/cr+et=@1', region: 'ca-test-1' }
/** All parts but the last have at least this size, as at AWS. */
const minPartBytes = 5 * 1024 * 1024

/** Starts an S3 server in memory that verifies signatures, lists in pages and injects faults. */
export async function startFakeS3({ bucket = 'photos' } = {}): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, StartedUpload>()
  const requests: string[] = []
  let active: { fault: Fault; remaining: number; when: (request: string) => boolean } | undefined
  let openRequests = 0
  let maxOpenRequests = 0
  let openConnections = 0

  const server = createServer(async (request, response) => {
    // Node's own date header uses the machine's clock, even if the tests have another clock. The SDK signs by the store's
    // clock.
    response.setHeader('date', new Date().toUTCString())
    maxOpenRequests = Math.max(maxOpenRequests, ++openRequests)
    response.once('close', () => openRequests--)
    const url = new URL(request.url ?? '/', 'http://store')
    const [, requestedBucket = '', ...path] = decodeURIComponent(url.pathname).split('/')
    const key = path.join('/')
    const description = `${request.method} ${key || `?${url.searchParams.get('prefix') ?? ''}`}`
    requests.push(description)
    const isFaulty = active && active.remaining > 0 && active.when(description)
    const fault = isFaulty ? active?.fault : undefined
    if (fault && active) active.remaining--
    if (fault?.kind === 'down') return request.socket.destroy()
    const body = await readBody(request)
    if (!body || fault?.kind === 'silent') return
    if (fault?.kind === 'status') return sendError(response, fault.status, 'InternalError')
    if (fault?.kind === 'body') return response.end(fault.body)
    const { method = '', headers } = request
    const result = verifySignature(
      { method, url: request.url ?? '', headers, body },
      credentials,
      Date.now(),
    )
    if (result !== 'ok') return sendError(response, 403, result)
    if (requestedBucket !== bucket) return sendError(response, 404, 'NoSuchBucket')
    if (url.searchParams.has('uploads')) return key ? start(response, key) : listUploads(response)
    if (!key) return list(response, url.searchParams)
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId) {
      const upload = uploads.get(uploadId)
      if (!upload) return sendError(response, 404, 'NoSuchUpload')
      if (method === 'PUT') {
        upload.parts.set(Number(url.searchParams.get('partNumber')), body)
        return response.writeHead(200, { etag: `"${md5(body)}"` }).end()
      }
      uploads.delete(uploadId)
      if (method === 'DELETE') return response.writeHead(204).end()
      return complete(response, upload, String(body))
    }
    if (method === 'PUT') return put(request, response, key, body)
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (!object) return sendError(response, 404, 'NoSuchKey', method === 'HEAD')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const bytes = to ? object.bytes.subarray(Number(from), Number(to) + 1) : object.bytes
    response.writeHead(to ? 206 : 200, { ...object.headers, 'content-length': bytes.length })
    if (method === 'HEAD') return response.end()
    return sendBody(response, bytes, fault)
  })

  function start(response: ServerResponse, key: string) {
    const uploadId = randomUUID()
    uploads.set(uploadId, { key, startedAt: new Date(), parts: new Map() })
    return response.end(
      `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function listUploads(response: ServerResponse) {
    const listed = [...uploads].map(
      ([uploadId, { key, startedAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${uploadId}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    )
    return response.end(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`,
    )
  }

  function complete(response: ServerResponse, { key, parts }: StartedUpload, body: string) {
    const named = [...body.matchAll(/<Part>.*?<\/Part>/g)].map(([part]) => ({
      bytes: parts.get(Number(/<PartNumber>(\d+)</.exec(part)?.[1])),
      etag: /[0-9a-f]{32}/.exec(part)?.[0],
    }))
    if (named.some(({ bytes, etag }) => !bytes || md5(bytes) !== etag)) {
      return sendError(response, 400, 'InvalidPart')
    }
    const contents = named.map(({ bytes }) => bytes ?? Buffer.alloc(0))
    if (contents.slice(0, -1).some(({ length }) => length < minPartBytes)) {
      return sendError(response, 400, 'EntityTooSmall')
    }
    objects.set(key, { bytes: Buffer.concat(contents), headers: {}, modifiedAt: new Date() })
    return response.end(
      `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`,
    )
  }

  function put(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer) {
    const source = request.headers['x-amz-copy-source']
    const copied = source ? objects.get(String(source).replace(`/${bucket}/`, '')) : undefined
    if (source && !copied) return sendError(response, 404, 'NoSuchKey')
    const storedHeaders = Object.entries(request.headers).filter(([name]) =>
      /^(content-type|cache-control|x-amz-meta-.*)$/.test(name),
    )
    const headers = copied?.headers ?? (Object.fromEntries(storedHeaders) as Record<string, string>)
    objects.set(key, { bytes: copied?.bytes ?? body, headers, modifiedAt: new Date() })
    return response.end(copied ? '<CopyObjectResult></CopyObjectResult>' : '')
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const maxKeys = Number(query.get('max-keys') ?? 1_000)
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const remaining = [...objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const page = remaining.slice(0, maxKeys)
    const contents = page.map(
      ([key, { modifiedAt, bytes }]) =>
        `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
    )
    const isTruncated = remaining.length > page.length
    const next = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64')
    const token = isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${token}</ListBucketResult>\n`,
    )
  }

  server.on('connection', (socket) => {
    openConnections++
    socket.once('close', () => openConnections--)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const login = `${encodeURIComponent(credentials.key)}:${encodeURIComponent(credentials.secret)}`
  return {
    config: { origin: `http://127.0.0.1:${port}`, bucket, ...credentials },
    url: `s3://${login}@127.0.0.1:${port}/${bucket}?region=${credentials.region}&tls=0`,
    objects,
    uploads,
    requests,
    maxConcurrentRequests: () => maxOpenRequests,
    openConnections: () => openConnections,
    injectFault(fault, { times = Number.POSITIVE_INFINITY, when = () => true } = {}) {
      active = { fault, remaining: times, when }
    },
    clearFault() {
      active = undefined
    },
  }
}

/** Reads the body, or returns undefined if the client disconnects. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await Array.fromAsync<Buffer>(request))
  } catch {
    return undefined
  }
}

function sendBody(response: ServerResponse, bytes: Buffer, fault: Fault | undefined) {
  const half = bytes.subarray(0, bytes.length >> 1)
  if (fault?.kind === 'truncates') return response.write(half, () => response.destroy())
  if (fault?.kind === 'stalls') return response.write(half)
  if (fault?.kind !== 'corrupts') return response.end(bytes)
  const corrupted = Buffer.from(bytes)
  corrupted[half.length] = (corrupted[half.length] ?? 0) ^ 1
  return response.end(corrupted)
}

function sendError(response: ServerResponse, status: number, code: string, isHead = false) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(isHead ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
