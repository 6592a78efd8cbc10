import { reasonOf } from '../../database/database.ts'
import { AppError } from '../../errors.ts'

export interface FaultDetails {
  /** What the operator finds in the log. */
  reason: string
  /** The store's own word for it, such as NoSuchBucket. */
  code?: string | undefined
  /** The same call may succeed in a moment. */
  isPassing: boolean
}

/** The store did not do what it was asked; to whoever waits for a photo it is a 503. */
export class StoreFault extends AppError {
  readonly reason: string
  readonly storeCode: string | undefined
  readonly isPassing: boolean

  constructor({ reason, code, isPassing }: FaultDetails) {
    super('unavailable', 'Photos cannot be reached right now. Please try again in a moment.', {
      retryAfterSeconds: 5,
      cause: new Error(reason),
    })
    this.reason = reason
    this.storeCode = code
    this.isPassing = isPassing
  }
}

/** A connection that failed, broke or fell silent. */
export function connectionFault(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  // fetch says only that it failed; the cause says why.
  const cause = error instanceof Error && error.cause ? error.cause : error
  return new StoreFault({ reason: reasonOf(cause), isPassing: true })
}

export function answerFault(status: number, body: string): StoreFault {
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1]
  return new StoreFault({
    reason: `the store answered ${code ? `${status} ${code}` : status}`,
    code,
    isPassing: status >= 500 || status === 429 || status === 408,
  })
}
