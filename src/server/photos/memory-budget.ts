import { AppError } from '../errors.ts'

interface MemoryBudgetOptions {
  maxBytes: number
  /** Slow uploads hold memory for long: one student could hold all of it. */
  maxBytesPerStudent: number
}

/** Limits the memory of concurrent uploads: `reserve` throws beyond it, or returns a release function. */
export function createMemoryBudget({ maxBytes, maxBytesPerStudent }: MemoryBudgetOptions) {
  let reserved = 0
  const reservedByStudent = new Map<number, number>()

  return function reserve(studentId: number, bytes: number): () => void {
    const own = reservedByStudent.get(studentId) ?? 0
    if (own + bytes > maxBytesPerStudent) {
      throw new AppError(
        'too_many',
        "You're uploading a lot of photos at once. Wait for some to finish.",
        { retryAfterSeconds: 5 },
      )
    }
    if (reserved + bytes > maxBytes) {
      throw new AppError(
        'unavailable',
        "We're getting a lot of photos right now. Please try again in a moment.",
        { retryAfterSeconds: 5 },
      )
    }
    add(bytes)
    return () => {
      add(-bytes)
      bytes = 0
    }

    function add(change: number) {
      reserved += change
      const total = (reservedByStudent.get(studentId) ?? 0) + change
      if (total > 0) reservedByStudent.set(studentId, total)
      else reservedByStudent.delete(studentId)
    }
  }
}
