export interface SeededRandom {
  /**
   * Returns a log-uniform number: 0 is the most frequent, and each next number is rarer, like words of a language by rank.
   */
  rank(count: number): number
  chance(probability: number): boolean
  /** Returns an integer, with both ends included. */
  integer(from: number, to: number): number
  pick<Value>(values: readonly Value[]): Value
  /** Picks a value. The first values are more likely, as with `rank`. */
  pickFrequent<Value>(values: readonly Value[]): Value
  sample<Value>(values: readonly Value[], probability: number): Value[]
}

/** Returns pseudo-random values (mulberry32) that are the same for the same seed and index. */
export function createRandom(seed: number, index: number): SeededRandom {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const rank = (count: number) => Math.floor(count ** next()) - 1

  function at<Value>(values: readonly Value[], index: number): Value {
    if (!(index in values)) throw new RangeError('There is nothing to pick from.')
    return values[index] as Value
  }

  return {
    rank,
    chance: (probability) => next() < probability,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (values) => at(values, Math.floor(next() * values.length)),
    pickFrequent: (values) => at(values, rank(values.length)),
    sample: (values, probability) => values.filter(() => next() < probability),
  }
}
