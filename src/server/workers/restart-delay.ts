const stableAfterMs = 10_000
const minDelayMs = 100
const maxDelayMs = 30_000

/** Exponential backoff for workers that exit soon after their start; none for one that ran stably. */
export function nextRestartDelay(uptimeMs: number, lastDelayMs: number): number {
  if (uptimeMs >= stableAfterMs) return 0
  return Math.min(Math.max(lastDelayMs * 2, minDelayMs), maxDelayMs)
}
