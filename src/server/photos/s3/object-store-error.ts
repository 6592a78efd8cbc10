import { AppError, errorReason } from '../../errors.ts'

interface Details {
  /** Whether a retry may succeed. */
  isTransient: boolean
  /** The status of the HTTP response, if there was one. */
  status?: number
  /** The error code of the S3 API, such as NoSuchBucket. */
  storeCode?: string
}

/** A failed request to the object store. Clients receive 503. */
export class ObjectStoreError extends AppError {
  /** The reason that the log shows. */
  readonly reason: string
  readonly isTransient: boolean
  readonly status: number | undefined
  readonly storeCode: string | undefined

  constructor(reason: string, { isTransient, status, storeCode }: Details) {
    super('unavailable', "We can't reach your photos right now. Please try again in a moment.", {
      retryAfterSeconds: 5,
      cause: new Error(reason),
    })
    this.reason = reason
    this.isTransient = isTransient
    this.status = status
    this.storeCode = storeCode
  }
}

/** The properties that errors of the SDK and of connections have in common. */
type RequestError = NodeJS.ErrnoException & {
  $metadata?: { httpStatusCode?: number }
  /** This is set if the store sent an error code, which is then the `name`. */
  $fault?: unknown
}

export function toObjectStoreError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { name, code, $metadata, $fault } = error as RequestError
  const status = $metadata?.httpStatusCode
  if (status === undefined) {
    // The SDK gives the name TimeoutError to broken connections too, but only those have another code.
    const isTimeout =
      name === 'AbortError' || (name === 'TimeoutError' && (!code || code === 'ETIMEDOUT'))
    return new ObjectStoreError(isTimeout ? 'the store took too long' : errorReason(error), {
      isTransient: true,
    })
  }
  if (status < 300) return unreadableResponse()
  const storeCode = $fault && name !== 'Unknown' ? name : ''
  return new ObjectStoreError(`the store answered ${status} ${storeCode}`.trim(), {
    isTransient: status >= 500 || status === 429 || status === 408,
    status,
    storeCode,
  })
}

export function unreadableResponse() {
  return new ObjectStoreError('the store sent no readable response', { isTransient: true })
}
