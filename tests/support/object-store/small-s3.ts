import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { S3Address } from '#server/photos/s3/s3-url.ts'
import { checkSignature } from './signature.ts'

interface StoredObject {
  bytes: Buffer
  headers: Record<string, string>
  since: Date
}

export type Trouble =
  /** Every connection breaks at once. */
  | { kind: 'down' }
  /** Takes requests and never answers. */
  | { kind: 'silent' }
  | { kind: 'answers'; status: number }
  /** Half a body, and then the connection breaks. */
  | { kind: 'truncates' }
  /** Half a body, and then nothing. */
  | { kind: 'stalls' }
  /** The right length and a wrong byte. */
  | { kind: 'corrupts' }

export interface SmallS3 {
  address: S3Address
  /** For the setting S3_URL. */
  url: string
  objects: Map<string, StoredObject>
  /** Method and key of every call that arrived, in order. */
  calls: string[]
  /** The largest number of calls it had before it at one time. */
  mostAtOnce(): number
  /** What goes wrong, for so many calls that `when` picks; without an end unless told. */
  trouble(what: Trouble, options?: { times?: number; when?: (call: string) => boolean }): void
  /** Nothing goes wrong any more. */
  recover(): void
}

const keys = { key: 'quad:tester', secret: 'se/cr+et=@1', region: 'ca-test-1' }
const bucket = 'photos'

/** A store in memory that checks signatures, lists in pages, and can be told to misbehave. */
export async function startSmallS3(): Promise<SmallS3> {
  const objects = new Map<string, StoredObject>()
  const calls: string[] = []
  let plan: { what: Trouble; left: number; when: (call: string) => boolean } | undefined

  let open = 0
  let most = 0

  const server = createServer(async (request, response) => {
    most = Math.max(most, ++open)
    response.once('close', () => open--)
    const url = new URL(request.url ?? '/', 'http://store')
    const [, asked = '', ...path] = decodeURIComponent(url.pathname).split('/')
    const key = path.join('/')
    const call = `${request.method} ${key || `?${url.searchParams.get('prefix') ?? ''}`}`
    calls.push(call)
    const trouble = plan && plan.left > 0 && plan.when(call) ? plan.what : undefined
    if (trouble && plan) plan.left--
    if (trouble?.kind === 'down') return request.socket.destroy()
    const body = await bodyOf(request)
    if (!body || trouble?.kind === 'silent') return
    if (trouble?.kind === 'answers') return refuse(response, trouble.status, 'SlowDown')
    const { method = '', headers } = request
    const verdict = checkSignature(
      { method, url: request.url ?? '', headers, body },
      keys,
      Date.now(),
    )
    if (verdict !== 'ok') return refuse(response, 403, verdict)
    if (asked !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (!key) return list(response, url.searchParams)
    if (method === 'PUT') return put(request, response, key, body)
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const object = objects.get(key)
    if (!object) return refuse(response, 404, 'NoSuchKey', method === 'HEAD')
    response.writeHead(200, { ...object.headers, 'content-length': object.bytes.length })
    if (method === 'HEAD') return response.end()
    return deliver(response, object.bytes, trouble)
  })

  function put(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer) {
    const source = request.headers['x-amz-copy-source']
    const copied = source ? objects.get(String(source).replace(`/${bucket}/`, '')) : undefined
    if (source && !copied) return refuse(response, 404, 'NoSuchKey')
    const own = Object.entries(request.headers).filter(([name]) =>
      /^(content-type|cache-control|x-amz-meta-.*)$/.test(name),
    )
    const headers = copied?.headers ?? (Object.fromEntries(own) as Record<string, string>)
    objects.set(key, { bytes: copied?.bytes ?? body, headers, since: new Date() })
    return response.end(copied ? '<CopyObjectResult></CopyObjectResult>' : '')
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const most = Number(query.get('max-keys') ?? 1_000)
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const left = [...objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const page = left.slice(0, most)
    const contents = page.map(
      ([key, { since, bytes }]) =>
        `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><LastModified>${since.toISOString()}</LastModified><ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`,
    )
    const isTruncated = left.length > page.length
    const next = Buffer.from(page.at(-1)?.[0] ?? '').toString('base64')
    const token = isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${token}</ListBucketResult>\n`,
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const login = `${encodeURIComponent(keys.key)}:${encodeURIComponent(keys.secret)}`
  return {
    address: { origin: `http://127.0.0.1:${port}`, bucket, ...keys },
    url: `s3://${login}@127.0.0.1:${port}/${bucket}?region=${keys.region}&tls=0`,
    objects,
    calls,
    mostAtOnce: () => most,
    trouble(what, { times = Number.POSITIVE_INFINITY, when = () => true } = {}) {
      plan = { what, left: times, when }
    },
    recover() {
      plan = undefined
    },
  }
}

/** Undefined for a sender who has left. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  try {
    return Buffer.concat(await Array.fromAsync<Buffer>(request))
  } catch {
    return undefined
  }
}

function deliver(response: ServerResponse, bytes: Buffer, trouble: Trouble | undefined) {
  const half = bytes.subarray(0, bytes.length >> 1)
  if (trouble?.kind === 'truncates') return response.write(half, () => response.destroy())
  if (trouble?.kind === 'stalls') return response.write(half)
  if (trouble?.kind !== 'corrupts') return response.end(bytes)
  const wrong = Buffer.from(bytes)
  wrong[half.length] = (wrong[half.length] ?? 0) ^ 1
  return response.end(wrong)
}

function refuse(response: ServerResponse, status: number, code: string, bare = false) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(bare ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}
