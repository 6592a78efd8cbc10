/** What says how much room it takes, in the order it came. */
export function createSizedMap<Key, Value extends { bytes: number }>() {
  const values = new Map<Key, Value>()
  let bytes = 0

  function take(key: Key): Value | undefined {
    const value = values.get(key)
    if (value) bytes -= value.bytes
    values.delete(key)
    return value
  }

  return {
    get: (key: Key) => values.get(key),
    bytes: () => bytes,
    first: () => values.entries().next().value,
    add(key: Key, value: Value) {
      take(key)
      values.set(key, value)
      bytes += value.bytes
    },
    take,
    /** The longest there leave until the rest fits. */
    shrinkTo(most: number) {
      for (const key of values.keys()) {
        if (bytes <= most) return
        take(key)
      }
    },
  }
}
