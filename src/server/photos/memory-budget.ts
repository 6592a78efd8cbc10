import { AppError } from '../errors.ts'

interface MemoryBudgetOptions {
  maxBytes: number
  /** Slow uploads hold memory for long: one mailbox, whose plus addresses are many accounts, could hold all of it. */
  maxBytesPerMailbox: number
}

/** Limits the memory of concurrent uploads: `reserve` throws beyond it, or returns a release function. */
export function createMemoryBudget({ maxBytes, maxBytesPerMailbox }: MemoryBudgetOptions) {
  let reserved = 0
  const reservedByMailbox = new Map<string, number>()

  return function reserve(mailbox: string, bytes: number): () => void {
    const own = reservedByMailbox.get(mailbox) ?? 0
    if (own + bytes > maxBytesPerMailbox) {
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
      const total = (reservedByMailbox.get(mailbox) ?? 0) + change
      if (total > 0) reservedByMailbox.set(mailbox, total)
      else reservedByMailbox.delete(mailbox)
    }
  }
}
