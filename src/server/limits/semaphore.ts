import { OverloadedError } from '../errors.ts'

export interface SemaphoreOptions {
  concurrency: number
  maxWaiting: number
}

/** Runs at most `concurrency` tasks at a time, queues `maxWaiting` more in FIFO order and rejects the rest with 503. */
export function createSemaphore({ concurrency, maxWaiting }: SemaphoreOptions) {
  let running = 0
  const queue: (() => void)[] = []

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < concurrency) running++
    else {
      if (queue.length >= maxWaiting) throw new OverloadedError()
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await task()
    } finally {
      // A queued task takes over the slot, so that no later call takes it in between.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
