import { tooMany } from '../errors.ts'
import type { RateLimitRule } from './rate-limit.ts'

type InMemoryRateLimitOptions = Omit<RateLimitRule, 'name'> & {
  enabled: boolean
  now: () => number
}

/** A fixed window per process, without the database: for calls too frequent and too harmless to cost a write each. */
export function createInMemoryRateLimit({
  enabled,
  max,
  windowMs,
  message,
  now,
}: InMemoryRateLimitOptions) {
  const counts = new Map<string, number>()
  let resetsAt = 0

  return function take(key: string) {
    if (!enabled) return
    if (now() >= resetsAt) {
      counts.clear()
      resetsAt = now() + windowMs
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count <= max) return
    throw tooMany(message, { until: resetsAt, now: now() })
  }
}
