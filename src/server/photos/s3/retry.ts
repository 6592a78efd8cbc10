import { setTimeout as delay } from 'node:timers/promises'
import { ObjectStoreError } from './object-store-error.ts'

export interface RetryOptions {
  maxAttempts: number
  attemptTimeoutMs: number
  /** For all attempts and the delays between them. */
  totalTimeoutMs: number
  /** Each further delay is three times as long. */
  initialDelayMs: number
}

/** For requests that a client waits for: they succeed or fail within seconds. */
export const defaultRetryOptions: RetryOptions = {
  maxAttempts: 3,
  attemptTimeoutMs: 3_000,
  totalTimeoutMs: 6_000,
  initialDelayMs: 100,
}

/** Retries transient errors with exponential backoff. `work` must be idempotent. */
export async function withRetries<Result>(
  { maxAttempts, attemptTimeoutMs, totalTimeoutMs, initialDelayMs }: RetryOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + totalTimeoutMs
  for (let attempt = 1; ; attempt++) {
    const remainingMs = deadline - performance.now()
    if (remainingMs <= 0) throw timeoutError()
    try {
      return await withTimeout(Math.min(attemptTimeoutMs, remainingMs), work)
    } catch (error) {
      const isTransient = error instanceof ObjectStoreError && error.isTransient
      if (!isTransient || attempt === maxAttempts) throw error
      // Jitter: processes that failed together should not retry together.
      const delayMs = initialDelayMs * 3 ** (attempt - 1) * (0.5 + Math.random())
      if (performance.now() + delayMs >= deadline) throw error
      await delay(delayMs)
    }
  }
}

/** Aborts only while `work` runs: a stream that it returns is not cut off later. */
async function withTimeout<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}

export function timeoutError() {
  return new ObjectStoreError({ reason: 'the store took too long', isTransient: true })
}
