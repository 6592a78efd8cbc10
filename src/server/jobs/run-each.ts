import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { errorReason } from '../errors.ts'

const maxReasons = 5

/**
 * Works on one item after the other, even after a failure. At the end it throws all errors as one. Once the signal is
 * aborted, it begins no further item and throws.
 */
export async function runEach<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
) {
  const errors: unknown[] = []
  for (const item of items) {
    signal.throwIfAborted()
    await work(item).catch((error) => errors.push(error))
    // On SQLite, awaiting a transaction does not let requests through.
    await yieldToEventLoop()
  }
  if (errors.length === 0) return
  const reasons = [...new Set(errors.map(errorReason))].slice(0, maxReasons).join('; ')
  throw new AggregateError(errors, `${errors.length} of ${items.length} failed: ${reasons}`)
}
