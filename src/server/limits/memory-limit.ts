import { AppError } from '../errors.ts'
import type { LimitRule } from './rate-limit.ts'

type Parts = Omit<LimitRule, 'name'> & { enabled: boolean; now: () => number }

/** Counts in this process only: for calls too frequent and too harmless to be worth a write each. */
export function createMemoryLimit({ enabled, max, windowMs, sentence, now }: Parts) {
  const counts = new Map<string, number>()
  let resetsAt = 0

  return function take(who: string) {
    if (!enabled) return
    if (now() >= resetsAt) {
      counts.clear()
      resetsAt = now() + windowMs
    }
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    if (count <= max) return
    const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt - now()) / 1000))
    throw new AppError('too_many', sentence, { retryAfterSeconds })
  }
}
