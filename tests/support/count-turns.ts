import { onTestFinished } from 'vitest'

/** Counts the turns of the event loop. In each, other requests could have run. Returns a function that reads the count. */
export function countTurns(): () => number {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  return () => turns
}
