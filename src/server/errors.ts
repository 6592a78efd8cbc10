import type { ErrorCode } from '#contract/errors.ts'

/** A refusal with a sentence for people; the error handler turns it into the answer. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: { fields?: Record<string, string>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export function invalidInput(fields: Record<string, string>): AppError {
  const names = Object.keys(fields)
  if (names.length === 0) return new AppError('bad_request', 'The request is not understood.')
  return new AppError('bad_request', `Please check: ${names.join(', ')}.`, { fields })
}

const busyRightNow = 'Quad is busy right now. Please try again in a moment.'

export function tryAgainSoon(): AppError {
  return new AppError('unavailable', busyRightNow, { retryAfterSeconds: 5 })
}

/** More is asked than can be answered: nothing is wrong, so these are counted and not logged one by one. */
export class TooBusy extends AppError {
  constructor() {
    super('unavailable', busyRightNow, { retryAfterSeconds: 5 })
  }
}
