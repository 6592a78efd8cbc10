/** Values in ascending order. */
interface Sorted {
  readonly length: number
  at(index: number): number | undefined
}

/** Returns the median, as a whole number. For an even number of values, it is the mean of the two in the middle. */
export function medianOf(values: Sorted): number {
  const half = (values.length - 1) / 2
  return meanOf(values, Math.floor(half), Math.ceil(half))
}

/**
 * Returns the median without one value of the lower half: what the others ask, for a counted listing whose price is below
 * the median. It does not matter which one is left out, because all of them come before the values in the middle.
 */
export function medianOfOthers(values: Sorted): number {
  return meanOf(values, Math.floor(values.length / 2), Math.ceil(values.length / 2))
}

function meanOf(values: Sorted, index: number, otherIndex: number): number {
  const [value, otherValue] = [values.at(index), values.at(otherIndex)]
  if (value === undefined || otherValue === undefined) throw new RangeError('Too few values.')
  return Math.round((value + otherValue) / 2)
}

export type ValueCounts = ReturnType<typeof countValues>

/**
 * Counts how often each value is added. Of many values, most are the same: to sort all of them would block requests for
 * longer than to sort the different ones.
 */
export function countValues() {
  const counts = new Map<number, number>()
  let length = 0
  return {
    add(value: number) {
      counts.set(value, (counts.get(value) ?? 0) + 1)
      length++
    },
    get length() {
      return length
    },
    /** Returns all values in ascending order, the same ones as often as they were added. */
    sort(): Sorted {
      // Numbers in a typed array are sorted many times faster.
      const different = Float64Array.from(counts.keys()).sort()
      const at = (index: number) => {
        let end = 0
        return different.find((value) => {
          end += counts.get(value) ?? 0
          return index < end
        })
      }
      return { length, at }
    },
  }
}
