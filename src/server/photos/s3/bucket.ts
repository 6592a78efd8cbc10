import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { limitedParallel } from '../../limits/limited-parallel.ts'
import { checkedBody, type Expected } from './checked-body.ts'
import { type ListedObject, readListAnswer } from './list-answer.ts'
import { type Patience, persistently, tooSlow } from './persistence.ts'
import type { S3Address } from './s3-url.ts'
import { answerFault, connectionFault, StoreFault } from './store-fault.ts'

/** A bucket of an S3-compatible store. Every call is signed, bounded in time and tried again where that helps. */
export interface Bucket {
  head(key: string): Promise<Expected | undefined>
  get(key: string): Promise<Buffer | undefined>
  /** The beginning may be tried again; what has begun ends whole or breaks off. */
  stream(key: string): Promise<{ size: number; body: Readable } | undefined>
  put(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void>
  /** Inside the store. False when there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** Every object whose key begins so, a page at a time, in the order of the keys. */
  list(prefix: string, pageSize?: number): AsyncIterable<ListedObject[]>
}

interface Call {
  method?: string
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}

const callsAtOnce = 64
const callsWaiting = 1_000
/** Far above any photo; what is larger was not put there by this server. */
const largestObject = 32 * 1024 * 1024

export function openBucket(address: S3Address, patience: Patience): Bucket {
  const { origin, bucket, region, key: accessKeyId, secret: secretAccessKey } = address
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const inLine = limitedParallel({ parallel: callsAtOnce, waiting: callsWaiting })

  async function send({ key = '', query, body, ...call }: Call, signal: AbortSignal) {
    const url = new URL(`${origin}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const headers = { ...call.headers, 'x-amz-content-sha256': sha256Of(body ?? '') }
    const request = {
      method: call.method ?? 'GET',
      headers,
      signal,
      ...(body && { body: own(body) }),
    }
    try {
      return await fetch(await client.sign(url, { ...request, redirect: 'manual' }))
    } catch (error) {
      throw connectionFault(error)
    }
  }

  /** Undefined for what is not there. */
  function call<Result>(
    asked: Call,
    read: (answer: Response, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    return persistently(patience, (signal) =>
      inLine(async () => {
        signal.throwIfAborted()
        const answer = await send(asked, signal)
        if (answer.ok) return read(answer, signal)
        const body = await textOf(answer)
        if (answer.status === 404 && !body.includes('NoSuchBucket')) return undefined
        throw answerFault(answer.status, body)
      }),
    )
  }

  return {
    head: (key) => call({ method: 'HEAD', key }, async (answer) => expectedOf(answer)),

    get: (key) =>
      call({ key }, async (answer) => {
        const body = checkedBody(bodyOf(answer), expectedOf(answer))
        return Buffer.concat(await Array.fromAsync(body))
      }),

    stream: (key) =>
      call({ key }, async (answer) => {
        const expected = expectedOf(answer)
        const body = Readable.from(checkedBody(unlessSilent(answer, patience.attemptMs), expected))
        return { size: expected.size, body }
      }),

    async put(key, bytes, headers) {
      const sha256 = sha256Of(bytes)
      const asked = {
        method: 'PUT',
        key,
        body: bytes,
        headers: { ...headers, [ownSha256]: sha256 },
      }
      if ((await call(asked, drained)) === undefined) throw answerFault(404, '')
    },

    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket}/${from}` }
      const answer = await call({ method: 'PUT', key: to, headers }, textOf)
      // A copy that failed half-way is reported inside an answer that began as a success.
      if (answer?.includes('<Error>')) throw answerFault(500, answer)
      return answer !== undefined
    },

    async remove(key) {
      await call({ method: 'DELETE', key }, drained)
    },

    async *list(prefix, pageSize = 1_000) {
      const query: Record<string, string> = {
        'list-type': '2',
        'max-keys': String(pageSize),
        prefix,
      }
      for (;;) {
        const answer = await call({ query }, async (response) => {
          const page = readListAnswer(await textOf(response))
          if (page) return page
          throw new StoreFault({ reason: 'the store sent no readable list', isPassing: true })
        })
        if (!answer) throw answerFault(404, '')
        yield answer.objects
        if (!answer.next) return
        query['continuation-token'] = answer.next
      }
    },
  }
}

/** Travels with the object, so that whoever reads it can check it. */
const ownSha256 = 'x-amz-meta-sha256'

function expectedOf({ headers }: Response): Expected {
  const size = Number(headers.get('content-length') ?? Number.NaN)
  if (size >= 0 && size <= largestObject)
    return { size, sha256: headers.get(ownSha256) ?? undefined }
  throw new StoreFault({
    reason: 'the store sent a photo of unknown or absurd size',
    isPassing: false,
  })
}

function bodyOf({ body }: Response): AsyncIterable<Uint8Array> {
  return body ?? Readable.from([])
}

async function textOf(answer: Response): Promise<string> {
  try {
    return await answer.text()
  } catch (error) {
    throw connectionFault(error)
  }
}

async function drained(answer: Response): Promise<true> {
  await textOf(answer)
  return true
}

/** A reader may be as slow as it likes; the store may not. */
async function* unlessSilent({ body }: Response, ms: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  try {
    while (reader) {
      const timer = setTimeout(() => reader.cancel(tooSlow()), ms)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** fetch takes no memory that might be shared with another thread. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
}
