const youngMs = 10_000
const shortestMs = 100
const longestMs = 30_000

/** None for a worker that had served well; for one that died young, twice the pause before it. */
export function pauseAfter(livedMs: number, lastPauseMs: number): number {
  if (livedMs >= youngMs) return 0
  return Math.min(Math.max(lastPauseMs * 2, shortestMs), longestMs)
}
