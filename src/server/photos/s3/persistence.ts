import { setTimeout as pause } from 'node:timers/promises'
import { StoreFault } from './store-fault.ts'

/** How long to put up with a store. */
export interface Patience {
  attempts: number
  /** For one attempt. */
  attemptMs: number
  /** For all attempts and the pauses between them. */
  totalMs: number
  /** The first pause; each further one is three times as long. */
  pauseMs: number
}

/** While somebody waits: the answer comes in a few seconds, whatever the store does. */
export const shortPatience: Patience = {
  attempts: 3,
  attemptMs: 3_000,
  totalMs: 6_000,
  pauseMs: 100,
}

/** Tries again what failed in passing. Only for work that may be done twice. */
export async function persistently<Result>(
  { attempts, attemptMs, totalMs, pauseMs }: Patience,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + totalMs
  for (let attempt = 1; ; attempt++) {
    const timeLeft = until - performance.now()
    if (timeLeft <= 0) throw tooSlow()
    try {
      return await within(Math.min(attemptMs, timeLeft), work)
    } catch (error) {
      if (!(error instanceof StoreFault) || !error.isPassing || attempt === attempts) throw error
      // Many processes that failed together should not come back together.
      const length = pauseMs * 3 ** (attempt - 1) * (0.5 + Math.random())
      if (performance.now() + length >= until) throw error
      await pause(length)
    }
  }
}

/** The signal comes only while the work runs: what it leaves open afterwards has a time of its own. */
async function within<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>) {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(tooSlow()), ms)
  try {
    return await work(control.signal)
  } finally {
    clearTimeout(timer)
  }
}

export function tooSlow() {
  return new StoreFault({ reason: 'the store took too long', isPassing: true })
}
