import { AppError } from '../errors.ts'

/** Limits the memory of concurrent uploads: `reserve` throws 503 beyond `maxBytes`, or returns a release function. */
export function createMemoryBudget(maxBytes: number) {
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
