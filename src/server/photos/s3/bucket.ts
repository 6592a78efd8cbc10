import { createHash } from 'node:crypto'
import {
  type $Command,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../../files/s3-url.ts'
import { createSemaphore } from '../../limits/queues.ts'
import type { Fingerprint } from '../photo-store.ts'
import { ObjectStoreError, toObjectStoreError, unreadableResponse } from './object-store-error.ts'

/** A bucket of an S3-compatible store. Every request has a timeout and is retried after transient errors. */
export interface Bucket {
  head(key: string): Promise<Fingerprint | undefined>
  get(key: string): Promise<Buffer | undefined>
  put(key: string, bytes: Uint8Array, headers?: ObjectHeaders): Promise<void>
  /** Copies an object inside the store. Resolves to false if the source does not exist. */
  copy(from: string, to: string): Promise<boolean>
  delete(key: string): Promise<void>
  /** Lists every object with this key prefix, in pages, in the order of the keys. */
  list(prefix: string, pageSize?: number): AsyncIterable<ListedObject[]>
  destroy(): void
}

export type ObjectHeaders = Pick<PutObjectCommandInput, 'ContentType' | 'CacheControl'>

export interface ListedObject {
  key: string
  /** When the object was last modified, in milliseconds since the epoch. */
  modifiedAt: number
}

/** The SDK opens at most this many connections. */
const maxConcurrentRequests = 50
const maxWaitingRequests = 1_000
/** The largest object that is read. Photos are smaller, so a larger object comes from another program. */
const maxObjectBytes = 32 * 1024 * 1024

export function openBucket(config: S3Config, limits: RequestLimits = defaultLimits): Bucket {
  const { bucket: Bucket } = config
  const client = createS3Client(config, limits)
  const withRequestSlot = createSemaphore({
    concurrency: maxConcurrentRequests,
    maxWaiting: maxWaitingRequests,
  })

  async function send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: $Command<Input, Output, S3ClientResolvedConfig>,
  ): Promise<Output> {
    const abortSignal = AbortSignal.timeout(limits.totalTimeoutMs)
    try {
      return await withRequestSlot(() => client.send(command, { abortSignal }))
    } catch (error) {
      throw toObjectStoreError(error)
    }
  }

  return {
    async head(Key) {
      const output = await ifExists(send(new HeadObjectCommand({ Bucket, Key })))
      return output && readFingerprint(output)
    },

    async get(Key) {
      const command = new GetObjectCommand({ Bucket, Key })
      const body = withBody(command, async (output) => {
        const { sha256 } = readFingerprint(output)
        const received = await readBody(output)
        if (sha256 && sha256Hex(received) !== sha256) throw damagedObject()
        return received
      })
      await ifExists(send(command))
      return body.bytes
    },

    async put(Key, Body, headers) {
      const Metadata = { sha256: sha256Hex(Body) }
      await send(new PutObjectCommand({ Bucket, Key, Body, Metadata, ...headers }))
    },

    async copy(from, Key) {
      const CopySource = `/${Bucket}/${from}`
      const output = await ifExists(send(new CopyObjectCommand({ Bucket, Key, CopySource })))
      return output !== undefined
    },

    async delete(Key) {
      await ifExists(send(new DeleteObjectCommand({ Bucket, Key })))
    },

    async *list(Prefix, MaxKeys) {
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, MaxKeys, ContinuationToken })
        const page = await send(command)
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
        // A response that is not a list, or is only part of one, must not count as the whole list.
        if (page.IsTruncated !== Boolean(ContinuationToken)) throw unreadableResponse()
        yield (page.Contents ?? []).map(({ Key = '', LastModified }) => ({
          key: Key,
          modifiedAt: Number(LastModified),
        }))
      } while (ContinuationToken)
    },

    destroy: () => client.destroy(),
  }
}

/** Reads the body inside the retries of the SDK, which otherwise end where the body begins. */
export function withBody(
  command: GetObjectCommand,
  read: (output: GetObjectCommandOutput) => Promise<Buffer> = readBody,
): { bytes?: Buffer } {
  const body: { bytes?: Buffer } = {}
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      body.bytes = await read(result.output)
      return result
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  return body
}

const readBody = async ({ Body }: GetObjectCommandOutput) =>
  Buffer.from((await Body?.transformToByteArray()) ?? [])

async function ifExists<Output>(sent: Promise<Output>): Promise<Output | undefined> {
  return sent.catch((error) => {
    if (error.status === 404 && error.storeCode !== 'NoSuchBucket') return undefined
    throw error
  })
}

function readFingerprint(output: Pick<HeadObjectCommandOutput, 'ContentLength' | 'Metadata'>) {
  const { ContentLength: size = Number.POSITIVE_INFINITY, Metadata } = output
  if (size <= maxObjectBytes) return { size, sha256: Metadata?.sha256 }
  throw new ObjectStoreError('the store sent a photo of unknown or absurd size', {
    isTransient: false,
  })
}

function damagedObject() {
  const error = new ObjectStoreError('a photo came damaged from the store', { isTransient: true })
  // This property makes the SDK retry.
  return Object.assign(error, { $retryable: {} })
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface RequestLimits {
  maxAttempts: number
  /** The time limit until the response begins, and then for each chunk of it. */
  attemptTimeoutMs: number
  /** The time limit for all attempts and the delays between them. */
  totalTimeoutMs: number
}

/** Clients wait for these requests, so they must succeed or fail within seconds. */
const defaultLimits: RequestLimits = {
  maxAttempts: 3,
  attemptTimeoutMs: 3_000,
  totalTimeoutMs: 6_000,
}

export function createS3Client(
  { origin, region, key, secret }: S3Config,
  { maxAttempts, attemptTimeoutMs } = defaultLimits,
): S3Client {
  return new S3Client({
    endpoint: origin,
    forcePathStyle: true,
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    maxAttempts,
    requestHandler: {
      requestTimeout: attemptTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: attemptTimeoutMs,
    },
    // Many stores lack the newer checksums. The signature covers the bytes that we send, and our own metadata the
    // stored bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Some stores do not respond to this header.
    expectContinueHeader: false,
    // Otherwise the SDK would read these settings from AWS_ variables and ~/.aws, and reject them beside an endpoint.
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
  })
}
