import { StartupError } from '../../database/database.ts'
import type { PhotoStore } from '../photo-store.ts'
import { openBucket } from './bucket.ts'
import { type Patience, shortPatience } from './persistence.ts'
import { createS3Store } from './s3-store.ts'
import type { S3Address } from './s3-url.ts'
import { StoreFault } from './store-fault.ts'

export interface S3StoreOptions {
  warn?: (sentence: string) => void
  patience?: Patience
}

const once: Patience = { attempts: 1, attemptMs: 3_000, totalMs: 3_000, pauseMs: 0 }

/**
 * A store that refuses us is a mistake in the settings, and stops the start. One that cannot be reached
 * may come back, and everything but photos works without it.
 */
export async function openS3Store(
  address: S3Address,
  { warn = () => {}, patience = shortPatience }: S3StoreOptions = {},
): Promise<PhotoStore> {
  try {
    for await (const _ of openBucket(address, once).list('uploads/', 1)) break
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error
    if (!error.isPassing) throw new StartupError(refusal(error, address))
    warn(
      `The photo store at ${address.origin} cannot be reached (${error.reason}). Photos will not work until it can.`,
    )
  }
  return createS3Store(openBucket(address, patience))
}

function refusal({ storeCode = '', reason }: StoreFault, { origin, bucket, region }: S3Address) {
  const wrong: Record<string, string> = {
    NoSuchBucket: `there is no bucket "${bucket}". Create it, or name another one`,
    InvalidAccessKeyId: 'it does not know the key',
    SignatureDoesNotMatch: 'the key or the secret is wrong',
    AuthorizationHeaderMalformed: `the region is not "${region}"`,
    PermanentRedirect: `the bucket "${bucket}" is in another region or at another address`,
    AccessDenied: `the key may not list the bucket "${bucket}"`,
    RequestTimeTooSkewed: 'the clocks of this machine and the store differ too much',
  }
  return `S3_URL does not work with the photo store at ${origin}: ${wrong[storeCode] ?? reason}.`
}
