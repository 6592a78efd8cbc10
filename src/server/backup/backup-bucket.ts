import { open } from 'node:fs/promises'
import {
  type $Command,
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3ClientResolvedConfig,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { dayMs, minuteMs } from '../durations.ts'
import { StartupError } from '../errors.ts'
import { privateFileMode } from '../files/private-files.ts'
import type { S3Config } from '../files/s3-url.ts'
import { createS3Client, type RequestLimits, withBody } from '../photos/s3/bucket.ts'
import { ObjectStoreError, toObjectStoreError } from '../photos/s3/object-store-error.ts'
import { probeForPhotos } from '../photos/s3/open-s3-store.ts'
import { backupNames } from './backup-names.ts'
import { BackupError, type TarFile } from './tar.ts'
import type { WriteInto } from './write-backup.ts'

/** A backup in the bucket. */
export interface StoredBackup {
  name: string
  bytes: number
  storedAt: number
}

const prefix = 'quad-'
const megabyte = 1024 * 1024

/**
 * An upload has at most 10,000 parts of at least 5 MB. Small ones are hashed in about 15 ms, for which requests of the
 * server wait. Only full backups of large sites get to the larger ones, and a command makes those.
 */
const partBytes = (part: number) => (part <= 5_000 ? 6 : 64) * megabyte

/** No client waits for these requests, and a part may take a minute on a slow connection. */
const limits: RequestLimits = {
  maxAttempts: 5,
  attemptTimeoutMs: 2 * minuteMs,
  totalTimeoutMs: 10 * minuteMs,
}

const isStale = (startedAt: number, now: number) => startedAt < now - dayMs

/**
 * Asks the bucket of BACKUP_S3_URL once at a start, so that a mistake shows before the first backup is due. A bucket with
 * photos is refused, whatever its address: photos may be public, and backups hold everyone's data.
 */
export async function checkBackupBucket(
  config: S3Config,
  warn: (message: string) => void,
): Promise<void> {
  const hasPhotos = await probeForPhotos(config, {
    setting: 'BACKUP_S3_URL',
    store: 'backup store',
    without: 'Backups fail until it can.',
    warn,
  })
  if (!hasPhotos) return
  throw new StartupError(
    `The bucket "${config.bucket}" of BACKUP_S3_URL holds photos, which may be public. Name a bucket for backups alone.`,
  )
}

export type BackupBucket = ReturnType<typeof openBackupBucket>

/** Opens the bucket of BACKUP_S3_URL. Requests end when `signal` is aborted. */
export function openBackupBucket(config: S3Config, signal?: AbortSignal) {
  const { bucket: Bucket, origin } = config
  const client = createS3Client(config, limits)

  async function send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: $Command<Input, Output, S3ClientResolvedConfig>,
  ): Promise<Output> {
    const timeout = AbortSignal.timeout(limits.totalTimeoutMs)
    const abortSignal = signal ? AbortSignal.any([timeout, signal]) : timeout
    try {
      return await client.send(command, { abortSignal })
    } catch (error) {
      signal?.throwIfAborted()
      throw toObjectStoreError(error)
    }
  }

  /** Says what failed in a sentence for operators. The photo store has others, for students. */
  async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error
      throw new BackupError(`The backup store at ${origin} does not work: ${error.reason}.`)
    }
  }

  async function find(name: string): Promise<StoredBackup | undefined> {
    const found = await send(new HeadObjectCommand({ Bucket, Key: name })).catch((error) => {
      if (error.status === 404 && error.storeCode !== 'NoSuchBucket') return undefined
      throw error
    })
    if (!found) return undefined
    return { name, bytes: found.ContentLength ?? 0, storedAt: Number(found.LastModified ?? 0) }
  }

  async function list(): Promise<StoredBackup[]> {
    const backups: StoredBackup[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await send(
        new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken }),
      )
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        if (!backupNames.isOwn(Key)) continue
        backups.push({ name: Key, bytes: Size, storedAt: Number(LastModified) })
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
    return backups.sort((one, other) => other.storedAt - one.storedAt)
  }

  /** Uploads while the backup is written, one part at a time. The object appears when the last part is there. */
  async function upload<Result>(
    Key: string,
    write: (file: TarFile) => Promise<Result>,
  ): Promise<Result> {
    const headers = { ContentType: 'application/x-tar' }
    const { UploadId } = await send(new CreateMultipartUploadCommand({ Bucket, Key, ...headers }))
    const Parts: CompletedPart[] = []
    let [chunks, size]: [Uint8Array[], number] = [[], 0]
    const uploadPart = async () => {
      const PartNumber = Parts.length + 1
      const Body = Buffer.concat(chunks)
      ;[chunks, size] = [[], 0]
      const part = { Bucket, Key, UploadId, PartNumber, Body }
      const { ETag } = await send(new UploadPartCommand(part))
      Parts.push({ ETag, PartNumber })
    }
    try {
      const result = await write({
        async write(bytes, offset) {
          const chunk = bytes.subarray(offset)
          chunks.push(chunk)
          size += chunk.length
          if (size >= partBytes(Parts.length + 1)) await uploadPart()
          return { bytesWritten: chunk.length }
        },
      })
      if (size > 0) await uploadPart()
      const MultipartUpload = { Parts }
      await send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }))
      return result
    } catch (error) {
      // If this fails too, `deleteOld` finds the parts. It does not use `send`, because the signal may be aborted.
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        .catch(() => undefined)
      throw error
    }
  }

  /** Deletes the parts of uploads whose process was killed. They are in no list of objects, and take room. */
  async function abortStaleUploads(now: number) {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix })
    const { Uploads = [] } = await send(command).catch((error) => {
      // Some stores cannot list them, and delete them by a rule of their own.
      if (error.status === 501) return { Uploads: [] }
      throw error
    })
    for (const { Key = '', UploadId, Initiated } of Uploads) {
      if (!backupNames.isOwn(Key) || !isStale(Number(Initiated), now)) continue
      await send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }
  }

  async function download(name: string, path: string): Promise<void> {
    const size = (await find(name))?.bytes
    if (size === undefined) {
      const names = (await list()).map((each) => each.name)
      throw new BackupError(
        `There is no backup ${name} in the bucket ${Bucket}. It has: ${names.join(', ') || 'none'}.`,
      )
    }
    const file = await open(path, 'wx', privateFileMode)
    try {
      for (let start = 0; start < size; start += partBytes(1)) {
        const end = Math.min(start + partBytes(1), size) - 1
        const command = new GetObjectCommand({ Bucket, Key: name, Range: `bytes=${start}-${end}` })
        const body = withBody(command)
        await send(command)
        await file.write(body.bytes ?? Buffer.alloc(0))
      }
    } finally {
      await file.close()
    }
  }

  return {
    /** Where a backup is, in words for operators. */
    describe: (name: string) => `${name} in the bucket ${Bucket} at ${origin}`,
    find: (name: string) => explained(() => find(name)),
    /** Lists the backups, the newest first. */
    list: () => explained(list),
    into:
      (name: string): WriteInto =>
      (write) =>
        explained(() => upload(name, write)),
    download: (name: string, path: string) => explained(() => download(name, path)),
    /** Deletes old backups. Call it only after a success, so that failures never delete the last good backups. */
    deleteOld: (now: number) =>
      explained(async () => {
        for (const name of backupNames.selectOld(await list(), now)) {
          await send(new DeleteObjectCommand({ Bucket, Key: name }))
        }
        await abortStaleUploads(now)
      }),
    close: () => client.destroy(),
  }
}
