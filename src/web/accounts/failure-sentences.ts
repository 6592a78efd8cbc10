import { ApiError } from '../api.ts'

const ownWords = [429, 503]

/** The sentence for a failed call: the server's own where it knows best, else the one for its status. */
function sentenceFor(error: unknown, sentences: Record<number, string>, otherwise?: string) {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (ownWords.includes(error.status)) return error.message
  return sentences[error.status] ?? otherwise ?? error.message
}

export function loginSentence(error: unknown) {
  return sentenceFor(
    error,
    {
      400: 'Failed to provide email and password.',
      401: "Invalid login credentials. This shouldn't happen!",
      500: 'An error occurred on our end. Please try again.',
    },
    'An error occured',
  )
}

export function signUpSentence(error: unknown) {
  return sentenceFor(error, {
    400: 'Improper request! Are you sure you meant to do that?',
    500: 'An error occurred on our end. Please try again later.',
  })
}

export function resetRequestSentence(error: unknown) {
  return sentenceFor(error, {})
}

export function changePasswordSentence(error: unknown) {
  return sentenceFor(error, {}, 'An error occurred')
}
