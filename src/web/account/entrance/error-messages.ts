import { ApiError, UnreachableError } from '../../queries/api.ts'

/** The statuses of rate limits and overload. For these, only the server knows when to retry. */
const serverMessageStatuses = [429, 503]
/** The errors for which the server's message says why, until when, and how to appeal. */
const serverMessageCodes = ['suspended', 'banned']

function messageByStatus(error: unknown, messages: Record<number, string>, fallback?: string) {
  // The browser's own words tell support more than ours.
  if (error instanceof UnreachableError && error.cause instanceof Error)
    return `${error.cause.message}. Check your connection and try again.`
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  const { status, code = '' } = error
  if (serverMessageStatuses.includes(status) || serverMessageCodes.includes(code)) {
    return error.message
  }
  return messages[status] ?? fallback ?? error.message
}

export function loginErrorMessage(error: unknown) {
  return messageByStatus(
    error,
    {
      400: 'Failed to provide email and password.',
      401: "Invalid login credentials. This shouldn't happen!",
      500: 'An error occurred on our end. Please try again.',
    },
    'An error occured',
  )
}

export function signUpErrorMessage(error: unknown) {
  return messageByStatus(error, {
    400: 'Improper request! Are you sure you meant to do that?',
    500: 'An error occurred on our end. Please try again later.',
  })
}

export function requestResetErrorMessage(error: unknown) {
  return messageByStatus(error, {})
}

export function resetPasswordErrorMessage(error: unknown) {
  return messageByStatus(error, {}, 'An error occurred')
}
