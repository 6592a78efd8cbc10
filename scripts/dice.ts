/** Chance that falls the same way for the same seed and roll. */
export function rollDice(seed: number, roll: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(roll + 1, 0x85ebca6b)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Like words in a language: 0 comes most often, and every next number more seldom. */
  const rank = (count: number) => Math.floor(count ** next()) - 1

  function at<Value>(values: readonly Value[], index: number): Value {
    if (!(index in values)) throw new RangeError('There is nothing to pick from.')
    return values[index] as Value
  }

  return {
    rank,
    chance: (probability: number) => next() < probability,
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <Value>(values: readonly Value[]) => at(values, Math.floor(next() * values.length)),
    frequent: <Value>(values: readonly Value[]) => at(values, rank(values.length)),
    some: <Value>(values: readonly Value[], probability: number) =>
      values.filter(() => next() < probability),
  }
}

export type Dice = ReturnType<typeof rollDice>
