import { AppError, errorReason } from '../../errors.ts'

export interface ObjectStoreErrorDetails {
  /** For the log. */
  reason: string
  /** The error code of the S3 API, such as NoSuchBucket. */
  code?: string | undefined
  /** A retry may succeed. */
  isTransient: boolean
}

/** A failed request to the object store; clients receive 503. */
export class ObjectStoreError extends AppError {
  readonly reason: string
  readonly storeCode: string | undefined
  readonly isTransient: boolean

  constructor({ reason, code, isTransient }: ObjectStoreErrorDetails) {
    super('unavailable', 'Photos cannot be reached right now. Please try again in a moment.', {
      retryAfterSeconds: 5,
      cause: new Error(reason),
    })
    this.reason = reason
    this.storeCode = code
    this.isTransient = isTransient
  }
}

/** For a connection that failed, broke or timed out. */
export function toConnectionError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  // The message of fetch is always "fetch failed"; its cause has the reason.
  const cause = error instanceof Error && error.cause ? error.cause : error
  return new ObjectStoreError({ reason: errorReason(cause), isTransient: true })
}

export function responseError(status: number, body: string): ObjectStoreError {
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1]
  return new ObjectStoreError({
    reason: `the store answered ${code ? `${status} ${code}` : status}`,
    code,
    isTransient: status >= 500 || status === 429 || status === 408,
  })
}
