import { StartupError } from '../../errors.ts'
import type { S3Config } from '../../files/s3-url.ts'
import type { PhotoStore } from '../photo-store.ts'
import { openBucket } from './bucket.ts'
import { ObjectStoreError } from './object-store-error.ts'
import type { RequestLimits } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'

export interface S3StoreOptions {
  warn?: (message: string) => void
  limits?: RequestLimits
}

const probeLimits: RequestLimits = {
  maxAttempts: 1,
  attemptTimeoutMs: 3_000,
  totalTimeoutMs: 3_000,
}

/**
 * Wrong credentials or a missing bucket are configuration errors and fail the start. An unreachable store is only
 * warned about: it may come back, and everything but photos works without it.
 */
export async function openS3Store(
  config: S3Config,
  { warn = () => {}, limits }: S3StoreOptions = {},
): Promise<PhotoStore> {
  const probe = openBucket(config, probeLimits)
  try {
    for await (const _ of probe.list('uploads/', 1)) break
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    if (!error.isTransient) throw new StartupError(describeConfigError(error, config))
    warn(
      `The photo store at ${config.origin} cannot be reached (${error.reason}). Photos will not work until it can.`,
    )
  } finally {
    probe.destroy()
  }
  return createS3Store(openBucket(config, limits))
}

function describeConfigError(
  { storeCode = '', reason }: ObjectStoreError,
  { origin, bucket, region }: S3Config,
) {
  const problems: Record<string, string> = {
    NoSuchBucket: `there is no bucket "${bucket}". Create it, or name another one`,
    InvalidAccessKeyId: 'it does not know the key',
    SignatureDoesNotMatch: 'the key or the secret is wrong',
    AuthorizationHeaderMalformed: `the region is not "${region}"`,
    PermanentRedirect: `the bucket "${bucket}" is in another region or at another address`,
    AccessDenied: `the key may not list the bucket "${bucket}"`,
    RequestTimeTooSkewed: 'the clocks of this machine and the store differ too much',
  }
  return `S3_URL does not work with the photo store at ${origin}: ${problems[storeCode] ?? reason}.`
}
