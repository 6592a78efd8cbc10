import type { Counter } from './remembered-counters.ts'

/** Half of the second within which everyone sees a change. */
const trustedMs = 500

/** Counters as the database last said, for a moment: until it is over, or this process writes again. */
export function momentaryCounters(writes: () => number) {
  const seen = new Map<string, { value: number; asOf: number; until: number }>()
  return {
    value(name: string): number | undefined {
      const counter = seen.get(name)
      if (!counter || counter.asOf !== writes() || performance.now() >= counter.until) return
      return counter.value
    },
    asking() {
      const [asOf, until] = [writes(), performance.now() + trustedMs]
      return ({ name, value }: Counter) => void seen.set(name, { value, asOf, until })
    },
  }
}
