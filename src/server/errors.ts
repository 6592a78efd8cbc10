import { campus } from '#campus/campus.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

/** An error with a message for the user. The error handler turns it into the response. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly duplicate: ErrorBody['duplicate']
  readonly ended: ErrorBody['ended']
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: Pick<ErrorBody, 'fields' | 'duplicate' | 'ended'> & {
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.duplicate = extra.duplicate
    this.ended = extra.ended
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

export const unauthenticated = () => new AppError('unauthenticated', 'Please log in first.')

export const unconfirmed = () => new AppError('unconfirmed', 'Confirm your email first.')

/** Refuses a student whose email domain no longer belongs to the campus. */
export const closedDomain = () =>
  new AppError(
    'forbidden',
    `Students with this email can no longer log in. Questions? Write to ${campus.contactEmail}.`,
  )

/** Refuses a suspended student. The message says until when, why, and how to appeal. */
export const suspended = (message: string) => new AppError('suspended', message)

export const banned = (message: string) => new AppError('banned', message)

export function invalidInput(fields: Record<string, string>): AppError {
  const names = Object.keys(fields)
  if (names.length === 0) return new AppError('bad_request', "We didn't understand that request.")
  return new AppError('bad_request', `Please check: ${names.join(', ')}.`, { fields })
}

const busyMessage = () => `${campus.brand} is busy right now. Please try again in a moment.`

/** Builds a 429 with Retry-After. */
export function tooMany(message: string, { until, now }: { until: number; now: number }): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000))
  return new AppError('too_many', message, { retryAfterSeconds })
}

/** Builds a 503 with Retry-After: the same request may succeed in a moment. */
export function temporarilyUnavailable(cause?: unknown): AppError {
  return new AppError('unavailable', busyMessage(), { retryAfterSeconds: 5, cause })
}

/** The error under load shedding. It is counted and logged once a second, not for each request. */
export class OverloadedError extends AppError {
  constructor() {
    super('unavailable', busyMessage(), { retryAfterSeconds: 5 })
  }
}

/** Returns the text to log for an error. A refused connection to a name with several addresses has a code but no message. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

/** Aborts the start. The operator sees its message without a stack. */
export class StartupError extends Error {}
