import { AppError } from '../errors.ts'

/** Many uploads at once must not fill the memory: those beyond the budget are asked to come back. */
export function memoryBudget(maxBytes: number) {
  let reserved = 0

  return function reserve(bytes: number): () => void {
    if (reserved + bytes > maxBytes) {
      throw new AppError(
        'unavailable',
        'Too many photos are arriving right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      )
    }
    reserved += bytes
    return () => {
      reserved -= bytes
      bytes = 0
    }
  }
}
