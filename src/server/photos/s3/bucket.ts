import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { createSemaphore } from '../../limits/semaphore.ts'
import type { Fingerprint } from '../photo-store.ts'
import { type ListedObject, parseListObjectsXml } from './list-objects-xml.ts'
import { ObjectStoreError, responseError, toConnectionError } from './object-store-error.ts'
import { type RetryOptions, timeoutError, withRetries } from './retry.ts'
import type { S3Config } from './s3-url.ts'
import { verifyBody } from './verify-body.ts'

/** A bucket of an S3-compatible store. Every request is signed, has a timeout and is retried after transient errors. */
export interface Bucket {
  head(key: string): Promise<Fingerprint | undefined>
  get(key: string): Promise<Buffer | undefined>
  /** Retried until the body begins; then it ends complete, or the stream fails. */
  stream(key: string): Promise<{ size: number; body: Readable } | undefined>
  put(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void>
  /** Inside the store. False if the source does not exist. */
  copy(from: string, to: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Every object with this key prefix, in pages, in the order of the keys. */
  list(prefix: string, pageSize?: number): AsyncIterable<ListedObject[]>
}

interface S3Request {
  method?: string
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}

const maxConcurrentRequests = 64
const maxWaitingRequests = 1_000
/** Far above any photo: a larger object was uploaded by another program. */
const maxObjectBytes = 32 * 1024 * 1024

/** Object metadata that lets readers verify the body. */
const sha256Header = 'x-amz-meta-sha256'

export function openBucket(config: S3Config, retry: RetryOptions): Bucket {
  const { origin, bucket, region, key: accessKeyId, secret: secretAccessKey } = config
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const withRequestSlot = createSemaphore({
    concurrency: maxConcurrentRequests,
    maxWaiting: maxWaitingRequests,
  })

  async function send({ key = '', query, body, ...request }: S3Request, signal: AbortSignal) {
    const url = new URL(`${origin}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const init = {
      method: request.method ?? 'GET',
      headers: { ...request.headers, 'x-amz-content-sha256': sha256Hex(body ?? '') },
      signal,
      redirect: 'manual' as const,
      ...(body && { body: toUnsharedBytes(body) }),
    }
    try {
      return await fetch(await client.sign(url, init))
    } catch (error) {
      throw toConnectionError(error)
    }
  }

  /** Resolves to undefined if the object does not exist. */
  function sendWithRetries<Result>(
    request: S3Request,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result | undefined> {
    return withRetries(retry, (signal) =>
      withRequestSlot(async () => {
        signal.throwIfAborted()
        const response = await send(request, signal)
        if (response.ok) return read(response)
        const body = await readText(response)
        if (response.status === 404 && !body.includes('NoSuchBucket')) return undefined
        throw responseError(response.status, body)
      }),
    )
  }

  return {
    head: (key) =>
      sendWithRetries({ method: 'HEAD', key }, async (response) => readFingerprint(response)),

    get: (key) =>
      sendWithRetries({ key }, async (response) => {
        const body = verifyBody(response.body ?? Readable.from([]), readFingerprint(response))
        return Buffer.concat(await Array.fromAsync(body))
      }),

    stream: (key) =>
      sendWithRetries({ key }, async (response) => {
        const expected = readFingerprint(response)
        const chunks = readWithIdleTimeout(response, retry.attemptTimeoutMs)
        return { size: expected.size, body: Readable.from(verifyBody(chunks, expected)) }
      }),

    async put(key, bytes, headers) {
      const request = {
        method: 'PUT',
        key,
        body: bytes,
        headers: { ...headers, [sha256Header]: sha256Hex(bytes) },
      }
      const response = await sendWithRetries(request, readText)
      if (response === undefined) throw responseError(404, '')
    },

    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` }
      const response = await sendWithRetries({ method: 'PUT', key: to, headers }, readText)
      // S3 sends status 200 before it copies, and reports a later failure in the body.
      if (response?.includes('<Error>')) throw responseError(500, response)
      return response !== undefined
    },

    async delete(key) {
      await sendWithRetries({ method: 'DELETE', key }, readText)
    },

    async *list(prefix, pageSize = 1_000) {
      const query: Record<string, string> = {
        'list-type': '2',
        'max-keys': String(pageSize),
        prefix,
      }
      for (;;) {
        const page = await sendWithRetries({ query }, async (response) => {
          const parsed = parseListObjectsXml(await readText(response))
          if (parsed) return parsed
          throw new ObjectStoreError({
            reason: 'the store sent no readable list',
            isTransient: true,
          })
        })
        if (!page) throw responseError(404, '')
        yield page.objects
        if (!page.continuationToken) return
        query['continuation-token'] = page.continuationToken
      }
    },
  }
}

function readFingerprint({ headers }: Response): Fingerprint {
  const size = Number(headers.get('content-length') ?? Number.NaN)
  if (size >= 0 && size <= maxObjectBytes) {
    return { size, sha256: headers.get(sha256Header) ?? undefined }
  }
  throw new ObjectStoreError({
    reason: 'the store sent a photo of unknown or absurd size',
    isTransient: false,
  })
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw toConnectionError(error)
  }
}

/** Limits the wait for each chunk of the store, not the time a slow client takes. */
async function* readWithIdleTimeout(
  { body }: Response,
  timeoutMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  try {
    while (reader) {
      const timer = setTimeout(() => reader.cancel(timeoutError()), timeoutMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** fetch accepts no SharedArrayBuffer. */
function toUnsharedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
}
