import { OverloadedError } from '../errors.ts'
import { FairQueue } from './fair-queue.ts'

export interface SemaphoreOptions {
  concurrency: number
  maxWaiting: number
}

/** Runs at most `concurrency` tasks at a time, queues `maxWaiting` more and rejects the rest with 503. */
export function createSemaphore({ concurrency, maxWaiting }: SemaphoreOptions) {
  let running = 0
  const queue = new FairQueue<PromiseWithResolvers<void>>(maxWaiting)

  /**
   * Waiting tasks of several clients take turns; those of one run in FIFO order. One whose signal aborts stops waiting;
   * one that runs has to look at the signal itself.
   */
  return async function run<Result>(
    task: () => Promise<Result>,
    client = '',
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted()
    if (running < concurrency) running++
    else {
      const turn = Promise.withResolvers<void>()
      const leave = () => {
        queue.remove(client, turn)
        turn.reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave)
      queue.add(client, turn)?.reject(new OverloadedError())
      await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
    }
    try {
      return await task()
    } finally {
      // A queued task takes over the slot, so that no later call takes it in between.
      const next = queue.takeNext()
      if (next) next.resolve()
      else running--
    }
  }
}
