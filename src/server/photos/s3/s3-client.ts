import { S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../../files/s3-url.ts'

export interface RequestLimits {
  maxAttempts: number
  /** Until the response begins, and then for each chunk of it. */
  attemptTimeoutMs: number
  /** For all attempts and the delays between them. */
  totalTimeoutMs: number
}

/** For requests that a client waits for: they succeed or fail within seconds. */
export const defaultLimits: RequestLimits = {
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
    // Many stores lack the newer checksums. The signature covers what is sent, our own metadata what is stored.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Not every store answers it.
    expectContinueHeader: false,
    // Otherwise read from AWS_ variables and ~/.aws, and rejected beside an endpoint.
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
  })
}
